// A trip at one moment, in the very documents its calls are answered from, folded by the very views: the history has no
// rules of its own about what a fact does.

import type { Recorded } from '#core/kernel/decider.ts'
import type { ActivityRecord } from '#core/itinerary/records.ts'
import type { ContributionRecord, ExpenseRecord, PaymentRecord } from '#core/money/records.ts'
import type { Trip } from '#core/trips/trip.ts'
import { activities } from '#projections/itinerary/activities.ts'
import type { Balances } from '#projections/money/balances.ts'
import { balances } from '#projections/money/balances.ts'
import { contributions } from '#projections/money/contributions.ts'
import { expenses } from '#projections/money/expenses.ts'
import { payments } from '#projections/money/payments.ts'
import type { Chunks } from '#projections/platform/chunks.ts'
import type { AnyView } from '#projections/platform/view.ts'
import { trips } from '#projections/trips/trips.ts'

/** Never changed in place, so a moment costs what differs from the one before. */
export interface TripDocs {
  trip: Trip | null
  activities: Chunks<ActivityRecord>
  expenses: Chunks<ExpenseRecord>
  contributions: Chunks<ContributionRecord>
  payments: Chunks<PaymentRecord>
  balances: Balances
}

const views: Readonly<Record<keyof TripDocs, AnyView>> = {
  trip: trips,
  activities,
  expenses,
  contributions,
  payments,
  balances,
}
const names = Object.keys(views) as (keyof TripDocs)[]

export const noDocs = (tripId: string): TripDocs =>
  Object.fromEntries(names.map((name) => [name, views[name].empty(tripId)])) as unknown as TripDocs

/** The trip alone, which is all that most words need. */
export function foldTrip(trip: Trip | null, event: Recorded, tripId: string): Trip | null {
  const handle = trips.on[event.type]
  return handle ? handle(trip, event as never, tripId) : trip
}

export function foldDocs(docs: TripDocs, event: Recorded, tripId: string): TripDocs {
  const changed: Record<string, unknown> = {}
  for (const name of names) {
    const handle = views[name].on[event.type]
    if (handle) changed[name] = handle(docs[name], event as never, tripId) ?? views[name].empty(tripId)
  }
  return { ...docs, ...changed }
}
