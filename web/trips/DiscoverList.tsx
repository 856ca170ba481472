// Others' public trips as cards, twenty at a time, soonest first.

import { useState } from 'react'
import type { ReducedTrip } from '#core/trips/responses.ts'
import { discoverTrips } from '#core/trips/contract.ts'
import type { QueryState } from '#web/platform/queries.ts'
import { useQuery } from '#web/platform/queries.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { DiscoverCard } from '#web/trips/DiscoverCard.tsx'
import { TripCardSkeleton } from '#web/trips/TripCard.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { MapPicture } from '#web/ui/pictures/MapPicture.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'

const PAGE = 20
export const firstDiscovered = { scope: 'discover', limit: PAGE, offset: 0 }

interface DiscoverListProps {
  /** The first page. */
  trips: QueryState<{ trips: ReducedTrip[]; pagination: { total: number } }>
  onPlan: () => void
}

const grid = 'card-grid'

export function DiscoverList({ trips, onPlan }: DiscoverListProps) {
  const [pages, setPages] = useState(1)
  useReloadOnOpen(true, trips)
  const { data, error, isLoading, reload } = trips
  const retry = () => void reload()
  if (!data)
    return error && !isLoading ? (
      <ErrorState message="Failed to fetch trips" onRetry={retry} />
    ) : (
      <Skeletons count={4} />
    )
  return (
    <section aria-label="Public trips" className="grid gap-4 md:gap-5">
      {error && (
        <Banner
          tone="warning"
          title="Failed to fetch trips"
          action={
            <Button size="sm" variant="secondary" busy={isLoading} onClick={retry}>
              Retry
            </Button>
          }
        >
          This is what was there when they were last read.
        </Banner>
      )}
      {data.pagination.total === 0 ? (
        <EmptyState
          picture={<MapPicture />}
          title="No public trips to discover yet"
          detail="Trips that others make public are found here."
          action={<Button onClick={onPlan}>Plan a Trip of Your Own</Button>}
        />
      ) : (
        <ul className={grid}>
          <Cards trips={data.trips} />
          {Array.from({ length: pages - 1 }, (_, page) => (
            <LaterPage key={page} offset={(page + 1) * PAGE} />
          ))}
        </ul>
      )}
      {data.pagination.total > pages * PAGE && (
        <Button variant="secondary" className="justify-self-center" onClick={() => setPages(pages + 1)}>
          Show more
        </Button>
      )}
    </section>
  )
}

function Cards({ trips }: { trips: readonly ReducedTrip[] }) {
  return trips.map((trip) => (
    <li key={trip.id}>
      <DiscoverCard trip={trip} />
    </li>
  ))
}

function LaterPage({ offset }: { offset: number }) {
  const { data, error, isLoading, reload } = useQuery(
    discoverTrips,
    {},
    { scope: 'discover', limit: PAGE, offset },
  )
  if (data) return <Cards trips={data.trips} />
  return (
    <li className="md:col-span-2">
      {error && !isLoading ? (
        <ErrorState message="Failed to fetch trips" onRetry={() => void reload()} />
      ) : (
        <Skeletons count={1} />
      )}
    </li>
  )
}

function Skeletons({ count }: { count: number }) {
  return (
    <Loading label="Loading public trips...">
      <div className={grid}>
        {Array.from({ length: count }, (_, card) => (
          <TripCardSkeleton key={card} />
        ))}
      </div>
    </Loading>
  )
}
