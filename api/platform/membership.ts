// Reads a trip for a user. The trip's stream decides on access, because its read model may be older than the last change.

import { authorizeOnTrip } from '#core/trips/access.ts'
import { relationOf } from '#core/trips/visibility.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import { tripRefusals } from '#core/trips/refusals.ts'
import type { Trip } from '#core/trips/trip.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import { trips } from '#projections/trips/trips.ts'
import { toHttpError } from '#api/platform/operationRoute.ts'
import type { ReadModels } from '#api/platform/readModels.ts'

export interface ReadDeps {
  reader: StreamReader
  readModels: ReadModels
}

/** The trip, for one of its participants. @throws HttpError 404 or 403 for anybody else. */
export async function tripForParticipant(deps: ReadDeps, tripId: string, userId: string): Promise<Trip> {
  const state = await deps.reader.lastKnown(tripStreamType, tripId)
  const refusal = authorizeOnTrip(state, userId)
  if (refusal) throw toHttpError(refusal, tripRefusals)
  return readCurrentTrip(deps, state.trip!, userId)
}

/** The trip, whether the user is on it or not; null when it does not exist or is deleted. */
export async function findTrip(deps: ReadDeps, tripId: string, userId: string): Promise<Trip | null> {
  const { trip } = await deps.reader.lastKnown(tripStreamType, tripId)
  return trip && !trip.deleted ? readCurrentTrip(deps, trip, userId) : null
}

/**
 * The document of the read model, unless it lacks a change of the user's role or of `isPublic`: these decide what the
 * user may see, so the state of the stream is returned then.
 */
async function readCurrentTrip({ readModels }: ReadDeps, trip: Trip, userId: string): Promise<Trip> {
  // A copy, because the reader folds later events into its state.
  const current = { ...trip }
  const doc = await readModels.get(trips, trip.id)
  const hasSameAccess =
    doc?.details.isPublic === current.details.isPublic &&
    relationOf(doc, userId) === relationOf(current, userId)
  return hasSameAccess ? doc : current
}
