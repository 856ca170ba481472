// The person's trips as cards, after the new ones that are not sent yet.

import { listTrips } from '#core/trips/contract.ts'
import type { ListedTrip } from '#core/trips/responses.ts'
import type { QueryState } from '#web/platform/queries/queries.ts'
import { NoTrips } from '#web/trips/list/NoTrips.tsx'
import { PagedTrips, type TripPage } from '#web/trips/list/PagedTrips.tsx'
import { usePlannedTrips } from '#web/trips/useShownTrip.ts'
import { PlannedCard, TripCard } from '#web/trips/list/TripCard.tsx'
import type { TripFilter } from '#web/trips/list/useTripSearch.ts'
import { firstPage } from '#web/trips/tripPages.ts'

export interface TripListProps {
  /** The first page. */
  trips: QueryState<TripPage<ListedTrip>>
  /** The trip that is open beside or above the list. */
  openId?: string | undefined
  onPlan: () => void
  matches?: TripFilter | undefined
  /** Called when a trip is about to be opened. */
  onIntent: () => void
}

export function TripList({ trips, openId, onPlan, onIntent, matches }: TripListProps) {
  const planned = usePlannedTrips(trips.data?.trips ?? [])
  return (
    <PagedTrips
      label="Trips"
      endpoint={listTrips}
      query={firstPage}
      firstPage={trips}
      loading="Loading trips..."
      matches={matches}
      onPointerEnter={onIntent}
      before={
        matches
          ? []
          : planned.map(({ id, plan }) => (
              <li key={id}>
                <PlannedCard plan={plan} />
              </li>
            ))
      }
      renderCard={(trip) => <TripCard trip={trip} isOpen={trip.id === openId} />}
      empty={<NoTrips onPlan={onPlan} />}
    />
  )
}
