// The totals of the pool. Settlement payments through the pool are not transactions, so they have a line of their
// own: the lines must add up to the balance.

import type { CurrencyCode } from '#core/kernel/money.ts'
import type { Pool, BalanceResponse } from '#core/money/responses.ts'
import { sumOf } from '#web/money/sumOf.ts'
import { formatUnsignedMoney } from '#web/platform/format.ts'

/** Major units. */
export interface PoolTotals {
  contributions: number
  expenses: number
  /** Received less paid out. */
  settlementPayments: number
  balance: number
}

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
