// The home screen: the current trip, quick actions, the latest trips and the upcoming ones.

import { shownName } from '#core/kernel/personName.ts'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { type LucideIcon, ContactRound, MessagesSquare, Plane, Plus } from 'lucide-react'
import { listTrips } from '#core/trips/contract.ts'
import type { ListedTrip } from '#core/trips/responses.ts'
import { paths } from '#web/platform/page/paths.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { needsPasswordFirst } from '#web/platform/session/keepingAccount.ts'
import { session } from '#web/platform/session/session.ts'
import { useIdlePart } from '#web/platform/page/useIdlePart.ts'
import { useReloadOnOpen } from '#web/platform/queries/useReloadOnOpen.ts'
import { useToday } from '#web/platform/time/useNow.ts'
import { useTripWork } from '#web/platform/forms/useTripWork.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'
import { usePinnedFirst, usePlannedTrips } from '#web/trips/useShownTrip.ts'
import { OldTripsBanner } from '#web/trips/list/OldTripsBanner.tsx'
import type { OtherWaysInProps } from '#web/trips/home/OtherWaysIn.tsx'
import { PinnedTrip } from '#web/trips/home/PinnedTrip.tsx'
import type { PlanTripDialogProps } from '#web/trips/trip/PlanTripDialog.tsx'
import type { OrphanedWorkProps } from '#web/trips/OrphanedWork.tsx'
import { PlannedCard } from '#web/trips/list/TripCard.tsx'
import { findCurrentTrip } from '#web/trips/home/currentTrip.ts'
import { type LoadTripRows, CurrentTripCard } from '#web/trips/home/CurrentTripCard.tsx'
import { NoTrips } from '#web/trips/list/NoTrips.tsx'
import type { TripListProps } from '#web/trips/list/TripList.tsx'
import { firstPage } from '#web/trips/tripPages.ts'
import { UpcomingTripList, upcomingTrips } from '#web/trips/home/UpcomingTrips.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Fab } from '#web/ui/buttons/Fab.tsx'
import { LinkButton } from '#web/ui/buttons/LinkButton.tsx'
import { lazyDialog, type LazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'
import { SectionTitle } from '#web/ui/lists/SectionTitle.tsx'
import { Loading, Skeleton, SkeletonList } from '#web/ui/feedback/Skeleton.tsx'
import { LARGE_PX, useWide } from '#web/ui/useWide.ts'
import { Anchor } from '#web/ui/buttons/Anchor.tsx'

const PlanTripDialog = lazyDialog(
  async () => (await import('#web/trips/trip/PlanTripDialog.tsx')).PlanTripDialog,
)

export interface HomeAsideProps {
  trips: readonly ListedTrip[]
  currentTrip: ListedTrip | undefined
  /** `trips` has all trips of the person, not only the first page. */
  isEveryTrip: boolean
  /** Rendered below the other parts. */
  upcoming: ReactNode
}

interface HomeScreenProps {
  /** Below the cover of the current trip. */
  loadTripRows: LoadTripRows
  /** What concerns all trips, beside it in a wide window. */
  loadAside: () => Promise<ComponentType<HomeAsideProps>>
  /** The dialog that imports a file as a new trip. */
  loadImport: PlanTripDialogProps['loadImport']
}

export function HomeScreen({ loadTripRows, loadAside, loadImport }: HomeScreenProps) {
  const { user } = useSnapshot(session)
  const [isPlanning, setPlanning] = useState(false)
  const [ImportTrip] = useState(() => lazyDialog(loadImport))
  const [isImporting, setImporting] = useState(false)
  const trips = useQuery(listTrips, {}, firstPage)
  useReloadOnOpen(true, trips)
  useEffect(() => whenIdle(PlanTripDialog.prefetch), [])
  const hasWork = useTripWork().size > 0
  const plan = () => needsPasswordFirst() || setPlanning(true)
  const actions = <QuickActions onPlan={plan} prefetchProps={PlanTripDialog.prefetchProps} />
  return (
    <>
      <main className="page-width above-bottom-nav gutter pt-safe">
        <div className="grid gap-3 pt-2 md:gap-7 md:pt-6">
          <header>
            <h1 tabIndex={-1} className="text-section font-semibold wrap-anywhere">
              Welcome, <bdi>{user && shownName(user)}</bdi>!
            </h1>
            <p className="text-secondary text-muted">Friend Chat &amp; Travel Planner</p>
          </header>
          {hasWork && <UnsentWork trips={trips.data?.trips ?? []} />}
          <Trips
            trips={trips}
            onPlan={plan}
            actions={actions}
            loadTripRows={loadTripRows}
            loadAside={loadAside}
            onImport={() => needsPasswordFirst() || setImporting(true)}
          />
        </div>
        <div className="md:hidden">
          <Fab
            soft={trips.data?.pagination.total === 0}
            label="Plan a New Trip"
            fades={false}
            onClick={plan}
            {...PlanTripDialog.prefetchProps}
          />
        </div>
      </main>
      <PlanTripDialog open={isPlanning} onClose={() => setPlanning(false)} loadImport={loadImport} />
      {/* Not beside its row, which goes with the first trip that is there. */}
      <ImportTrip open={isImporting} onClose={() => setImporting(false)} />
    </>
  )
}

/** Few have one, so its code is loaded then. */
const UnsentWork = (props: OrphanedWorkProps) => useIdlePart(loadUnsentWork, props)

const loadUnsentWork = async () => (await import('#web/trips/OrphanedWork.tsx')).OrphanedWork

const MAX_PINNED = 2

/** The first two of the list. An invitation that is not answered takes the place of no trip that is. */
const pinnedTrips = (trips: readonly ListedTrip[]) =>
  trips.toSorted((a, b) => Number(a.isInvited ?? false) - Number(b.isInvited ?? false)).slice(0, MAX_PINNED)

/** Two faces side by side; below each other where text is large. */
const pinnedGrid = 'grid grid-cols-[repeat(auto-fit,minmax(max(8rem,40%),1fr))] gap-2 md:gap-4'

/** Side by side in a wide window, as what comes. */
const sides = 'grid gap-3 md:gap-7 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]'

/** The actions are in their place at once. */
function TripsSkeleton({ actions }: Pick<TripsProps, 'actions'>) {
  return (
    <div className={sides}>
      <div className="grid content-start gap-3 md:gap-7">
        <Loading label="Loading trips...">
          <div className="overflow-hidden rounded-sheet border border-line bg-surface">
            <Skeleton className="h-38 w-full rounded-none short:h-34.75 lg:h-70.75" />
            <div className="h-48.5 lg:h-37.5" />
          </div>
        </Loading>
        {actions}
        <div aria-hidden>
          <div className="flex min-h-11 items-center max-md:-mt-2 md:mb-2">
            <Skeleton className="h-5 w-32" />
          </div>
          <div className={pinnedGrid}>
            <div className="h-22.5 rounded-card border border-line bg-surface md:h-30" />
            <div className="h-22.5 rounded-card border border-line bg-surface md:h-30" />
          </div>
        </div>
      </div>
      <div className="max-lg:hidden">
        <SkeletonList rows={3} />
      </div>
    </div>
  )
}

interface TripsProps
  extends Omit<TripListProps, 'onIntent'>, Omit<HomeScreenProps, 'loadImport'>, OtherWaysInProps {
  actions: ReactNode
}

function Trips({ trips, onPlan, onImport, actions, loadTripRows, loadAside }: TripsProps) {
  const isWide = useWide(LARGE_PX)
  const { data, error } = trips
  const today = useToday()
  const listed = usePinnedFirst(data?.trips ?? noTrips)
  const planned = usePlannedTrips(listed)
  if (!data && (!error || trips.isLoading)) return <TripsSkeleton actions={actions} />
  if (!data)
    return (
      <>
        <ErrorState message="Failed to fetch trips" onRetry={() => void trips.reload()} />
        {actions}
      </>
    )
  const currentTrip = findCurrentTrip(listed, today)
  const upcoming = <UpcomingTripList trips={upcomingTrips(listed, today)} today={today} />
  if (listed.length + planned.length === 0)
    return (
      <>
        <Card padded={false} className="rounded-sheet">
          <NoTrips onPlan={onPlan} />
        </Card>
        {actions}
        <OtherWays onImport={onImport} />
      </>
    )
  return (
    <>
      <OldTripsBanner query={trips} />
      <div className={sides}>
        <div className="grid content-start gap-3 md:gap-7">
          {currentTrip && (
            <CurrentTripCard key={currentTrip.id} trip={currentTrip} today={today} loadRows={loadTripRows} />
          )}
          {actions}
          {!isWide && <AskedTrips count={listed.filter(({ isInvited }) => isInvited).length} />}
          <section aria-label="Pinned Trips" className="max-md:-mt-2 max-md:*:first:mb-0">
            <SectionTitle
              action={
                <LinkButton href={paths.travel} variant="quiet" size="sm">
                  View All
                </LinkButton>
              }
            >
              Pinned Trips
            </SectionTitle>
            <ul className={pinnedGrid}>
              {planned.map(({ id, plan }) => (
                <li key={id} className="max-md:col-span-full">
                  <PlannedCard plan={plan} heading="h3" />
                </li>
              ))}
              {pinnedTrips(listed).map((trip) => (
                <li key={trip.id}>
                  <PinnedTrip trip={trip} today={today} isCurrent={trip === currentTrip} />
                </li>
              ))}
            </ul>
          </section>
        </div>
        <div className="grid content-start gap-3 md:gap-7">
          {isWide ? (
            <Aside
              load={loadAside}
              trips={listed}
              currentTrip={currentTrip}
              isEveryTrip={data.pagination.total === listed.length}
              upcoming={upcoming}
            />
          ) : (
            upcoming
          )}
        </div>
      </div>
    </>
  )
}

const noTrips: readonly ListedTrip[] = []

/** Few have an invitation, so its code is loaded then. It stays once it is answered. */
function AskedTrips({ count }: { count: number }) {
  const [expected, setExpected] = useState(count)
  if (count > expected) setExpected(count)
  return expected > 0 ? <InvitationRows expected={expected} /> : null
}

function InvitationRows(props: { expected: number }) {
  return (
    useIdlePart(loadInvitations, props) ?? (
      <SkeletonList rows={props.expected} label="Loading invitations..." />
    )
  )
}

const loadInvitations = async () => (await import('#web/trips/joining/InvitationRows.tsx')).InvitationRows

/** Few have no trips, so its code is loaded then. */
const OtherWays = (props: OtherWaysInProps) => useIdlePart(loadOtherWays, props)

const loadOtherWays = async () => (await import('#web/trips/home/OtherWaysIn.tsx')).OtherWaysIn

/** Loaded where there is room for it. */
function Aside({ load, ...props }: HomeAsideProps & { load: HomeScreenProps['loadAside'] }) {
  return useIdlePart(load, props)
}

const destinations = [
  { href: paths.chat, icon: MessagesSquare, label: 'Messages' },
  { href: paths.travel, icon: Plane, label: 'All Trips' },
  { href: paths.contacts, icon: ContactRound, label: 'Contacts' },
]

interface QuickActionsProps {
  onPlan: () => void
  /** Loads the dialog of a new trip early. */
  prefetchProps: LazyDialog<never>['prefetchProps']
}

/** The quick actions of the home screen: a new trip, and the main destinations. */
function QuickActions({ onPlan, prefetchProps }: QuickActionsProps) {
  return (
    <nav aria-label="Quick actions">
      {/* Fewer in a row with large text. */}
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(max(4rem,20%),1fr))] gap-1 sm:gap-2 lg:grid-cols-[repeat(auto-fit,minmax(max(7.5rem,20%),1fr))]">
        <li>
          <button type="button" onClick={onPlan} {...prefetchProps} className={actionClasses}>
            <ActionContent icon={Plus} label="New Trip" />
          </button>
        </li>
        {destinations.map(({ href, ...content }) => (
          <li key={href}>
            <Anchor href={href} className={actionClasses}>
              <ActionContent {...content} />
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const actionClasses =
  'group flex w-full flex-col items-center gap-1 rounded-card text-center lg:min-h-14 lg:flex-row lg:gap-3 lg:border ' +
  'lg:border-line lg:bg-surface lg:px-4 lg:text-start lg:hover:border-line-strong'

function ActionContent({ icon: Icon, label }: { icon: LucideIcon; label: string }) {
  return (
    <>
      <span className="inline-flex h-10 w-12 items-center justify-center rounded-card bg-primary-soft text-primary lg:size-auto lg:bg-transparent transition-colors duration-press group-hover:text-primary-strong">
        <Icon aria-hidden className="size-5.5" />
      </span>
      <span className="max-w-full text-secondary font-medium">{label}</span>
    </>
  )
}
