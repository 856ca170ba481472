// The context of commands on a trip's itinerary and money: the trip from its own stream. All participants may run them.

import type { OperationRequest } from '#core/store/operation.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import { authorizeOnTrip } from '#core/trips/access.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { Trip, TripState } from '#core/trips/trip.ts'

export interface TripContext {
  state: TripState
  /** Read only after `authorize` has accepted that the trip exists. */
  trip: Trip
  /** Of a command that brings content back: hashes of its files whose bytes are gone. */
  erasedFiles?: ReadonlySet<string>
}

const authorize = ({ by }: OperationRequest, { state }: TripContext) => authorizeOnTrip(state, by.id)

/** The access rules of a path that names the trip. */
export const forTripParticipants = {
  authorize,
  authorizeRead: authorize,
  streamId: ({ params }: OperationRequest) => params['tripId']!,
  async load({ params }: OperationRequest, reader: StreamReader): Promise<TripContext> {
    const state = await reader.state(tripStreamType, params['tripId']!)
    return { state, trip: state.trip! }
  },
}

/** For a path that names an entity. @param entityParam the path's parameter with the entity's id */
export const forParticipantsByEntity = (entityParam: string) => ({ ...forTripParticipants, entityParam })
