// Who may read a trip, decided by the trip's own stream: a view may lag and never widens access.

import { mayOnTrip } from '#core/trips/access.ts'
import { tripKind } from '#core/trips/decider.ts'
import { tripRefusals } from '#core/trips/contract.ts'
import type { Trip } from '#core/trips/trip.ts'
import type { Reader } from '#core/store/reader.ts'
import { refused } from '#api/platform/bind.ts'

/** The trip, for one of its participants. @throws HttpError 404 or 403 for anybody else. */
export async function asParticipant(reader: Reader, tripId: string, userId: string): Promise<Trip> {
  const state = await reader.state(tripKind, tripId)
  const refusal = mayOnTrip(state, userId)
  if (refusal) throw refused(refusal, tripRefusals)
  return state.trip!
}
