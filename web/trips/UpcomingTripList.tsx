// The list of the upcoming trips on the home screen.

import { statusLabels } from '#core/trips/labels.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { dotted, formatDateRange } from '#web/platform/format.ts'
import { paths } from '#web/platform/paths.ts'
import { statusTones } from '#web/trips/tripLabels.ts'
import { tripTiming } from '#web/trips/tripTiming.ts'
import { CoverThumb } from '#web/ui/cover/Cover.tsx'
import { List } from '#web/ui/List.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'

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
              trailing={<StatusChip tone={statusTones[trip.status]}>{statusLabels[trip.status]}</StatusChip>}
              more
            />
          ))}
        </List>
      )}
    </section>
  )
}
