// The trips as cards, twenty at a time, with those on top that this device still has to send.

import { Fragment, useState } from 'react'
import type { TripResponse } from '#core/trips/responses.ts'
import { listTrips } from '#core/trips/contract.ts'
import type { QueryState } from '#web/platform/queries.ts'
import { useQuery } from '#web/platform/queries.ts'
import { pendingNewTrips, type PendingTripCommand } from '#web/trips/pendingTrips.ts'
import { PlannedCard, TripCard, TripCardSkeleton } from '#web/trips/TripCard.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SuitcasePicture } from '#web/ui/pictures/SuitcasePicture.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'

const PAGE = 20
export const firstPage = { limit: PAGE, offset: 0 }

interface TripListProps {
  /** The first page. */
  trips: QueryState<{ trips: TripResponse[]; pagination: { total: number } }>
  items: readonly PendingTripCommand[]
  onPlan: () => void
  /** A trip is about to be opened. */
  onIntent: () => void
}

const grid = 'card-grid'

export function TripList({ trips, items, onPlan, onIntent }: TripListProps) {
  const [pages, setPages] = useState(1)
  const { data, error, isLoading, reload } = trips
  const retry = () => void reload()
  if (!data)
    return error && !isLoading ? (
      <ErrorState message="Failed to fetch trips" onRetry={retry} />
    ) : (
      <Loading label="Loading trips...">
        <div className={grid}>
          {[1, 2, 3, 4].map((card) => (
            <TripCardSkeleton key={card} />
          ))}
        </div>
      </Loading>
    )

  const planned = pendingNewTrips(items, data.trips)
  const { total } = data.pagination
  const isEmpty = total === 0 && planned.length === 0
  return (
    <section aria-label="Trips" className="grid gap-4 md:gap-5">
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
  const { data, error, isLoading, reload } = useQuery(listTrips, {}, { limit: PAGE, offset })
  if (data) return <Cards trips={data.trips} items={items} />
  return (
    <li className="md:col-span-2">
      {error && !isLoading ? (
        <ErrorState message="Failed to fetch trips" onRetry={() => void reload()} />
      ) : (
        <Loading label="Loading trips...">
          <TripCardSkeleton />
        </Loading>
      )}
    </li>
  )
}
