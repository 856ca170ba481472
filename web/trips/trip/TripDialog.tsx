// The dialog of a trip: an overview and the tabs of the features. The address names the tab, so that a reload and a
// shared link show the same.

import { LayoutList } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ListedTrip, ReducedTrip, TripResponse } from '#core/trips/responses.ts'
import { getTrip } from '#core/trips/contract.ts'
import { tripResponse } from '#projections/replica/tripResponses.ts'
import { type QueryState, useQuery } from '#web/platform/queries/queries.ts'
import { Refused } from '#web/platform/http/http.ts'
import { replicaPath } from '#web/platform/queries/queryStore.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { useTripVisit } from '#web/platform/replica/useTripVisit.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'
import { changesSince } from '#web/trips/newChanges.ts'
import { useReceivedRequests } from '#web/trips/joining/joinRequests.ts'
import { TripActions } from '#web/trips/trip/TripActions.tsx'
import {
  type LoadAtHand,
  TripOverview,
  TripOverviewSkeleton,
  ReducedOverview,
} from '#web/trips/trip/TripOverview.tsx'
import { prefetchTabWithData, LazyTab, type TripTab } from '#web/trips/trip/LazyTab.tsx'
import { TripHead, TripHeadSkeleton } from '#web/trips/trip/TripHead.tsx'
import type { FoldedList } from '#web/trips/useFoldedList.ts'
import { unread } from '#web/platform/page/unread.ts'
import { useTripChanges } from '#web/platform/replica/useTripChanges.ts'
import { screenTitle, setTitle } from '#web/platform/page/title.ts'
import type { DialogState } from '#web/ui/dialogs/dialogParts.tsx'
import { Loaded, RetryBanner, SHOWN_FROM_BEFORE } from '#web/ui/feedback/Loaded.tsx'
import { Pane } from '#web/ui/dialogs/Pane.tsx'
import { TabPanel, Tabs } from '#web/ui/navigation/Tabs.tsx'
import { MEDIUM_PX, WIDEST_PX, useWide } from '#web/ui/useWide.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useReloadOnOpen } from '#web/platform/queries/useReloadOnOpen.ts'

interface TripDialogProps extends DialogState {
  tripId: string
  /** As the list has it, shown until the trip itself is loaded. */
  listedTrip: ListedTrip | ReducedTrip | undefined
  tabs: readonly TripTab[]
  loadAtHand: LoadAtHand
  /** The list beside it. */
  list: FoldedList | undefined
  /** Called when the trip does not exist, or not for this person. */
  onGone: () => void
}

