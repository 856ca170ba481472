// Adds decimal amounts as minor units, because 0.1 + 0.2 is not 0.3.

import { type CurrencyCode, toMinorOrZero, toMajor } from '#core/kernel/money.ts'

/** Sum of major units of `currency`, exact. */
export function sumOf(amounts: readonly number[], currency: CurrencyCode): number {
  return toMajor(
    amounts.reduce((sum, amount) => sum + toMinorOrZero(amount, currency), 0),
    currency,
  )
}
