// A list of trips as cards, 20 per page: the first page is given, later ones are read as they are asked for.

import { type ReactNode, useState } from 'react'
import type { Endpoint, Pagination, Query } from '#core/kernel/endpoint.ts'
import { type QueryState, useQuery } from '#web/platform/queries/queries.ts'
import { OldTripsBanner } from '#web/trips/list/OldTripsBanner.tsx'
import { TripCardSkeleton } from '#web/trips/list/TripCard.tsx'
import { PAGE } from '#web/trips/tripPages.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Loaded } from '#web/ui/feedback/Loaded.tsx'
import { Loading } from '#web/ui/feedback/Skeleton.tsx'

export interface TripPage<Trip> {
  trips: Trip[]
  pagination: Pagination
}

interface PagedTripsProps<Trip> {
  label: string
  /** 'Loading trips...'. */
  loading: string
  endpoint: Endpoint<TripPage<Trip>>
  /** Of all pages, with the offset of the first. */
  query: Query
  firstPage: QueryState<TripPage<Trip>>
  /** Shown before the first page. */
  before?: readonly ReactNode[]
  /** Shown instead of the list when there is no card. */
  empty: ReactNode
  renderCard: (trip: Trip) => ReactNode
  /** Searches all pages for these; undefined shows the pages asked for. */
  matches?: ((trip: Trip) => boolean) | undefined
  onPointerEnter?: () => void
}

export function PagedTrips<Trip extends { id: string }>(props: PagedTripsProps<Trip>) {
  const { label, loading, firstPage, before = [], empty, onPointerEnter } = props
  const [asked, setAsked] = useState(1)
  const { data } = firstPage
  if (!data) return <PageLoading page={firstPage} cards={4} label={loading} />
  const { total } = data.pagination
  const isSearch = props.matches !== undefined
  const pages = isSearch ? Math.ceil(total / PAGE) : asked
  return (
    <section aria-label={label} className="grid gap-4 md:gap-5">
      <OldTripsBanner query={firstPage} />
      {total + before.length === 0 ? (
        empty
      ) : (
        <ul className="peer card-grid" onPointerEnter={onPointerEnter}>
          {before}
          <Cards trips={data.trips} {...props} />
          {Array.from({ length: pages - 1 }, (_, page) => (
            <LaterPage key={page} offset={(page + 1) * PAGE} {...props} />
          ))}
        </ul>
      )}
      {isSearch && (
        <p className="hidden py-6 text-center text-muted peer-empty:block">No trip with these words</p>
      )}
      {total > pages * PAGE && (
        <Button variant="secondary" className="justify-self-center" onClick={() => setAsked(pages + 1)}>
          Show more
        </Button>
      )}
    </section>
  )
}

type CardsProps<Trip> = Pick<PagedTripsProps<Trip>, 'renderCard' | 'matches'> & { trips: readonly Trip[] }

function Cards<Trip extends { id: string }>({ trips, renderCard, matches }: CardsProps<Trip>) {
  return (matches ? trips.filter(matches) : trips).map((trip) => <li key={trip.id}>{renderCard(trip)}</li>)
}

function LaterPage<Trip extends { id: string }>(props: PagedTripsProps<Trip> & { offset: number }) {
  const page = useQuery(props.endpoint, {}, { ...props.query, offset: props.offset })
  if (page.data) return <Cards trips={page.data.trips} {...props} />
  return (
    <li className="md:col-span-2">
      <PageLoading page={page} cards={1} label={props.loading} />
    </li>
  )
}

function PageLoading({ page, cards, label }: { page: QueryState<unknown>; cards: number; label: string }) {
  const skeleton = (
    <Loading label={label}>
      <div className="card-grid">
        {Array.from({ length: cards }, (_, card) => (
          <TripCardSkeleton key={card} />
        ))}
      </div>
    </Loading>
  )
  return <Loaded query={page} failed="Failed to fetch trips" skeleton={skeleton} />
}
