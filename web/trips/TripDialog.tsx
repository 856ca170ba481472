// The dialog of a trip: an overview and the tabs of the features. The address names the tab, so that a reload and a
// shared link show the same.

import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ReducedTrip, TripResponse } from '#core/trips/responses.ts'
import { getTrip } from '#core/trips/contract.ts'
import type { QueryState } from '#web/platform/queries.ts'
import { useQuery } from '#web/platform/queries.ts'
import { Refused } from '#web/platform/http.ts'
import { outbox } from '#web/platform/outbox/pendingCommands.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { whenIdle } from '#web/platform/whenIdle.ts'
import { useReceivedRequests } from '#web/trips/joinRequests.ts'
import { withPendingChanges } from '#web/trips/pendingTrips.ts'
import { RefusedTripChanges, type RefusedTripChangesProps } from '#web/trips/RefusedTripChanges.tsx'
import { ReducedOverview } from '#web/trips/ReducedOverview.tsx'
import { TripActions } from '#web/trips/TripActions.tsx'
import { TripOverview, TripOverviewSkeleton } from '#web/trips/TripOverview.tsx'
import { prefetchTabWithData, LazyTab, prefetchTab } from '#web/trips/LazyTab.tsx'
import type { TripTab } from '#web/trips/tripTab.ts'
import { useTabInAddress } from '#web/trips/useTabInAddress.ts'
import { useTripChanges } from '#web/platform/useTripChanges.ts'
import { setTitle } from '#web/platform/title.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { RetryBanner } from '#web/ui/RetryBanner.tsx'
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx'

interface TripDialogProps {
  open: boolean
  onClose: () => void
  tripId: string
  /** As the list has it, shown until the trip itself is loaded. */
  listed: TripResponse | ReducedTrip | undefined
  tabs: readonly TripTab[]
  /** Called when the trip does not exist, or not for this person. */
  onGone: () => void
}

export function TripDialog({ open, onClose, tripId, listed, tabs, onGone }: TripDialogProps) {
  const found = useQuery(getTrip, { tripId })
  const { items } = useSnapshot(outbox)
  const all = [{ id: 'overview', label: 'Overview' }, ...tabs]
  const [tab, select] = useTabInAddress(
    all.map(({ id }) => id),
    open,
  )
  const isLeaving = useRef(false)

  const isRead = found.data !== null && isMine(found.data.trip)
  useReloadOnOpen(open, found)
  useTripChanges(tripId, open && isRead)
  useGone(found, open, () => {
    if (!isLeaving.current) onGone()
  })
  usePrefetchedTabs(tabs, tripId, open && isRead)

  const confirmed = found.data?.trip ?? listed
  const trip = confirmed && isMine(confirmed) ? withPendingChanges(confirmed, items) : confirmed
  const mine = trip && isMine(trip) ? trip : undefined
  const { requests } = useReceivedRequests(mine?.userRole === 'organizer' ? tripId : null)
  useTitle(open ? trip?.title : undefined)
  const badge = requestsBadge(requests.length)
  const selected = tabs.find(({ id }) => id === tab)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="lg"
      title="Trip Details"
      padded={false}
      cards
      bar={
        mine && (
          <TripActions
            trip={mine}
            onParticipants={() => select('participants')}
            onLeaving={(leaves) => (isLeaving.current = leaves)}
            onGone={onClose}
          />
        )
      }
      head={
        mine && (
          <Tabs
            name="trip"
            label="Trip"
            tabs={all.map((one) => (one.id === 'participants' ? { ...one, ...badge } : one))}
            selected={tab}
            onSelect={select}
            onIntent={(id) =>
              tabs.filter((one) => one.id === id).forEach((one) => prefetchTabWithData(one, tripId))
            }
          />
        )
      }
    >
      <Notices
        trip={confirmed}
        query={found}
        items={items.filter(({ params }) => params['tripId'] === tripId)}
      />
      {mine ? (
        <TabPanel name="trip" tab={tab}>
          {selected ? (
            <LazyTab key={selected.id} tab={selected} trip={mine} />
          ) : (
            <TripOverview trip={mine} onParticipants={() => select('participants')} />
          )}
        </TabPanel>
      ) : trip ? (
        <ReducedOverview trip={trip as ReducedTrip} />
      ) : (
        <Loaded query={found} failed="Failed to fetch trip details" skeleton={<TripOverviewSkeleton />} />
      )}
    </Dialog>
  )
}

/** Loads the tabs early, with their data once the trip is open, so that they open without a network, too. */
function usePrefetchedTabs(tabs: readonly TripTab[], tripId: string, withData: boolean): void {
  useEffect(
    () =>
      whenIdle(() => tabs.forEach((one) => (withData ? prefetchTabWithData(one, tripId) : prefetchTab(one)))),
    [tabs, tripId, withData],
  )
}

interface NoticesProps {
  trip: TripResponse | ReducedTrip | undefined
  query: QueryState<object>
  items: RefusedTripChangesProps['items']
}

/** Takes no room when it is empty. */
function Notices({ trip, query, items }: NoticesProps) {
  return (
    <div className="grid gap-3 gutter not-empty:pt-4">
      <RefusedTripChanges items={items} trips={trip ? [trip] : []} />
      {trip && query.error && (
        <RetryBanner query={query} title="Failed to fetch trip details">
          This is what was there when it was last read.
        </RetryBanner>
      )}
    </div>
  )
}

const requestsBadge = (count: number) => ({
  badge: count,
  badgeText: count === 1 ? 'request to join' : 'requests to join',
})

const isMine = (trip: TripResponse | ReducedTrip): trip is TripResponse => trip.userRole !== null

/** Titles the page with the trip while it is open. */
function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return undefined
    const before = document.title
    setTitle(title)
    // As the browser stores it, with white space collapsed.
    const own = document.title
    return () => {
      // The next screen may have set its own title already.
      if (document.title === own) document.title = before
    }
  }, [title])
}

/** Ignores an error of an earlier opening: the person may have been invited again. */
function useGone(
  { error, isLoading }: { error: Error | null; isLoading: boolean },
  open: boolean,
  onGone: () => void,
): void {
  const [isAsked, setAsked] = useState(false)
  if (isAsked !== (open && (isAsked || isLoading))) setAsked(open && (isAsked || isLoading))
  const isGone =
    open && isAsked && !isLoading && error instanceof Refused && [403, 404].includes(error.status)
  useEffect(() => {
    if (isGone) onGone()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isGone])
}
