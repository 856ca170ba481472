// Converts entered amounts to minor units of the trip's currency.

import { convert, toMajor, toMinor, type CurrencyCode } from '#core/kernel/money.ts'
import { invalid } from '#core/kernel/refusals.ts'
import { AMOUNT_IS_INVALID, TOO_LARGE } from '#core/money/amountFields.ts'
import type { ExpenseChanges } from '#core/money/bodies.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import type { Expense, Original } from '#core/money/events.ts'

export type Amounts = Pick<Expense, 'amount' | 'original'>

/** That of a new payment, where there is one. */
export const originalOf = ({ original }: Amounts): { original?: Original } => (original ? { original } : {})

/**
 * Converts once, at entry, and never again (docs/decisions.md §6).
 * @param max of the result, in major units
 */
export function amountsOf(
  major: number,
  {
    currency: entered,
    exchangeRate,
  }: { currency?: CurrencyCode | null | undefined; exchangeRate?: number | null | undefined },
  currency: CurrencyCode,
  max: number = moneyLimits.expense.max,
): Amounts | ReturnType<typeof invalid> {
  if (!entered || entered === currency) {
    const amount = toMinor(major, currency)
    if (exchangeRate && exchangeRate !== 1)
      return invalid({ exchangeRate: 'An exchange rate is for an amount in another currency' })
    if (amount === null) return invalid({ amount: AMOUNT_IS_INVALID })
    return toMajor(amount, currency) > max ? invalid({ amount: TOO_LARGE }) : { amount, original: null }
  }
  if (!exchangeRate) return invalid({ exchangeRate: 'Exchange rate is required for another currency' })
  const foreign = toMinor(major, entered)
  if (foreign === null) return invalid({ amount: AMOUNT_IS_INVALID })
  const amount = convert(foreign, entered, exchangeRate, currency)
  if (amount < 1) return invalid({ amount: 'Amount must be greater than 0' })
  if (toMajor(amount, currency) > max) return invalid({ amount: TOO_LARGE })
  return { amount, original: { amount: foreign, currency: entered, exchangeRate } }
}

/** Minor units. */
export const largestAmount = (currency: CurrencyCode): number =>
  toMinor(moneyLimits.expense.max, currency) ?? Math.floor(moneyLimits.expense.max)

/** An amount without a currency is in the trip's currency, as in the response that was edited. */
export function changedAmounts(changes: ExpenseChanges, was: Expense): Amounts | ReturnType<typeof invalid> {
  const { amount, original } = was
  if (changes.amount !== undefined) {
    const unchanged = !changes.currency && toMinor(changes.amount, was.currency) === amount
    const sameRate = !changes.exchangeRate || changes.exchangeRate === original?.exchangeRate
    return unchanged && sameRate ? { amount, original } : amountsOf(changes.amount, changes, was.currency)
  }
  if (changes.currency || changes.exchangeRate) return invalid({ amount: AMOUNT_IS_INVALID })
  return { amount, original }
}
