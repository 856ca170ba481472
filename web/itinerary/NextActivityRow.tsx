// The next activity of a trip, or the one after it, in one row that opens the itinerary.

import type { TripResponse } from '#core/trips/responses.ts'
import { itineraryResponse } from '#projections/replica/tripResponses.ts'
import { isSoon, nextActivities, timeUntil } from '#web/itinerary/nextActivity.ts'
import { calendarDateOf, dotted, formatClock } from '#web/platform/time/format.ts'
import { paths } from '#web/platform/page/paths.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { ListRow } from '#web/ui/lists/List.tsx'

interface NextActivityRowProps {
  trip: TripResponse
  /** 1 is the one after the next, without which there is no row. */
  nth?: 0 | 1
}

export function NextActivityRow({ trip, nth = 0 }: NextActivityRowProps) {
  const { data } = useTripResponse(trip.id, itineraryResponse)
  const now = new Date(useNow())
  const [today, clock] = [calendarDateOf(now), formatClock(now)]
  const next = nextActivities(data?.items ?? [], today, clock)[nth]
  const href = `${paths.trip(trip.id)}#itinerary${next ? `/${next.date}` : ''}`
  if (!next && nth > 0) return null
  if (!next)
    return (
      <ListRow
        href={href}
        title={today > trip.endDate ? 'Itinerary' : 'Nothing more is planned'}
        detail={
          today > trip.endDate ? 'What you did, day by day' : 'Add an activity, and everyone sees it here'
        }
        more
      />
    )
  const soon = isSoon(next, today, clock)
  // Of a later one of the same day the time is enough.
  const when = nth === 0 || soon || next.date !== today ? timeUntil(next, today, clock) : null
  return (
    <ListRow
      href={href}
      leading={
        <span className={`min-w-13 text-title font-semibold tabular-nums ${nth === 0 ? 'text-accent' : ''}`}>
          {next.startTime}
        </span>
      }
      title={next.title}
      detail={
        soon ? (
          <>
            {next.location !== null && <span>{`${next.location} · `}</span>}
            <span className="font-semibold text-accent">{when}</span>
          </>
        ) : (
          dotted([next.location, when])
        )
      }
      more
    />
  )
}
