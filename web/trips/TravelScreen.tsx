// The travel screen: the person's trips, or the public trips of others, and the trip named in the address; in a wide
// window the trip is beside its list.

import { Plus, Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { discoverTrips, getReplica, listInvitations, listTrips } from '#core/trips/contract.ts'
import type { ReducedTrip } from '#core/trips/responses.ts'
import { paths } from '#web/platform/page/paths.ts'
import { prefetchQuery, useQuery, type QueryState } from '#web/platform/queries/queries.ts'
import { useReloadOnOpen } from '#web/platform/queries/useReloadOnOpen.ts'
import { needsPasswordFirst } from '#web/platform/session/keepingAccount.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'
import { LazyAskToJoinDialog } from '#web/trips/joining/JoinAction.tsx'
import { Invitations, openInvitations } from '#web/trips/joining/Invitations.tsx'
import { useReceivedRequests } from '#web/trips/joining/joinRequests.ts'
import { JoinRequests } from '#web/trips/joining/JoinRequests.tsx'
import type { PlanTripDialogProps } from '#web/trips/trip/PlanTripDialog.tsx'
import { TripList } from '#web/trips/list/TripList.tsx'
import { firstDiscovered, firstPage } from '#web/trips/tripPages.ts'
import { useTripSearch, type TripFilter } from '#web/trips/list/useTripSearch.ts'
import { useFoldedList } from '#web/trips/useFoldedList.ts'
import type { LoadAtHand } from '#web/trips/trip/TripOverview.tsx'
import type { TripTab } from '#web/trips/trip/LazyTab.tsx'
import { OrphanedWork } from '#web/trips/OrphanedWork.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { SearchField } from '#web/ui/fields/SearchField.tsx'
import { Fab } from '#web/ui/buttons/Fab.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'
import { cardOf, shrinkToCard } from '#web/ui/dialogs/growth.ts'
import { leaveScreen } from '#web/ui/dialogs/traversal.ts'
import { TopBar } from '#web/ui/navigation/TopBar.tsx'
import { LARGE_PX, useWide } from '#web/ui/useWide.ts'
import { DiscoverCard } from '#web/trips/joining/DiscoverCard.tsx'
import { PagedTrips, type TripPage } from '#web/trips/list/PagedTrips.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { MapPicture } from '#web/ui/pictures/tripPictures.tsx'
import { Anchor } from '#web/ui/buttons/Anchor.tsx'

const PlanTripDialog = lazyDialog(
  async () => (await import('#web/trips/trip/PlanTripDialog.tsx')).PlanTripDialog,
)
const TripDialog = lazyDialog(async () => (await import('#web/trips/trip/TripDialog.tsx')).TripDialog)

export interface TravelScreenProps {
  /** From the address, when it names a trip. */
  tripId?: string
  /** The tabs other features add to a trip. */
  tabs: readonly TripTab[]
  /** What is at hand on a trip, for its overview. */
  loadAtHand: LoadAtHand
  /** The dialog that imports a file as a new trip. */
  loadImport: PlanTripDialogProps['loadImport']
}

export function TravelScreen({ tripId, tabs, loadAtHand, loadImport }: TravelScreenProps) {
  const [, navigate] = useLocation()
  const [isPlanning, setPlanning] = useState(false)
  const isDiscovering = new URLSearchParams(useSearch()).get('view') === 'discover'
  const trips = useQuery(listTrips, {}, firstPage)
  const discovered = useQuery(discoverTrips, isDiscovering ? {} : null, firstDiscovered)
  const loadedTrips = [...(trips.data?.trips ?? []), ...(discovered.data?.trips ?? [])]
  const invitations = useQuery(listInvitations, isDiscovering ? null : {}, openInvitations)
  const { invitationsQuery: requests } = useReceivedRequests(isDiscovering ? null : undefined)
  // All of it at once, so that nothing moves.
  const isReady = [trips, invitations, requests].every(({ data, error }) => data ?? error)
  // The list then has the only note, and its Retry reads all of it.
  const isFailed = trips.data === null
  const reload = async () =>
    void (await Promise.all([trips, invitations, requests].map((query) => query.reload())))
  const isEmpty = (isDiscovering ? discovered : trips).data?.pagination.total === 0
  const listedTrip = loadedTrips.find(({ id }) => id === tripId)
  const isStranger = listedTrip?.userRole === null

  // Also after a trip was closed, in which money was entered.
  useReloadOnOpen(tripId === undefined, trips)
  // Beside the code of the dialog.
  useEffect(() => {
    if (tripId !== undefined && !isStranger) prefetchQuery(getReplica, { tripId })
  }, [tripId, isStranger])
  useEffect(
    () =>
      whenIdle(() => {
        TripDialog.prefetch()
        // On a slow network an open trip comes first.
        if (!tripId) PlanTripDialog.prefetch()
        if (isDiscovering) LazyAskToJoinDialog.prefetch()
      }),
    [isDiscovering, tripId],
  )

  const listPath = isDiscovering ? paths.discover : paths.travel
  useListBehind(tripId, listPath)
  // A trip opened from the list or from home goes back there.
  const close = () => {
    const from = previousPath()
    const leave = () =>
      from === paths.travel || from === paths.app ? leaveScreen() : navigate(listPath, { replace: true })
    shrinkToCard(paths.trip(tripId ?? ''), leave)
  }
  const plan = () => needsPasswordFirst() || setPlanning(true)
  const isWide = useWide(LARGE_PX)
  const isBeside = isWide && tripId !== undefined
  const list = useFoldedList()
  const search = useTripSearch()
  useTripInView(tripId)
  return (
    <>
      <div className={isBeside ? 'list-pane' : ''} hidden={isBeside && list.isFolded}>
        <div>
          <TopBar
            title="Travel"
            shadow
            right={
              <>
                <IconButton
                  label={search.isOpen ? 'Close search' : 'Search trips'}
                  icon={search.isOpen ? X : Search}
                  aria-expanded={search.isOpen}
                  data-opens-search
                  onClick={search.toggle}
                />
                {isBeside && (
                  <IconButton
                    label="Plan a New Trip"
                    icon={Plus}
                    tone="primary"
                    onClick={plan}
                    {...PlanTripDialog.prefetchProps}
                  />
                )}
                {isWide && !isBeside && (
                  <Button
                    size="sm"
                    icon={Plus}
                    className="ms-2 me-2.5"
                    onClick={plan}
                    {...PlanTripDialog.prefetchProps}
                  >
                    Plan a New Trip
                  </Button>
                )}
              </>
            }
          />
          <main className="page-width below-top-bar above-bottom-nav gutter">
            <div className="grid gap-4 pt-4 md:gap-5 md:pt-6">
              <Segments
                label="Trips"
                segments={[
                  { href: paths.travel, label: 'My Trips', current: !isDiscovering },
                  { href: paths.discover, label: 'Discover', current: isDiscovering },
                ]}
              />
              {search.isOpen && (
                <SearchField label="Search trips" value={search.words} onChange={search.setWords} />
              )}
              <OrphanedWork trips={loadedTrips} />
              {isDiscovering ? (
                <DiscoverList trips={discovered} openId={tripId} onPlan={plan} matches={search.matches} />
              ) : (
                <>
                  {!search.matches && (
                    <div className="contents" hidden={!isReady}>
                      {!(isFailed && invitations.error) && <Invitations />}
                      {!(isFailed && requests.error) && <JoinRequests />}
                      {/* The trips are none of those. */}
                      <div className="-mb-5 hidden md:[section:has(li)~&]:block">
                        <SectionTitle>Trips</SectionTitle>
                      </div>
                    </div>
                  )}
                  <TripList
                    trips={isReady ? { ...trips, reload } : { ...trips, data: null, error: null }}
                    onPlan={plan}
                    openId={tripId}
                    matches={search.matches}
                    onIntent={TripDialog.prefetch}
                  />
                </>
              )}
            </div>
            {!isWide && (
              <Fab soft={isEmpty} label="Plan a New Trip" onClick={plan} {...PlanTripDialog.prefetchProps} />
            )}
          </main>
        </div>
      </div>
      <PlanTripDialog open={isPlanning} onClose={() => setPlanning(false)} loadImport={loadImport} />
      {tripId !== undefined && (
        <TripDialog
          key={tripId}
          open
          onClose={close}
          tripId={tripId}
          listedTrip={listedTrip}
          tabs={tabs}
          loadAtHand={loadAtHand}
          list={isBeside ? list : undefined}
          onGone={() => {
            toast.info('This trip is not here any more, or you are not on it.')
            close()
          }}
        />
      )}
    </>
  )
}

const previousPath = () => (history.state as { from?: unknown } | null)?.from

/** A trip opened by a link gets an entry of its list before its own, so that Back leads there. */
function useListBehind(tripId: string | undefined, listPath: string): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    if (tripId === undefined || previousPath() !== undefined) return
    const { pathname, search, hash } = location
    navigate(listPath, { replace: true })
    navigate(pathname + search + hash, { state: { from: paths.travel } })
    // Only for the address of the page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}

/** Scrolls to the card of a trip that was opened or closed, because the list is laid out anew. */
function useTripInView(tripId: string | undefined): void {
  const last = useRef<string>(undefined)
  useEffect(() => {
    const id = tripId ?? last.current
    last.current = tripId
    if (id === undefined) return
    cardOf(paths.trip(id))?.scrollIntoView({ block: 'nearest' })
  }, [tripId])
}

interface DiscoverListProps {
  /** The first page. */
  trips: QueryState<TripPage<ReducedTrip>>
  /** The trip that is open beside or above the list. */
  openId: string | undefined
  onPlan: () => void
  matches: TripFilter | undefined
}

/** Public trips of others as cards, the soonest first. */
function DiscoverList({ trips, openId, onPlan, matches }: DiscoverListProps) {
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

interface Segment {
  href: string
  label: string
  current: boolean
}

/** Links to two or three parts of a screen, side by side. */
function Segments({ label, segments }: { label: string; segments: readonly Segment[] }) {
  return (
    <nav aria-label={label}>
      <ul className="flex w-full rounded-field bg-surface-2 p-1 md:max-w-96">
        {segments.map(({ href, label: text, current }) => (
          <li key={href} className="min-w-0 flex-1">
            <Anchor
              href={href}
              aria-current={current ? 'page' : undefined}
              className="flex min-h-11 items-center justify-center rounded-control border border-transparent px-1 text-center font-medium text-muted transition-colors duration-press hover:text-text aria-[current=page]:border-line aria-[current=page]:bg-lifted aria-[current=page]:font-semibold aria-[current=page]:text-text"
            >
              {text}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}
