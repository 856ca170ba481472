// What a command on the plan or the money of a trip knows of the trip, from the trip's own stream: who is on it, and
// when it is. Whoever is on it may.

import type { OperationRequest } from '#core/store/operation.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import { authorizeOnTrip } from '#core/trips/access.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { Trip, TripState } from '#core/trips/trip.ts'

export interface TripContext {
  state: TripState
  /** Of the present trip: only read once `may` has agreed that there is one. */
  trip: Trip
}

const authorize = ({ by }: OperationRequest, { state }: TripContext) => authorizeOnTrip(state, by.id)

/** For the trip that the path names. */
export const forTripParticipants = {
  authorize,
  authorizeRead: authorize,
  streamId: ({ params }: OperationRequest) => params['tripId']!,
  async load({ params }: OperationRequest, reader: StreamReader): Promise<TripContext> {
    const state = await reader.state(tripStreamType, params['tripId']!)
    return { state, trip: state.trip! }
  },
}

/** For the trip of a thing. @param thing the path's parameter that holds the thing's id */
export const forParticipantsByItem = (itemParam: string) => ({ ...forTripParticipants, itemParam })
