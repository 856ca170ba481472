// The home screen: quick actions, the latest trips and the upcoming ones.

import { type LucideIcon, ContactRound, MessagesSquare, Plane, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { listTrips } from '#core/trips/contract.ts'
import { paths } from '#web/platform/paths.ts'
import { useQuery } from '#web/platform/queries.ts'
import { calendarDateOf, formatDateRange } from '#web/platform/format.ts'
import { outbox } from '#web/platform/outbox/pendingCommands.ts'
import { session } from '#web/platform/session.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { useNow } from '#web/platform/useNow.ts'
import { whenIdle } from '#web/platform/whenIdle.ts'
import { pendingNewTrips } from '#web/trips/pendingTrips.ts'
import { statusLabels, statusTones } from '#web/trips/roster.ts'
import { PlannedCard, TripCard, TripCardSkeleton } from '#web/trips/TripCard.tsx'
import { NoTrips } from '#web/trips/NoTrips.tsx'
import type { TripListProps } from '#web/trips/TripList.tsx'
import { firstPage } from '#web/trips/tripPages.ts'
import { upcomingTrips } from '#web/trips/upcomingTrips.ts'
import { Anchor } from '#web/ui/Anchor.tsx'
import { Fab } from '#web/ui/Fab.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { List } from '#web/ui/List.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { RetryBanner } from '#web/ui/RetryBanner.tsx'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { Loading, SkeletonList } from '#web/ui/Skeleton.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'

const PlanTripDialog = lazyDialog(async () => (await import('#web/trips/PlanTripDialog.tsx')).PlanTripDialog)

export function HomeScreen() {
  const { user } = useSnapshot(session)
  const { items } = useSnapshot(outbox)
  const [isPlanning, setPlanning] = useState(false)
  const trips = useQuery(listTrips, {}, firstPage)
  useReloadOnOpen(true, trips)
  useEffect(() => whenIdle(PlanTripDialog.prefetch), [])
  const plan = () => setPlanning(true)
  return (
    <>
      <TopBar title="Home" shadow />
      <main className="page-width below-top-bar above-bottom-nav gutter">
        <div className="grid gap-6 pt-4 md:gap-8 md:pt-6">
          <div className="rounded-card bg-primary-soft px-5 py-6 md:px-8 md:py-8">
            <h2 className="text-page font-bold wrap-anywhere text-text">
              Welcome, <bdi>{user?.username}</bdi>!
            </h2>
            <p className="mt-1 text-body text-primary">Friend Chat &amp; Travel Planner</p>
          </div>
          <nav aria-label="Quick actions">
            <ul className={actionsGrid}>
              <li>
                <button
                  type="button"
                  onClick={plan}
                  {...PlanTripDialog.prefetchProps}
                  className={actionClasses}
                >
                  <ActionContent icon={Plus} label="New Trip" />
                </button>
              </li>
              {destinations.map(({ href, ...face }) => (
                <li key={href}>
                  <Anchor href={href} className={actionClasses}>
                    <ActionContent {...face} />
                  </Anchor>
                </li>
              ))}
            </ul>
          </nav>
          <Trips trips={trips} items={items} onPlan={plan} />
        </div>
        <div className="md:hidden">
          <Fab label="Plan a New Trip" onClick={plan} {...PlanTripDialog.prefetchProps} />
        </div>
      </main>
      <PlanTripDialog open={isPlanning} onClose={() => setPlanning(false)} />
    </>
  )
}

const destinations = [
  { href: paths.chat, icon: MessagesSquare, label: 'Messages' },
  { href: paths.travel, icon: Plane, label: 'All Trips' },
  { href: paths.contacts, icon: ContactRound, label: 'Contacts' },
]

/** Two per row, four on wide screens; fewer with large text. */
const actionsGrid =
  'grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(7.5rem,40%)),1fr))] gap-3 ' +
  'md:grid-cols-[repeat(auto-fit,minmax(max(7.5rem,22%),1fr))] md:gap-4'

const actionClasses =
  'flex min-h-24 w-full flex-col items-start justify-between gap-3 rounded-card border border-line bg-surface p-4 text-start ' +
  'transition-[border-color,box-shadow] duration-fade hover:border-line-strong hover:shadow-bar'

function ActionContent({ icon: Icon, label }: { icon: LucideIcon; label: string }) {
  return (
    <>
      <span className="inline-flex size-9 items-center justify-center rounded-full bg-primary-soft text-primary">
        <Icon aria-hidden className="size-5" strokeWidth={2.25} />
      </span>
      <span className="font-semibold">{label}</span>
    </>
  )
}

const PINNED = 2
const MAX_AVATARS = 3

function TripsSkeleton() {
  return (
    <Loading label="Loading trips...">
      <div className="card-grid">
        <TripCardSkeleton />
        <TripCardSkeleton />
      </div>
      <div className="mt-6">
        <SkeletonList rows={2} />
      </div>
    </Loading>
  )
}

function Trips({ trips, items, onPlan }: Omit<TripListProps, 'onIntent'>) {
  const { data, error } = trips
  const today = calendarDateOf(new Date(useNow()))
  if (!data) return <Loaded query={trips} failed="Failed to fetch trips" skeleton={<TripsSkeleton />} />
  const planned = pendingNewTrips(items, data.trips)
  const next = upcomingTrips(data.trips, today)
  if (data.trips.length + planned.length === 0) return <NoTrips onPlan={onPlan} />
  return (
    <>
      {error && (
        <RetryBanner query={trips} title="Failed to fetch trips">
          This is what was there when they were last read.
        </RetryBanner>
      )}
      <section aria-label="Pinned Trips">
        <SectionTitle
          action={
            <LinkButton href={paths.travel} variant="quiet" size="sm">
              View All
            </LinkButton>
          }
        >
          Pinned Trips
        </SectionTitle>
        <ul className="card-grid">
          {planned.map(({ item, plan }) => (
            <li key={item.id}>
              <PlannedCard plan={plan} heading="h3" />
            </li>
          ))}
          {data.trips.slice(0, PINNED).map((trip) => (
            <li key={trip.id}>
              <TripCard trip={trip} items={items} maxAvatars={MAX_AVATARS} heading="h3" />
            </li>
          ))}
        </ul>
      </section>
      <section aria-label="Upcoming Trips">
        <SectionTitle>Upcoming Trips</SectionTitle>
        {next.length === 0 ? (
          <p className="rounded-card border border-line bg-surface px-4 py-5 text-center text-muted">
            Nothing begins in the next 30 days.
          </p>
        ) : (
          <List label="Upcoming Trips">
            {next.map((trip) => (
              <ListRow
                key={trip.id}
                href={paths.trip(trip.id)}
                title={trip.title}
                detail={
                  <>
                    <bdi>{trip.destination}</bdi> · {formatDateRange(trip.startDate, trip.endDate)}
                  </>
                }
                trailing={
                  <StatusChip tone={statusTones[trip.status]}>{statusLabels[trip.status]}</StatusChip>
                }
                more
              />
            ))}
          </List>
        )}
      </section>
    </>
  )
}
