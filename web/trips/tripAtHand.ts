// The trip that a person most likely opens the app for.

import type { TripResponse } from '#core/trips/responses.ts'

/**
 * The one that is under way, else the next one, else the last one. Of several, the one that began last, begins first or
 * ended last; never a cancelled one.
 * @param today YYYY-MM-DD where the reader is
 */
export function tripAtHand<Trip extends Pick<TripResponse, 'startDate' | 'endDate' | 'status'>>(
  trips: readonly Trip[],
  today: string,
): Trip | undefined {
  const kept = trips.filter(({ status }) => status !== 'cancelled')
  const latest = (some: readonly Trip[], of: 'startDate' | 'endDate') =>
    some.toSorted((a, b) => (a[of] < b[of] ? 1 : a[of] > b[of] ? -1 : 0))
  return (
    latest(
      kept.filter(({ startDate, endDate }) => startDate <= today && today <= endDate),
      'startDate',
    )[0] ??
    latest(
      kept.filter(({ startDate }) => startDate > today),
      'startDate',
    ).at(-1) ??
    latest(kept, 'endDate')[0]
  )
}
