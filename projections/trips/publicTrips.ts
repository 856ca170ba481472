// The read model of all public trips, sorted by start in one document: discovery reads it whole, and then the trips of
// one page.

import { isJoinable } from '#core/trips/isJoinable.ts'
import type { TripDetails, TripPlanEvent } from '#core/trips/events.ts'
import { idIn, projection } from '#projections/platform/projection.ts'

export interface PublicTrip extends Pick<TripDetails, 'startDate' | 'endDate' | 'status'> {
  id: string
}

export interface PublicTrips {
  trips: readonly PublicTrip[]
}

/** The key of the only document. */
export const PUBLIC_TRIPS_KEY = 'everywhere'

export const publicTrips = projection<PublicTrips, TripPlanEvent>({
  name: 'publicTrips',
  version: 1,
  key: () => PUBLIC_TRIPS_KEY,
  commutes: true,
  empty: () => ({ trips: [] }),
  on: {
    TripPlanned: (doc, { data }) => withTrip(doc, data.tripId, data.details),
    TripDetailsChanged: (doc, { data, stream }) => withTrip(doc, idIn(stream), data.details),
    TripDeleted: (doc, { data }) => withoutTrip(doc, data.tripId),
  },
})

/** Trips that can still be joined, soonest first. @param today YYYY-MM-DD */
export const joinableTrips = ({ trips }: PublicTrips, today: string): PublicTrip[] =>
  trips.filter((trip) => isJoinable(trip, today))

function withTrip(doc: PublicTrips, id: string, { isPublic, startDate, endDate, status }: TripDetails) {
  const { trips } = withoutTrip(doc, id)
  if (!isPublic) return { trips }
  const listed = { id, startDate, endDate, status }
  return { trips: trips.toSpliced(indexFor(trips, listed), 0, listed) }
}

function withoutTrip(doc: PublicTrips, id: string): PublicTrips {
  const index = doc.trips.findIndex((trip) => trip.id === id)
  return index < 0 ? doc : { trips: doc.trips.toSpliced(index, 1) }
}

/** Binary search. */
function indexFor(trips: readonly PublicTrip[], { startDate, id }: PublicTrip): number {
  let from = 0
  let to = trips.length
  while (from < to) {
    const middle = (from + to) >> 1
    const other = trips[middle]!
    if (other.startDate < startDate || (other.startDate === startDate && other.id < id)) from = middle + 1
    else to = middle
  }
  return from
}
