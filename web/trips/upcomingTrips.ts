// The upcoming trips: the three soonest that begin within thirty days (spec §2, §9). Includes cancelled ones, whose
// chip says so.

import { compareText } from '#core/kernel/compareText.ts'
import { addDays } from '#core/kernel/calendar.ts'
import type { TripResponse } from '#core/trips/responses.ts'

const DAYS_AHEAD = 30
const MAX_SHOWN = 3

/** @param today YYYY-MM-DD where the reader is */
export function upcomingTrips<Trip extends Pick<TripResponse, 'id' | 'startDate'>>(
  trips: readonly Trip[],
  today: string,
): Trip[] {
  const last = addDays(today, DAYS_AHEAD)
  return trips
    .filter(({ startDate }) => startDate >= today && startDate <= last)
    .toSorted((a, b) => compareText(a.startDate, b.startDate) || compareText(a.id, b.id))
    .slice(0, MAX_SHOWN)
}
