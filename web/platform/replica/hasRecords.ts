// Whether money was ever recorded on a trip: an expense, a contribution or a payment.

import type { ExistingTrip } from '#projections/replica/tripResponses.ts'

/** The first record fixes the currency. */
export const hasRecords = ({ balances }: ExistingTrip<'balances'>): boolean => balances.currency !== null