export function TripDialog(props: TripDialogProps) {
  const { open, onClose, tripId, listedTrip, tabs, loadAtHand, list, onGone } = props
  const { query, hasReplica } = useOpenTrip(open, tripId, listedTrip)
  const allTabs = [{ id: 'overview', label: 'Overview', icon: LayoutList }, ...tabs]
  const [tab, select] = useTabInAddress(
    allTabs.map(({ id }) => id),
    open,
  )
  const isLeaving = useRef(false)
  const needsRoom = useWide(WIDEST_PX) && (tab === 'itinerary' || tab === 'money')
  const setRoomNeeded = list?.setRoomNeeded
  useEffect(() => setRoomNeeded?.(needsRoom), [setRoomNeeded, needsRoom])

  useTripChanges(tripId, open && hasReplica, list !== undefined)
  const lastVisit = useTripVisit(tripId, replicaPath(tripId))
  const now = useNow()
  useGone(query, open, () => {
    if (!isLeaving.current) onGone()
  })
  usePrefetchedTabs(tabs, tripId, open && hasReplica)

  const trip = query.data ?? listedTrip
  const ownTrip = trip && isOwnTrip(trip) ? trip : undefined
  const { requests } = useReceivedRequests(ownTrip?.userRole === 'organizer' ? tripId : null)
  useTitle(open ? trip?.title : undefined)
  const unreadCount = useSnapshot(unread).byTrip[tripId] ?? 0
  const badges: Record<string, Badge> = {
    participants: countBadge(requests.length, 'request to join', 'requests to join'),
    chat: countBadge(unreadCount, 'unread message', 'unread messages'),
  }
  // The head and the tabs have their places before the trip is there.
  const isPending = !trip && !query.error
  const head = { tall: useWide(MEDIUM_PX) && tab === 'overview', list, onClose }
  const house = useRef<HTMLDivElement>(null)
  const selected = tabs.find(({ id }) => id === tab)
  const actions = ownTrip && (
    <TripActions
      trip={ownTrip}
      onParticipants={() => select('participants')}
      onLeaving={(leaves) => (isLeaving.current = leaves)}
      onGone={onClose}
    />
  )
  return (
    <Pane
      kind="page"
      open={open}
      onClose={onClose}
      title="Trip Details"
      ownHead={
        // Undefined, where the title bar has the way back.
        trip || isPending ? (
          <div
            ref={house}
            data-small={tab === 'itinerary' || tab === 'chat' || undefined}
            className="relative z-20 shrink-0 bg-surface"
          >
            {trip ? <TripHead {...head} trip={trip} actions={actions} /> : <TripHeadSkeleton {...head} />}
            {ownTrip ? (
              <Tabs
                name="trip"
                label="Trip"
                tabs={allTabs.map((tab) => ({ ...tab, ...badges[tab.id] }))}
                selected={tab}
                onSelect={select}
                onIntent={(id) =>
                  tabs.filter((tab) => tab.id === id).forEach((tab) => prefetchTabWithData(tab, tripId))
                }
              />
            ) : (
              isPending && <div className="h-13 border-b border-line md:box-content md:h-12" />
            )}
          </div>
        ) : undefined
      }
      padded={false}
      cards
    >
      <Notices {...{ trip, query, house, tab }} showsError={!selected || query.data !== null} />
      {ownTrip ? (
        <TabPanel name="trip" tabs={allTabs} selected={tab} onSelect={select}>
          {selected ? (
            <LazyTab key={selected.id} tab={selected} trip={ownTrip} />
          ) : (
            <TripOverview
              trip={ownTrip}
              news={
                lastVisit && listedTrip && 'changesByOthers' in listedTrip
                  ? changesSince(lastVisit, listedTrip.changesByOthers, now)
                  : null
              }
              onParticipants={() => select('participants')}
              loadAtHand={loadAtHand}
            />
          )}
        </TabPanel>
      ) : trip ? (
        <ReducedOverview trip={trip as ReducedTrip} />
      ) : (
        <Loaded query={query} failed="Failed to fetch trip details" skeleton={<TripOverviewSkeleton />} />
      )}
    </Pane>
  )
}

/** Loads the tabs once the trip is shown, so that they open without a network, too. */
function usePrefetchedTabs(tabs: readonly TripTab[], tripId: string, isOpen: boolean): void {
  useEffect(
    () => (isOpen ? whenIdle(() => tabs.forEach((tab) => prefetchTabWithData(tab, tripId))) : undefined),
    [tabs, tripId, isOpen],
  )
}

interface NoticesProps {
  trip: TripResponse | ReducedTrip | undefined
  query: QueryState<object>
  /** False while the tab reports that there is no data. */
  showsError: boolean
  /** The head and the tabs. */
  house: RefObject<HTMLElement | null>
  tab: string
}

/** The first of what scrolls below the head. Takes no room when it is empty. */
function Notices({ trip, query, showsError, house, tab }: NoticesProps) {
  const element = useRef<HTMLDivElement>(null)
  const hasHead = trip !== undefined || !query.error
  useLayoutEffect(() => {
    const scroller = element.current?.parentElement
    return scroller && house.current ? foldWhileScrolled(house.current, scroller) : undefined
  }, [house, tab, hasHead])
  return (
    <div ref={element} className="grid gap-3 gutter not-empty:pt-4">
      {trip && showsError && query.error && (
        <RetryBanner query={query} title="Failed to fetch trip details">
          {SHOWN_FROM_BEFORE}
        </RetryBanner>
      )}
    </div>
  )
}

/** In px: a little scrolling back and forth changes nothing. */
const [FOLDS_AT, UNFOLDS_AT] = [40, 4]

const FOLD_MS = 200

/**
 * Folds the head of a trip on a phone (the `folded:` class names) while the tab is scrolled. What the head leaves is added
 * above the content, so that nothing moves under the finger and the tab scrolls as far as before.
 */
