// Who may read a trip, decided by the trip's own stream: a view may lag and never widens access.

import { authorizeOnTrip, relationOf } from '#core/trips/access.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import { tripRefusals } from '#core/trips/contract.ts'
import type { Trip } from '#core/trips/trip.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import { trips } from '#projections/trips/trips.ts'
import { toHttpError } from '#api/platform/operationRoute.ts'
import type { ReadModels } from '#api/platform/readModels.ts'

interface Deps {
  reader: StreamReader
  readModels: ReadModels
}

/** The trip, for one of its participants. @throws HttpError 404 or 403 for anybody else. */
export async function tripForParticipant(deps: Deps, tripId: string, userId: string): Promise<Trip> {
  const state = await deps.reader.lastKnown(tripStreamType, tripId)
  const refusal = authorizeOnTrip(state, userId)
  if (refusal) throw toHttpError(refusal, tripRefusals)
  return shownTo(deps, state.trip!, userId)
}

/** The trip whatever this person is to it; null when there is none (any more). */
export async function existingTrip(deps: Deps, tripId: string, userId: string): Promise<Trip | null> {
  const { trip } = await deps.reader.lastKnown(tripStreamType, tripId)
  return trip && !trip.deleted ? shownTo(deps, trip, userId) : null
}

/**
 * The view's document, as all else that is read; but the stream's own state where the view does not know yet what
 * this person is to the trip or that it has turned private, because that says what they are shown.
 */
async function shownTo({ readModels }: Deps, trip: Trip, userId: string): Promise<Trip> {
  // The reader goes on folding into its state.
  const present = { ...trip }
  const shown = await readModels.get(trips, trip.id)
  const isSame =
    shown?.details.isPublic === present.details.isPublic &&
    relationOf(shown, userId) === relationOf(present, userId)
  return isSame ? shown : present
}
