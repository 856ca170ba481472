// What a command on the plan or the money of a trip knows of the trip, from the trip's own stream: who is on it, and
// when it is. Whoever is on it may.

import type { Request } from '#core/store/operate.ts'
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
  mayRead: may,
  stream: ({ params }: Request) => params['tripId']!,
  async known({ params }: Request, reader: Reader): Promise<KnownTrip> {
    const state = await reader.state(tripKind, params['tripId']!)
    return { state, trip: state.trip! }
  },
}

/** For the trip of a thing. @param thing the path's parameter that holds the thing's id */
export const onTripOf = (thing: string) => ({ ...onTrip, thing })
