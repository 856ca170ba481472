// The read model of a trip: details, people, roles, guests' names, invitations and requests. Folded by the decider's
// `evolve`.

import type { RecordedEventOf } from '#core/kernel/decider.ts'
import { tripUpcasts, type TripEvent } from '#core/trips/events.ts'
import { evolveTrip, type Trip } from '#core/trips/trip.ts'
import { idIn, type Projection } from '#projections/platform/projection.ts'

type TripDoc = Trip | null

const { GuestContactSet: _, GuestContactErased: __, ...handled } = tripUpcasts

function fold(doc: TripDoc, event: RecordedEventOf<TripEvent>): TripDoc {
  const state = { trip: doc && { ...doc } }
  evolveTrip(state, event)
  return state.trip?.deleted ? null : state.trip
}

export const trips: Projection<TripDoc> = {
  name: 'trips',
  version: 5,
  keys: ({ stream }) => [idIn(stream)],
  empty: () => null,
  on: Object.fromEntries(
    Object.keys(handled).map((type) => [type, fold as Projection<TripDoc>['on'][string]]),
  ),
}
