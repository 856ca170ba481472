// Whether there is money on a trip: an expense, a contribution or a payment.

import type { ExistingTrip } from '#projections/replica/tripResponses.ts'

/** While there is, the currency is fixed. */
export const hasRecords = ({ balances }: ExistingTrip<'balances'>): boolean => balances.currency !== null
