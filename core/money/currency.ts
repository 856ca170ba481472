// The currency of a trip's money.

import type { CurrencyCode } from '#core/kernel/money.ts'
import type { Trip } from '#core/trips/trip.ts'

/** Of the records that are there, or of the trip's details. */
export function currencyOf(trip: Trip, { currency }: { currency: CurrencyCode | null }): CurrencyCode {
  return currency ?? trip.details.currency
}
