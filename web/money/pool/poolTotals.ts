// The totals of the pool. Settlement payments through the pool are not transactions, so they have a line of their
// own: the lines must add up to the balance.

import type { CurrencyCode } from '#core/kernel/money.ts'
import type { ShownPool } from '#web/money/pool/poolWithPending.ts'
import { sumOf } from '#web/money/sumOf.ts'

/** Major units. */
export interface PoolTotals {
  contributions: number
  expenses: number
  /** Received less paid out. */
  settlementPayments: number
  balance: number
}

export function poolTotals({ rows, balance }: ShownPool, currency: CurrencyCode): PoolTotals {
  // A refused contribution is not in the pool; a contribution whose removal was refused still is.
  const counted = rows.filter(({ item, isRemoval }) => !item || (item.state === 'refused') === isRemoval)
  const total = (type: 'contribution' | 'expense') =>
    sumOf(
      counted.flatMap(({ transaction }) => (transaction.type === type ? [transaction.amount] : [])),
      currency,
    )
  const [contributions, expenses] = [total('contribution'), total('expense')]
  const settlementPayments = sumOf([balance, -contributions, expenses], currency)
  return { contributions, expenses, settlementPayments, balance }
}
