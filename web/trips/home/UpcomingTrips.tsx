// The upcoming trips on the home screen.

import type { TripResponse } from '#core/trips/responses.ts'
import { compareText } from '#core/kernel/compareText.ts'
import { addDays } from '#core/kernel/calendar.ts'
import { dotted, formatDateRange } from '#web/platform/time/format.ts'
import { paths } from '#web/platform/page/paths.ts'
import { TripStatusChip } from '#web/trips/TripStatusChip.tsx'
import { tripTiming } from '#web/trips/tripTiming.ts'
import { CoverThumb } from '#web/ui/cover/Cover.tsx'
import { ListRow, List } from '#web/ui/lists/List.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'

export function UpcomingTripList({ trips, today }: { trips: readonly TripResponse[]; today: string }) {
  return (
    <section aria-label="Upcoming Trips">
      <SectionTitle>Upcoming Trips</SectionTitle>
      {trips.length === 0 ? (
        <p className="rounded-card border border-line bg-surface px-4 py-5 text-center text-muted">
          Nothing begins in the next 30 days.
        </p>
      ) : (
        <List label="Upcoming Trips">
          {trips.map((trip) => (
            <ListRow
              key={trip.id}
              href={paths.trip(trip.id)}
              leading={<CoverThumb trip={trip} />}
              title={trip.title}
              detail={dotted([formatDateRange(trip.startDate, trip.endDate), tripTiming(trip, today)])}
              trailing={<TripStatusChip trip={trip} />}
              more
            />
          ))}
        </List>
      )}
    </section>
  )
}

const DAYS_AHEAD = 30
const MAX_SHOWN = 3

/**
 * The upcoming trips: the three soonest that begin within thirty days (spec §2, §9). Includes cancelled ones, whose
 * chip says so.
 * @param today YYYY-MM-DD where the reader is
 */
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
