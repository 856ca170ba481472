// Public trips of others as cards, the soonest first.

import { discoverTrips } from '#core/trips/contract.ts'
import type { ReducedTrip } from '#core/trips/responses.ts'
import type { QueryState } from '#web/platform/queries.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { DiscoverCard } from '#web/trips/DiscoverCard.tsx'
import { PagedTrips, type TripPage } from '#web/trips/PagedTrips.tsx'
import type { TripFilter } from '#web/trips/useTripSearch.ts'
import { firstDiscovered } from '#web/trips/tripPages.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { MapPicture } from '#web/ui/pictures/MapPicture.tsx'

interface DiscoverListProps {
  /** The first page. */
  trips: QueryState<TripPage<ReducedTrip>>
  /** The trip that is open beside or above the list. */
  openId: string | undefined
  onPlan: () => void
  matches: TripFilter | undefined
}

export function DiscoverList({ trips, openId, onPlan, matches }: DiscoverListProps) {
  useReloadOnOpen(true, trips)
  return (
    <PagedTrips
      label="Public trips"
      endpoint={discoverTrips}
      query={firstDiscovered}
      firstPage={trips}
      loading="Loading public trips..."
      matches={matches}
      renderCard={(trip) => <DiscoverCard trip={trip} isOpen={trip.id === openId} />}
      empty={
        <EmptyState
          picture={<MapPicture />}
          title="No public trips to discover yet"
          detail="Trips that others make public are found here."
          action={<Button onClick={onPlan}>Plan a Trip of Your Own</Button>}
        />
      }
    />
  )
}
