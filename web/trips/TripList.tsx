// The person's trips as cards, 20 per page, after the pending new ones.

import { Fragment, useState } from 'react'
import type { TripResponse } from '#core/trips/responses.ts'
import { listTrips } from '#core/trips/contract.ts'
import type { QueryState } from '#web/platform/queries.ts'
import { useQuery } from '#web/platform/queries.ts'
import { pendingNewTrips, type PendingTripCommand } from '#web/trips/pendingTrips.ts'
import { PlannedCard, TripCard } from '#web/trips/TripCard.tsx'
import { TripCardSkeletons } from '#web/trips/TripCardSkeletons.tsx'
import { firstPage, PAGE } from '#web/trips/tripPages.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { SuitcasePicture } from '#web/ui/pictures/SuitcasePicture.tsx'
import { RetryBanner } from '#web/ui/RetryBanner.tsx'

interface TripListProps {
  /** The first page. */
  trips: QueryState<{ trips: TripResponse[]; pagination: { total: number } }>
  items: readonly PendingTripCommand[]
  onPlan: () => void
  /** Called when a trip is about to be opened. */
  onIntent: () => void
}

const grid = 'card-grid'

export function TripList({ trips, items, onPlan, onIntent }: TripListProps) {
  const [pages, setPages] = useState(1)
  const { data, error } = trips
  if (!data)
    return (
      <Loaded
        query={trips}
        failed="Failed to fetch trips"
        skeleton={<TripCardSkeletons count={4} label="Loading trips..." />}
      />
    )

  const planned = pendingNewTrips(items, data.trips)
  const { total } = data.pagination
  const isEmpty = total === 0 && planned.length === 0
  return (
    <section aria-label="Trips" className="grid gap-4 md:gap-5">
      {error && (
        <RetryBanner query={trips} title="Failed to fetch trips">
          This is what was there when they were last read.
        </RetryBanner>
      )}
      {isEmpty ? (
        <EmptyState
          picture={<SuitcasePicture />}
          title="No trips planned yet"
          action={<Button onClick={onPlan}>Plan Your First Trip</Button>}
        />
      ) : (
        <ul className={grid} onPointerEnter={onIntent}>
          {planned.map(({ item, plan }) => (
            <li key={item.id}>
              <PlannedCard plan={plan} />
            </li>
          ))}
          <Cards trips={data.trips} items={items} />
          {Array.from({ length: pages - 1 }, (_, page) => (
            <Fragment key={page}>
              <LaterPage offset={(page + 1) * PAGE} items={items} />
            </Fragment>
          ))}
        </ul>
      )}
      {total > pages * PAGE && (
        <Button variant="secondary" className="justify-self-center" onClick={() => setPages(pages + 1)}>
          Show more
        </Button>
      )}
    </section>
  )
}

function Cards({ trips, items }: { trips: readonly TripResponse[]; items: readonly PendingTripCommand[] }) {
  return trips.map((trip) => (
    <li key={trip.id}>
      <TripCard trip={trip} items={items} />
    </li>
  ))
}

function LaterPage({ offset, items }: { offset: number; items: readonly PendingTripCommand[] }) {
  const page = useQuery(listTrips, {}, { ...firstPage, offset })
  if (page.data) return <Cards trips={page.data.trips} items={items} />
  return (
    <li className="md:col-span-2">
      <Loaded
        query={page}
        failed="Failed to fetch trips"
        skeleton={<TripCardSkeletons count={1} label="Loading trips..." />}
      />
    </li>
  )
}
