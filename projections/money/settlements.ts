// The plan of each trip in each mode: who pays whom. It depends on the figures, on who is on the trip and, while nothing
// was spent, on the trip's currency, so it is derived from both documents; a reader works nothing out.

import type { CurrencyCode } from '#core/kernel/money.ts'
import { emptyLedger } from '#core/money/ledger.ts'
import type { PoolMode } from '#core/money/plan.ts'
import { rosterOf } from '#core/money/roster.ts'
import type { Settlement } from '#core/money/settlement.ts'
import { settleInEachMode } from '#core/money/settlement.ts'
import type { Trip } from '#core/trips/trip.ts'
import type { TripBalances } from '#projections/money/balances.ts'
import { balances } from '#projections/money/balances.ts'
import { derivedProjection } from '#projections/platform/projection.ts'
import { trips } from '#projections/trips/trips.ts'

/** Amounts in minor units; no names, which are the trip's to tell. */
export interface TripSettlements extends Record<PoolMode, Settlement> {
  currency: CurrencyCode
}

export const settlements = derivedProjection({
  name: 'settlements',
  version: 1,
  from: [trips, balances],
  derive: settlementsOf,
})

/** @throws SettlementDoesNotAddUp rather than tell a sum that is off by a cent */
export function settlementsOf(trip: Trip, figures: TripBalances | null): TripSettlements {
  const currency = figures?.currency ?? trip.details.currency
  const ledger = figures?.ledger ?? emptyLedger
  return { currency, ...settleInEachMode({ ledger, people: rosterOf(trip), currency }) }
}
