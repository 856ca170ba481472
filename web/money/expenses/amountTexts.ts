// What stands under the amount and beside the pool while they are filled in.

import type { CurrencyCode } from '#core/kernel/money.ts'
import { toMajor } from '#core/kernel/money.ts'
import type { BalanceResponse } from '#core/money/responses.ts'
import { sumOf } from '#web/money/sumOf.ts'
import { formatMoney, formatUnsignedMoney } from '#web/platform/format.ts'

/** How an amount typed with a comma or another keyboard was read; undefined where it reads as it is typed. */
export function readBack(typed: string, minor: number | null, currency: CurrencyCode): string | undefined {
  if (minor === null || /^\s*[\d.]*\s*$/.test(typed)) return undefined
  return `Read as ${formatMoney(toMajor(minor, currency), currency)}`
}

/** What an amount in another currency comes to; undefined until it can be said. @param minor of the trip's currency */
export function inTripText(minor: number | null, currency: CurrencyCode): string | undefined {
  return minor === null
    ? undefined
    : `That is ${formatMoney(toMajor(minor, currency), currency)} for this trip.`
}

/** What is in the pool: all net balances add up to it. */
export function poolText(balances: readonly BalanceResponse[], currency: CurrencyCode): string {
  const sum = sumOf(
    balances.map(({ netBalance }) => netBalance),
    currency,
  )
  const text = formatUnsignedMoney(sum, currency)
  return sum < 0 ? `The pool is ${text} short.` : `The pool holds ${text}.`
}
