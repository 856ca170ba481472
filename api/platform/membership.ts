// Who may read a trip, decided by the trip's own stream: a view may lag and never widens access.

import { mayOnTrip, relationOf } from '#core/trips/access.ts'
import { tripKind } from '#core/trips/decider.ts'
import { tripRefusals } from '#core/trips/contract.ts'
import type { Trip } from '#core/trips/trip.ts'
import type { Reader } from '#core/store/reader.ts'
import { trips } from '#projections/trips/trips.ts'
import { refused } from '#api/platform/bind.ts'
import type { Reads } from '#api/platform/reads.ts'

interface Deps {
  reader: Reader
  reads: Reads
}

/** The trip, for one of its participants. @throws HttpError 404 or 403 for anybody else. */
export async function asParticipant(deps: Deps, tripId: string, userId: string): Promise<Trip> {
  const state = await deps.reader.lastKnown(tripKind, tripId)
  const refusal = mayOnTrip(state, userId)
  if (refusal) throw refused(refusal, tripRefusals)
  return shownTo(deps, state.trip!, userId)
}

/** The trip whatever this person is to it; null when there is none (any more). */
export async function existingTrip(deps: Deps, tripId: string, userId: string): Promise<Trip | null> {
  const { trip } = await deps.reader.lastKnown(tripKind, tripId)
  return trip && !trip.deleted ? shownTo(deps, trip, userId) : null
}

/**
 * The view's document, as all else that is read; but the stream's own state where the view does not know yet what
 * this person is to the trip or that it has turned private, because that says what they are shown.
 */
async function shownTo({ reads }: Deps, trip: Trip, userId: string): Promise<Trip> {
  // The reader goes on folding into its state.
  const present = { ...trip }
  const shown = await reads.get(trips, trip.id)
  const isSame =
    shown?.details.isPublic === present.details.isPublic &&
    relationOf(shown, userId) === relationOf(present, userId)
  return isSame ? shown : present
}
