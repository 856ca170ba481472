// Every trip that is open to see, by its start, in one document: who discovers reads it whole and the trips of one page.

import type { TripDetails, TripEvent } from '#core/trips/events.ts'
import { idIn, projection } from '#projections/platform/projection.ts'

export interface PublicTrip extends Pick<TripDetails, 'startDate' | 'endDate' | 'status'> {
  id: string
}

export interface PublicTrips {
  trips: readonly PublicTrip[]
}

/** The key of the only document. */
export const EVERYWHERE = 'everywhere'

export const publicTrips = projection<PublicTrips, TripEvent>({
  name: 'publicTrips',
  version: 1,
  key: () => EVERYWHERE,
  empty: () => ({ trips: [] }),
  on: {
    TripPlanned: (doc, { data }) => shown(doc, data.tripId, data.details),
    TripDetailsChanged: (doc, { data, stream }) => shown(doc, idIn(stream), data.details),
    TripDeleted: (doc, { data }) => without(doc, data.tripId),
  },
})

/** Those one can still come along to, soonest first: neither over nor called off. @param today YYYY-MM-DD */
export function upcomingPublicTrips({ trips }: PublicTrips, today: string): PublicTrip[] {
  return trips.filter(
    ({ endDate, status }) => endDate >= today && status !== 'completed' && status !== 'cancelled',
  )
}

function shown(doc: PublicTrips, id: string, { isPublic, startDate, endDate, status }: TripDetails) {
  const { trips } = without(doc, id)
  if (!isPublic) return { trips }
  const listed = { id, startDate, endDate, status }
  return { trips: trips.toSpliced(placeOf(trips, listed), 0, listed) }
}

function without(doc: PublicTrips, id: string): PublicTrips {
  const at = doc.trips.findIndex((one) => one.id === id)
  return at < 0 ? doc : { trips: doc.trips.toSpliced(at, 1) }
}

/** By halving. */
function placeOf(trips: readonly PublicTrip[], { startDate, id }: PublicTrip): number {
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