function foldWhileScrolled(house: HTMLElement, scroller: HTMLElement): () => void {
  const fold = (folds: boolean) => {
    const before = house.offsetHeight
    // Until it is known how much it is: with less the browser would scroll back from the end of the tab.
    if (folds) scroller.style.paddingTop = `${before}px`
    house.toggleAttribute('data-folded', folds)
    const by = before - house.offsetHeight
    scroller.style.paddingTop = folds && by > 0 ? `${by}px` : ''
    return by
  }
  const follow = () => {
    const isFolded = house.hasAttribute('data-folded')
    const folds = scroller.scrollTop > (isFolded ? UNFOLDS_AT : FOLDS_AT)
    return folds === isFolded ? 0 : fold(folds)
  }
  const scrolled = () => {
    const by = follow()
    if (by === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timing = { duration: FOLD_MS, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }
    house.firstElementChild?.animate({ opacity: [0, 1] }, timing)
    house.lastElementChild?.animate({ transform: [`translateY(${by}px)`, 'none'] }, timing)
  }
  const resized = () => {
    fold(false)
    follow()
  }
  follow()
  scroller.addEventListener('scroll', scrolled, { passive: true })
  addEventListener('resize', resized)
  return () => {
    scroller.removeEventListener('scroll', scrolled)
    removeEventListener('resize', resized)
    fold(false)
  }
}

type Badge = ReturnType<typeof countBadge>

const countBadge = (count: number, one: string, many: string) => ({
  badge: count,
  badgeText: count === 1 ? one : many,
})

const isOwnTrip = (trip: TripResponse | ReducedTrip): trip is TripResponse => trip.userRole !== null

/** Titles the page with the trip while it is open. */
function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return undefined
    const previous = screenTitle()
    setTitle(title)
    return () => {
      // The next screen may have set its own title already.
      if (screenTitle() === title) setTitle(previous)
    }
  }, [title])
}

/** Ignores an error of an earlier opening: the person may have been invited again. */
function useGone(
  { error, isLoading }: { error: Error | null; isLoading: boolean },
  open: boolean,
  onGone: () => void,
): void {
  const [isRequested, setRequested] = useState(false)
  if (isRequested !== (open && (isRequested || isLoading))) setRequested(open && (isRequested || isLoading))
  const isGone =
    open && isRequested && !isLoading && error instanceof Refused && [403, 404].includes(error.status)
  useEffect(() => {
    if (isGone) onGone()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isGone])
}

/**
 * The open tab, stored in the hash of the address: a reload and a copied link keep it, and the back button does not
 * step through tabs. What follows a '/' is for the tab (web/platform/forms/useRequestedDialog.ts). The first of `ids` has
 * no hash.
 * @param isEnabled whether the address is that of the open dialog; a closed dialog does not change the address
 */
function useTabInAddress(ids: readonly string[], isEnabled: boolean): [string, (id: string) => void] {
  const first = ids[0] ?? ''
  const read = () => ids.find((id) => location.hash.split('/')[0] === `#${id}`) ?? first
  const [tab, setTab] = useState(read)

  useEffect(() => {
    if (!isEnabled) return undefined
    const follow = () => setTab(read())
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
    // The ids do not change while the page lives.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isEnabled])

  const select = (id: string) => {
    setTab(id)
    history.replaceState(history.state, '', id === first ? location.pathname + location.search : `#${id}`)
  }
  return [tab, select]
}

interface OpenTrip {
  query: QueryState<TripResponse | ReducedTrip>
  /** The replica is there, and the change feed can go on from it. */
  hasReplica: boolean
}

/**
 * The trip of a dialog: from its replica for a participant, in the reduced form for somebody else who sees a public
 * trip.
 * @param listedTrip as the list has it
 */
function useOpenTrip(
  open: boolean,
  tripId: string,
  listedTrip: TripResponse | ReducedTrip | undefined,
): OpenTrip {
  const [forbiddenId, setForbiddenId] = useState<string>()
  const isExpectedReduced = listedTrip?.userRole === null || forbiddenId === tripId
  const { data: reduced, ...reducedQuery } = useQuery(getTrip, isExpectedReduced ? { tripId } : null)
  useReloadOnOpen(open, { ...reducedQuery, data: reduced })
  // A person who has joined meanwhile gets the whole trip.
  const isReduced = isExpectedReduced && (reduced?.trip.userRole ?? null) === null
  const own = useTripResponse(isReduced ? null : tripId, tripResponse)
  const isForbidden = own.error instanceof Refused && own.error.status === 403 && !own.isLoading
  if (isForbidden && forbiddenId !== tripId) setForbiddenId(tripId)
  const checkAccess = useEffectEvent(() => {
    if (isForbidden && reduced) void reducedQuery.reload()
  })
  useEffect(() => checkAccess(), [isForbidden])
  const hasReplica = own.data !== null
  return {
    query:
      isExpectedReduced && !hasReplica
        ? { ...reducedQuery, data: reduced?.trip ?? null }
        : { ...own, error: own.refreshError },
    hasReplica,
  }
}
