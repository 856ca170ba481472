// A trip, over the list it belongs to: what it is, and a tab for each thing one does with it. The tab is kept in the
// address, so a reload and a shared link show the same.

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ReducedTrip, TripResponse } from '#core/trips/responses.ts'
import { getTrip } from '#core/trips/contract.ts'
import { useQuery } from '#web/platform/queries.ts'
import { Refused } from '#web/platform/http.ts'
import { outbox } from '#web/platform/outbox/pendingCommands.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { whenIdle } from '#web/platform/whenIdle.ts'
import { useRequestsToMe } from '#web/trips/joinRequests.ts'
import { withPendingChanges } from '#web/trips/pendingTrips.ts'
import { RefusedTripChanges } from '#web/trips/RefusedTripChanges.tsx'
import { ReducedOverview } from '#web/trips/ReducedOverview.tsx'
import { TripActions } from '#web/trips/TripActions.tsx'
import { TripOverview, TripOverviewSkeleton } from '#web/trips/TripOverview.tsx'
import { expectTab, LateTab, prefetchTab } from '#web/trips/LateTab.tsx'
import type { TripTab } from '#web/trips/tripTab.ts'
import { useTabInAddress } from '#web/trips/useTabInAddress.ts'
import { useTripChanges } from '#web/platform/useTripChanges.ts'
import { setTitle } from '#web/platform/title.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx'

export interface TripDialogProps {
  open: boolean
  onClose: () => void
  tripId: string
  /** As the list has it, to be shown until the trip itself is read. */
  known: TripResponse | ReducedTrip | undefined
  tabs: readonly TripTab[]
  /** There is no such trip, or not for this person. */
  onGone: () => void
}

export function TripDialog({ open, onClose, tripId, known, tabs, onGone }: TripDialogProps) {
  const found = useQuery(getTrip, { tripId })
  const { items } = useSnapshot(outbox)
  const all = [{ id: 'overview', label: 'Overview' }, ...tabs]
  const [tab, select] = useTabInAddress(
    all.map(({ id }) => id),
    open,
  )
  const isLeaving = useRef(false)

  useReloadOnOpen(open, found)
  useTripChanges(tripId, open && found.data !== null && isMine(found.data.trip))
  useGone(found, open, () => {
    if (!isLeaving.current) onGone()
  })
  const isRead = found.data !== null && isMine(found.data.trip)
  // All of it is here then, also where there is no signal.
  useEffect(
    () => whenIdle(() => tabs.forEach((one) => (open && isRead ? expectTab(one, tripId) : prefetchTab(one)))),
    [tabs, tripId, open, isRead],
  )

  const confirmed = found.data?.trip ?? known
  const trip = confirmed && isMine(confirmed) ? withPendingChanges(confirmed, items) : confirmed
  const mine = trip && isMine(trip) ? trip : undefined
  const { requests } = useRequestsToMe(mine?.userRole === 'organizer' ? tripId : null)
  useTitle(open ? trip?.title : undefined)
  const badge = {
    badge: requests.length,
    badgeText: requests.length === 1 ? 'request to join' : 'requests to join',
  }
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
            onDeparture={(leaves) => (isLeaving.current = leaves)}
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
            onIntent={(id) => tabs.filter((one) => one.id === id).forEach((one) => expectTab(one, tripId))}
          />
        )
      }
    >
      <Notices>
        <RefusedTripChanges
          items={items.filter(({ params }) => params['tripId'] === tripId)}
          trips={confirmed ? [confirmed] : []}
        />
        {trip && found.error && (
          <Banner
            tone="warning"
            title="Failed to fetch trip details"
            action={
              <Button
                size="sm"
                variant="secondary"
                busy={found.isLoading}
                onClick={() => void found.reload()}
              >
                Retry
              </Button>
            }
          >
            This is what was there when it was last read.
          </Banner>
        )}
      </Notices>
      {mine ? (
        <TabPanel name="trip" tab={tab}>
          {selected ? (
            <LateTab key={selected.id} tab={selected} trip={mine} />
          ) : (
            <TripOverview trip={mine} onParticipants={() => select('participants')} />
          )}
        </TabPanel>
      ) : trip ? (
        <ReducedOverview trip={trip as ReducedTrip} />
      ) : found.error && !found.isLoading ? (
        <ErrorState message="Failed to fetch trip details" onRetry={() => void found.reload()} />
      ) : (
        <TripOverviewSkeleton />
      )}
    </Dialog>
  )
}

/** Takes no room when there is nothing to say. */
function Notices({ children }: { children: ReactNode }) {
  return <div className="grid gap-3 gutter not-empty:pt-4">{children}</div>
}

const isMine = (trip: TripResponse | ReducedTrip): trip is TripResponse => trip.userRole !== null

/** The page is called after the trip while it is open. */
function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return undefined
    const before = document.title
    setTitle(title)
    // As the browser has it: it takes white space together.
    const own = document.title
    return () => {
      // The screen that comes next may have named the page already.
      if (document.title === own) document.title = before
    }
  }, [title])
}

/** An answer from before this opening does not count: one may have been invited again. */
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
