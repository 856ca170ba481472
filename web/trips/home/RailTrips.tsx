// The current and the upcoming trips in the main navigation of a very wide window.

import { listTrips } from '#core/trips/contract.ts'
import { paths } from '#web/platform/page/paths.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { useToday } from '#web/platform/time/useNow.ts'
import { currentAndUpcomingTrips } from '#web/trips/home/currentTrip.ts'
import { firstPage } from '#web/trips/tripPages.ts'
import { tripTiming } from '#web/trips/tripTiming.ts'
import { Anchor } from '#web/ui/buttons/Anchor.tsx'
import { CoverThumb } from '#web/ui/cover/Cover.tsx'

const MAX_SHOWN = 3

/** @param path of the current screen */
export function RailTrips({ path }: { path: string }) {
  const today = useToday()
  const trips = currentAndUpcomingTrips(useQuery(listTrips, {}, firstPage).data?.trips ?? [], today).slice(
    0,
    MAX_SHOWN,
  )
  if (trips.length === 0) return null
  return (
    <section aria-labelledby="rail-trips" className="mt-6">
      <h2 id="rail-trips" className="px-3 pb-1.5 text-meta font-semibold text-muted">
        Trips at hand
      </h2>
      {trips.map((trip) => {
        const href = paths.trip(trip.id)
        return (
          <Anchor
            key={trip.id}
            href={href}
            aria-current={path === href ? 'page' : undefined}
            className="flex min-h-13 items-center gap-2.5 rounded-field px-2 py-1.5 hover:bg-text/5 aria-[current]:bg-primary-soft"
          >
            <CoverThumb trip={trip} />
            <span className="min-w-0">
              <bdi className="line-clamp-2 text-secondary leading-4.5 font-semibold wrap-anywhere">
                {trip.title}
              </bdi>
              <span className="text-meta text-muted">{tripTiming(trip, today)}</span>
            </span>
          </Anchor>
        )
      })}
    </section>
  )
}
