// The trips that a person most likely opens the app for.

import { compareText } from '#core/kernel/compareText.ts'
import type { ListedTrip } from '#core/trips/responses.ts'
import { isTripOver } from '#web/trips/tripTiming.ts'

type TripDates = Pick<ListedTrip, 'startDate' | 'endDate' | 'status'>
type Candidate = TripDates & Pick<ListedTrip, 'isInvited'>

/**
 * Trips that are under way, the one that began last first; then those to come, the next one first. A cancelled trip is
 * none of these, nor is one that was marked completed before its last day, nor one whose invitation is not answered.
 * @param today YYYY-MM-DD where the reader is
 */
export function currentAndUpcomingTrips<Trip extends Candidate>(
  trips: readonly Trip[],
  today: string,
): Trip[] {
  const open = trips.filter((trip) => isCandidate(trip) && !isTripOver(trip, today))
  const inOrder = open.toSorted((a, b) => compareText(a.startDate, b.startDate))
  const begun = inOrder.filter(({ startDate }) => startDate <= today)
  return [...begun.toReversed(), ...inOrder.slice(begun.length)]
}

const isCandidate = ({ status, isInvited }: Candidate) => status !== 'cancelled' && !isInvited

/** The first of these, else the trip that ended last. */
export const findCurrentTrip = <Trip extends Candidate>(
  trips: readonly Trip[],
  today: string,
): Trip | undefined =>
  currentAndUpcomingTrips(trips, today)[0] ??
  trips.filter(isCandidate).toSorted((a, b) => compareText(b.endDate, a.endDate))[0]
