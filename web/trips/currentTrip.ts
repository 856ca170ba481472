// The trips that a person most likely opens the app for.

import { compareText } from '#core/kernel/compareText.ts'
import type { TripResponse } from '#core/trips/responses.ts'

type TripDates = Pick<TripResponse, 'startDate' | 'endDate' | 'status'>

export const isTripOver = (
  { status, endDate }: Pick<TripDates, 'status' | 'endDate'>,
  today: string,
): boolean => status === 'completed' || endDate < today

/**
 * Trips that are under way, the one that began last first; then those to come, the next one first. A cancelled trip is
 * none of these, nor is one that was marked completed before its last day.
 * @param today YYYY-MM-DD where the reader is
 */
export function currentAndUpcomingTrips<Trip extends TripDates>(
  trips: readonly Trip[],
  today: string,
): Trip[] {
  const open = trips.filter((trip) => trip.status !== 'cancelled' && !isTripOver(trip, today))
  const inOrder = open.toSorted((a, b) => compareText(a.startDate, b.startDate))
  const begun = inOrder.filter(({ startDate }) => startDate <= today)
  return [...begun.toReversed(), ...inOrder.slice(begun.length)]
}

/** The first of these, else the trip that ended last. */
export const findCurrentTrip = <Trip extends TripDates>(
  trips: readonly Trip[],
  today: string,
): Trip | undefined =>
  currentAndUpcomingTrips(trips, today)[0] ??
  trips
    .filter(({ status }) => status !== 'cancelled')
    .toSorted((a, b) => compareText(b.endDate, a.endDate))[0]
