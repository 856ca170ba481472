// The transactions of the pool as its screens list them, and their totals.

import { CONTRIBUTION_TEXT } from '#core/money/roster.ts'
import type { ContributionBody } from '#core/money/bodies.ts'
import type { BalanceResponse, Pool, PoolTransaction } from '#core/money/responses.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { formatUnsignedMoney, recordedDay } from '#web/platform/time/format.ts'
import type { RecordList } from '#web/records/shownRecords.ts'
import { sumOf } from '#web/money/sumOf.ts'

/** Newest first. @param nameOf '' for a person who is not known */
export const transactionList = (nameOf: (personId: string) => string): RecordList<PoolTransaction> => ({
  kind: 'contribution',
  compare: (a, b) => Number(a.createdAt < b.createdAt) - Number(a.createdAt > b.createdAt),
  entered({ id, body, at }, me) {
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
  },
})

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
