// What a command on the plan or the money of a trip knows of the trip, from the trip's own stream: who is on it, and
// when it is. Whoever is on it may.

import type { Locate, Request } from '#core/store/operate.ts'
import type { Reader } from '#core/store/reader.ts'
import { mayOnTrip } from '#core/trips/access.ts'
import { tripKind } from '#core/trips/decider.ts'
import type { Trip, TripState } from '#core/trips/trip.ts'

export interface KnownTrip {
  state: TripState
  /** Of the present trip: only read once `may` has agreed that there is one. */
  trip: Trip
}

const may = ({ by }: Request, { state }: KnownTrip) => mayOnTrip(state, by.id)

/** For the trip that the path names. */
export const onTrip = {
  may,
  stream: ({ params }: Request) => params['tripId']!,
  known: ({ params }: Request, reader: Reader) => knownTrip(params['tripId']!, reader),
}

/** For the trip of a thing. @param name of the path's parameter that holds the thing's id */
export const onTripOf = (name: string) => ({
  may,
  stream: ({ params }: Request, locate: Locate) => locate(params[name]!),
  known: async ({ params, locate }: Request, reader: Reader) =>
    knownTrip((await locate(params[name]!))!, reader),
})

async function knownTrip(tripId: string, reader: Reader): Promise<KnownTrip> {
  const state = await reader.state(tripKind, tripId)
  return { state, trip: state.trip! }
}
