// The totals of the pool. Settlement payments through the pool are not transactions, so they have a line of their
// own: the lines must add up to the balance.

import type { CurrencyCode } from '#core/kernel/money.ts'
import type { ShownPool } from '#web/money/pool/poolWithPending.ts'
import { sumOf } from '#web/money/sumOf.ts'

/** Major units. `settled`: received by settlement payments, negative for paid out. */
export interface PoolTotals {
  contributions: number
  expenses: number
  settled: number
  balance: number
}

export function poolTotals({ rows, balance }: ShownPool, currency: CurrencyCode): PoolTotals {
  // A refused deposit is not in the pool; a deposit whose removal was refused still is.
  const counted = rows.filter(({ item, isRemoval }) => !item || (item.state === 'refused') === isRemoval)
  const total = (type: 'contribution' | 'expense') =>
    sumOf(
      counted.flatMap(({ transaction }) => (transaction.type === type ? [transaction.amount] : [])),
      currency,
    )
  const [contributions, expenses] = [total('contribution'), total('expense')]
  return { contributions, expenses, settled: sumOf([balance, -contributions, expenses], currency), balance }
}
