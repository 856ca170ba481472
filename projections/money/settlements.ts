// The read model of each trip's settlement in each mode. It depends on the figures, on the roster and, while there is
// no money, on the trip's currency, so it is derived from both documents.

import type { CurrencyCode } from '#core/kernel/money.ts'
import { emptyLedger } from '#core/money/balances/ledger.ts'
import { resolveLedger } from '#core/money/claimedGuests.ts'
import type { PoolMode } from '#core/money/responses.ts'
import { rosterOf } from '#core/money/roster.ts'
import { settleInEachMode, type Settlement } from '#core/money/settlement/settlement.ts'
import { aliasesOf } from '#core/trips/guestClaims.ts'
import type { Trip } from '#core/trips/trip.ts'
import { balances, type TripBalances } from '#projections/money/balances.ts'
import { derivedProjection } from '#projections/platform/projection.ts'
import { trips } from '#projections/trips/trips.ts'

/** Amounts in minor units, without names. */
export interface TripSettlements extends Record<PoolMode, Settlement> {
  currency: CurrencyCode
}

export const settlements = derivedProjection({
  name: 'settlements',
  version: 2,
  from: [trips, balances],
  derive: settlementsOf,
})

/** @throws SettlementDoesNotAddUp rather than return a sum that is off by a cent */
export function settlementsOf(trip: Trip, figures: TripBalances | null): TripSettlements {
  const currency = figures?.currency ?? trip.details.currency
  const ledger = resolveLedger(aliasesOf(trip), figures?.ledger ?? emptyLedger)
  return { currency, ...settleInEachMode({ ledger, people: rosterOf(trip), currency }) }
}
