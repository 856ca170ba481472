// Public trips of others as cards, 20 per page, the soonest first.

import { useState } from 'react'
import type { ReducedTrip } from '#core/trips/responses.ts'
import { discoverTrips } from '#core/trips/contract.ts'
import type { QueryState } from '#web/platform/queries.ts'
import { useQuery } from '#web/platform/queries.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { DiscoverCard } from '#web/trips/DiscoverCard.tsx'
import { TripCardSkeletons } from '#web/trips/TripCardSkeletons.tsx'
import { firstDiscovered, PAGE } from '#web/trips/tripPages.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { MapPicture } from '#web/ui/pictures/MapPicture.tsx'
import { RetryBanner } from '#web/ui/RetryBanner.tsx'

interface DiscoverListProps {
  /** The first page. */
  trips: QueryState<{ trips: ReducedTrip[]; pagination: { total: number } }>
  onPlan: () => void
}

const grid = 'card-grid'

export function DiscoverList({ trips, onPlan }: DiscoverListProps) {
  const [pages, setPages] = useState(1)
  useReloadOnOpen(true, trips)
  const { data, error } = trips
  if (!data)
    return (
      <Loaded
        query={trips}
        failed="Failed to fetch trips"
        skeleton={<TripCardSkeletons count={4} label="Loading public trips..." />}
      />
    )
  return (
    <section aria-label="Public trips" className="grid gap-4 md:gap-5">
      {error && (
        <RetryBanner query={trips} title="Failed to fetch trips">
          This is what was there when they were last read.
        </RetryBanner>
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
  const page = useQuery(discoverTrips, {}, { ...firstDiscovered, offset })
  if (page.data) return <Cards trips={page.data.trips} />
  return (
    <li className="md:col-span-2">
      <Loaded
        query={page}
        failed="Failed to fetch trips"
        skeleton={<TripCardSkeletons count={1} label="Loading public trips..." />}
      />
    </li>
  )
}
