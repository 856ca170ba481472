// The helper texts of the amount and of the pool in the form.

import { type CurrencyCode } from '#core/kernel/money.ts'
import type { BalanceResponse } from '#core/money/responses.ts'
import { isCalculation } from '#core/money/typedAmount.ts'
import { sumOf } from '#web/money/sumOf.ts'
import { formatUnsignedMoney } from '#web/platform/time/format.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'

/** The result of a calculation, or how an amount with a comma was parsed; undefined when it reads as typed. */
export function parsedAmountText(
  typed: string,
  minor: number | null,
  currency: CurrencyCode,
): string | undefined {
  if (minor === null || /^\s*[\d.]*\s*$/.test(typed)) return undefined
  return `${isCalculation(typed) ? '=' : 'Read as'} ${formatMinor(minor, currency)}`
}

/** @param minor of the trip's currency; null while the amount or the rate is not valid */
export function tripAmountText(minor: number | null, currency: CurrencyCode): string | undefined {
  return minor === null ? undefined : `That is ${formatMinor(minor, currency)} for this trip.`
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
