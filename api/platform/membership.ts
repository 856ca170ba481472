// Reads a trip for a person. The trip's own stream decides the access: a read model may lag and never widens it.

import { authorizeOnTrip, relationOf } from '#core/trips/access.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import { tripRefusals } from '#core/trips/contract.ts'
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
  return readFor(deps, state.trip!, userId)
}

/** The trip whatever this person's relation to it; null when it does not exist (any more). */
export async function existingTrip(deps: ReadDeps, tripId: string, userId: string): Promise<Trip | null> {
  const { trip } = await deps.reader.lastKnown(tripStreamType, tripId)
  return trip && !trip.deleted ? readFor(deps, trip, userId) : null
}

/**
 * The read model's document, like all other reads; but the stream's state when the read model lacks this person's
 * relation or a change to private, because those decide what they see.
 */
async function readFor({ readModels }: ReadDeps, trip: Trip, userId: string): Promise<Trip> {
  // Copied, because the reader keeps folding into its state.
  const current = { ...trip }
  const doc = await readModels.get(trips, trip.id)
  const isSame =
    doc?.details.isPublic === current.details.isPublic &&
    relationOf(doc, userId) === relationOf(current, userId)
  return isSame ? doc : current
}
