// The ledger of all pending changes, by the server's rules: a figure is the same on every screen and agrees with the
// lists.

import { type CurrencyCode, toMajor, toMinor } from '#core/kernel/money.ts'
import type {
  BalanceResponse,
  ExpenseResponse,
  PartyRef,
  PaymentResponse,
  PoolTransaction,
} from '#core/money/responses.ts'
import type { ContributionBody, PaymentBody } from '#core/money/bodies.ts'
import {
  addExpenseEndpoint,
  addExpenseEnhancedEndpoint,
  contributeToPool,
  editExpenseEndpoint,
  makePayment,
  removeContribution,
  removeExpense,
  undoPayment,
} from '#core/money/contract.ts'
import type { MoneyEvent, Party } from '#core/money/events.ts'
import { type Ledger, applyEvent, figuresOf, netBalance } from '#core/money/ledger.ts'
import type { ExpenseContext } from '#web/money/expenses/optimisticExpense.ts'
import { ledgerOfChanges } from '#web/money/expenses/expenseFigures.ts'
import { withPendingExpenses } from '#web/money/expenses/pendingExpenses.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'

/** The records confirmed by the server. */
export interface Confirmed {
  expenses: readonly ExpenseResponse[]
  transactions: readonly PoolTransaction[]
  payments: readonly PaymentResponse[]
}

const nameOf = ({ method, path }: PendingCommand['endpoint']): string => `${method} ${path}`
const moneyEndpoints = new Set(
  [
    addExpenseEndpoint,
    addExpenseEnhancedEndpoint,
    editExpenseEndpoint,
    removeExpense,
    contributeToPool,
    removeContribution,
    makePayment,
    undoPayment,
  ].map(nameOf),
)

/** The pending commands that move money and were not refused. @param pending of one trip */
export const pendingMoneyCommands = (pending: readonly PendingCommand[]): PendingCommand[] =>
  pending.filter(({ endpoint, state }) => state !== 'refused' && moneyEndpoints.has(nameOf(endpoint)))

/** @param pending of this trip, oldest first; commands that are confirmed already change nothing */
export function pendingLedger(
  pending: readonly PendingCommand[],
  confirmed: Confirmed,
  context: ExpenseContext,
): Ledger {
  const { rows } = withPendingExpenses(confirmed.expenses, pending, context)
  return pendingMoneyCommands(pending)
    .flatMap((item) => eventOf(item, confirmed, context) ?? [])
    .reduce(applyEvent, ledgerOfChanges(confirmed.expenses, rows))
}

/** The balances with the pending changes applied. */
export function withPendingMoney(
  balances: readonly BalanceResponse[],
  ledger: Ledger,
  currency: CurrencyCode,
): BalanceResponse[] {
  return balances.map((balance) => {
    const net = (toMinor(balance.netBalance, currency) ?? 0) + netBalance(figuresOf(ledger, balance.id))
    return { ...balance, netBalance: toMajor(net, currency) }
  })
}

function eventOf(
  item: PendingCommand,
  { transactions, payments }: Confirmed,
  context: ExpenseContext,
): MoneyEvent | null {
  const { currency, me } = context
  const minor = (amount: number) => toMinor(amount, currency) ?? 0
  switch (nameOf(item.endpoint)) {
    case nameOf(contributeToPool): {
      if (transactions.some(({ id }) => id === item.id)) return null
      const { amount, participant } = item.body as ContributionBody
      const contributor = participant ?? ({ type: 'user', id: me.id } as const)
      const contribution = { id: item.id, amount: minor(amount), currency, description: '', contributor }
      return { type: 'ContributionMade', data: { contribution } }
    }
    case nameOf(removeContribution): {
      const removed = transactions.find(({ id }) => id === item.params['transactionId'])
      if (!removed?.participant) return null
      const { type, id } = removed.participant
      const contributor = { type, id }
      const amount = minor(removed.amount)
      const contribution = { id: removed.id, amount, currency, description: '', contributor }
      return { type: 'ContributionRemoved', data: { contribution } }
    }
    case nameOf(makePayment): {
      if (payments.some(({ id }) => id === item.id)) return null
      const { from, to, amount } = item.body as PaymentBody
      return { type: 'PaymentMade', data: { payment: paymentOf(item.id, from, to, minor(amount), currency) } }
    }
    case nameOf(undoPayment): {
      const undone = payments.find(({ id }) => id === item.params['paymentId'])
      if (!undone) return null
      const payment = paymentOf(undone.id, undone.from, undone.to, minor(undone.amount), currency)
      return { type: 'PaymentUndone', data: { payment } }
    }
    default:
      return null
  }
}

const paymentOf = (id: string, from: PartyRef, to: PartyRef, amount: number, currency: CurrencyCode) => ({
  id,
  from: partyOf(from),
  to: partyOf(to),
  amount,
  currency,
  note: null,
})

const partyOf = ({ id, type }: PartyRef): Party => (type === 'pool' ? { type } : { type, id })
