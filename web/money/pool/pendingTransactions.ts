// The transactions of the pool with the pending commands that are about them, and their totals.

import { CONTRIBUTION_TEXT } from '#core/money/roster.ts'
import type { ContributionBody } from '#core/money/bodies.ts'
import { contributeToPool, removeContribution } from '#core/money/contract.ts'
import type { BalanceResponse, Pool, PoolTransaction } from '#core/money/responses.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { formatUnsignedMoney, recordedDay } from '#web/platform/time/format.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'
import { withPending } from '#web/platform/outbox/pendingRecords.ts'
import { sumOf } from '#web/money/sumOf.ts'

export interface ShownTransaction {
  transaction: PoolTransaction
  /** The removal, else the first of its other commands; null for none. */
  pending: PendingCommand | null
  isRemoval: boolean
}

interface PoolContext {
  me: { id: string; username: string }
  nameOf: (personId: string) => string
}

/**
 * Newest first.
 * @param transactions with the pending commands applied
 * @param confirmed without them
 * @param pending of this trip, oldest first; commands of other features are ignored
 */
export const withPendingTransactions = (
  transactions: Pool['transactions'],
  confirmed: Pool['transactions'],
  pending: readonly PendingCommand[],
  context: PoolContext,
): ShownTransaction[] =>
  withPending(transactions, confirmed, pending, {
    add: [contributeToPool],
    change: [removeContribution],
    entered: (command) => enteredTransaction(command, context),
  })
    .rows.map(({ record: transaction, pending }) => {
      const removal = pending.find((command) => isEndpoint(command, removeContribution))
      return { transaction, pending: removal ?? pending[0] ?? null, isRemoval: removal !== undefined }
    })
    .sort((a, b) => compareNewest(a.transaction.createdAt, b.transaction.createdAt))

const compareNewest = (a: string, b: string): number => Number(a < b) - Number(a > b)

function enteredTransaction({ id, body, at }: PendingCommand, { me, nameOf }: PoolContext): PoolTransaction {
  const { amount, description, participant, date } = body as ContributionBody
  const { id: personId, type } = participant ?? { id: me.id, type: 'user' as const }
  const name = nameOf(personId)
  return {
    id,
    type: 'contribution',
    amount,
    description: description ?? CONTRIBUTION_TEXT,
    userId: type === 'user' ? personId : null,
    user: type === 'user' ? { username: name } : null,
    participant: { id: personId, type, name },
    recordedBy: me,
    createdAt: at,
    date: recordedDay({ date: date ?? null, createdAt: at }),
    canRemove: false,
  }
}

/** Major units. */
interface PoolTotals {
  contributions: number
  expenses: number
  /** Received less paid out. */
  settlementPayments: number
  balance: number
}

/**
 * The totals of the pool. Settlement payments through the pool are not transactions, so they have a line of their
 * own: the lines must add up to the balance.
 */
export function poolTotals(
  { transactions, balance }: Pick<Pool, 'transactions' | 'balance'>,
  currency: CurrencyCode,
): PoolTotals {
  const total = (type: 'contribution' | 'expense') =>
    sumOf(
      transactions.flatMap((transaction) => (transaction.type === type ? transaction.amount : [])),
      currency,
    )
  const [contributions, expenses] = [total('contribution'), total('expense')]
  const settlementPayments = sumOf([balance, -contributions, expenses], currency)
  return { contributions, expenses, settlementPayments, balance }
}

/** The pool's balance: the sum of all net balances. */
export function poolText(balances: readonly BalanceResponse[], currency: CurrencyCode): string {
  const sum = sumOf(
    balances.map(({ netBalance }) => netBalance),
    currency,
  )
  const text = formatUnsignedMoney(sum, currency)
  return sum < 0 ? `The pool is ${text} short.` : `The pool holds ${text}.`
}
