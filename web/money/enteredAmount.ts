// An amount as typed, perhaps in another currency: its value in the trip's currency, and its errors.

import { type CurrencyCode, toMinor } from '#core/kernel/money.ts'
import { readRate } from '#core/kernel/typedNumber.ts'
import { amountsOf } from '#core/money/amounts.ts'
import type { Expense, Original } from '#core/money/events.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import { amountFault, readTypedAmount, isCalculation } from '#core/money/typedAmount.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'

/** What the fields of an amount hold. */
export interface EnteredAmount {
  /** As typed, in the other currency when there is one. */
  amount: string
  /** Code of another currency; '' for the trip's own. */
  otherCurrency: string
  /** As typed: the value of one unit of the other currency in the trip's. */
  exchangeRate: string
}

/** The currency of the typed amount. */
export const enteredCurrency = ({ otherCurrency }: EnteredAmount, currency: CurrencyCode): CurrencyCode =>
  otherCurrency === '' ? currency : otherCurrency

/** In major units of the currency of the amount. @returns null when empty, NaN for no amount */
export const majorOf = (entered: EnteredAmount, currency: CurrencyCode): number | null =>
  readTypedAmount(entered.amount, enteredCurrency(entered, currency))

/** The amount in minor units of its own currency; null when it is invalid, whatever the trip's currency is. */
export function typedMinor(text: string, currency: CurrencyCode): number | null {
  const major = readTypedAmount(text, currency)
  if (major === null || !(major > 0) || major > moneyLimits.expense.maxInOther) return null
  return toMinor(major, currency)
}

/**
 * The amount in minor units of the trip's currency, converted as the server does; null when invalid.
 * @param max of the result, in major units; an expense's by default
 */
export function minorInTrip(entered: EnteredAmount, currency: CurrencyCode, max?: number): number | null {
  const code = enteredCurrency(entered, currency)
  if (typedMinor(entered.amount, code) === null) return null
  const exchangeRate = entered.otherCurrency === '' ? null : readRate(entered.exchangeRate)
  const converted = amountsOf(majorOf(entered, currency)!, { currency: code, exchangeRate }, currency, max)
  return 'amount' in converted ? converted.amount : null
}

/** The schema checks the digits of an amount once all fields are valid; the form shows the error earlier. */
export function amountFaults(entered: EnteredAmount, currency: CurrencyCode): Record<string, string> {
  const major = majorOf(entered, currency)
  const isTyped = major !== null && !Number.isNaN(major)
  const isExact = !isTyped || toMinor(major, enteredCurrency(entered, currency)) !== null
  const hasRate = entered.otherCurrency === '' || readRate(entered.exchangeRate) !== null
  return {
    ...(!isExact && { amount: 'Valid amount is required' }),
    ...(!hasRate && { exchangeRate: 'Exchange rate is required for another currency' }),
  }
}

/** What is wrong with the amount, where more can be said than that it is not valid. */
export function amountWords(
  values: EnteredAmount & { kind: Expense['kind'] },
  currency: CurrencyCode,
): string | undefined {
  const fault = amountFault(values.amount, enteredCurrency(values, currency))
  if (fault !== undefined || !((majorOf(values, currency) ?? 0) < 0)) return fault
  return values.kind === 'refund'
    ? 'A refund is entered without the minus'
    : 'Amount must be greater than 0. Did money come back? Choose Refund under More.'
}

/** What may have been entered in another currency, and when. */
export interface Rated {
  original?: Original | null
  createdAt: string
}

/** The last exchange rate of this currency on this trip; '' when there is none. */
export function lastRate(rated: readonly Rated[], code: string): string {
  const last = rated
    .filter(({ original }) => original?.currency === code)
    .reduce<Rated | null>((late, each) => (late && late.createdAt >= each.createdAt ? late : each), null)
  return last?.original ? String(last.original.exchangeRate) : ''
}

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
