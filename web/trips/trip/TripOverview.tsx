// The overview tab: details, budget, people and visibility; in a reduced form for somebody who is not on the trip.

import { Globe, Lock, MapPin, UserRound } from 'lucide-react'
import type { ComponentType } from 'react'
import type { TripResponse, ReducedTrip } from '#core/trips/responses.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { toMinorOrZero } from '#core/kernel/money.ts'
import { budgetPace } from '#web/trips/budgetPace.ts'
import { ledgerIn } from '#projections/replica/moneyFigures.ts'
import { deviceToday, formatCount } from '#web/platform/time/format.ts'
import { paths } from '#web/platform/page/paths.ts'
import { useIdlePart } from '#web/platform/page/useIdlePart.ts'
import { TripStatusChip } from '#web/trips/TripStatusChip.tsx'
import type { NewChanges } from '#web/trips/newChanges.ts'
import { NextSteps } from '#web/trips/trip/NextSteps.tsx'
import { avatarsOf, canEditTrip, peopleCount } from '#web/trips/tripLabels.ts'
import { AvatarStack } from '#web/ui/AvatarStack.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useIsChangeWaiting } from '#web/trips/useShownTrip.ts'
import { SyncMark } from '#web/ui/feedback/SyncMark.tsx'
import { ListRow, List } from '#web/ui/lists/List.tsx'
import { NewMark } from '#web/ui/feedback/NewMark.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { useWide, WIDEST_PX } from '#web/ui/useWide.ts'
import { Organizer } from '#web/trips/joining/DiscoverCard.tsx'
import { JoinAction } from '#web/trips/joining/JoinAction.tsx'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useToday } from '#web/platform/time/useNow.ts'
import { Money } from '#web/ui/Money.tsx'
import { StatusChip } from '#web/ui/feedback/StatusChip.tsx'

/** Avatars that fit a phone, before '+n'. */
const MAX_AVATARS = 6

interface TripOverviewProps {
  trip: TripResponse
  /** Since the last visit. */
  news: NewChanges | null
  onParticipants: () => void
  loadAside: LoadOverviewAside
}

/** Loads the second column, which is made of parts of other features. */
export type LoadOverviewAside = () => Promise<ComponentType<{ trip: TripResponse }>>

/** Two cards side by side where the second column leaves room for them. */
const besideColumn = 'columns:grid-cols-1 columns:@[1100px]/visible:grid-cols-2'

export function TripOverview({ trip, news, onParticipants, loadAside }: TripOverviewProps) {
  const isWidest = useWide(WIDEST_PX)
  const isChangeWaiting = useIsChangeWaiting(trip.id)
  // All of it is in the list of trips, so that nothing moves when the trip itself arrives.
  const isAlone = trip.participants.length + trip.guestCount === 1
  const isBeingPlanned = canEditTrip(trip) && deviceToday() < trip.startDate
  return (
    <div className="grid content-start items-start gap-4 gutter py-5 columns:grid-cols-[minmax(0,1fr)_340px]">
      <div className={`grid gap-4 md:grid-cols-2 ${besideColumn}`}>
        {news && (
          <div className="col-span-full">
            <List label="What is new">
              <ListRow
                href={paths.historySince(trip.id, news.since)}
                leading={<NewMark />}
                title={news.text}
                more
              />
            </List>
          </div>
        )}
        {isBeingPlanned && <NextSteps trip={trip} isAlone={isAlone} onParticipants={onParticipants} />}
        <Card className="col-span-full">
          <div className="flex flex-wrap items-center gap-3">
            <TripStatusChip trip={trip} />
            {isChangeWaiting && <SyncMark />}
          </div>
          <TripDescription trip={trip} />
        </Card>
        {trip.budget !== null && (
          <BudgetCard trip={trip} budget={toMinorOrZero(trip.budget, trip.currency)} />
        )}
        <Card>
          <h3 className="flex min-h-6 items-center text-secondary font-medium text-muted">Participants</h3>
          <p className="mt-0.5 text-title font-semibold">{peopleCount(trip)}</p>
          <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
            <AvatarStack people={avatarsOf(trip)} cap={MAX_AVATARS} size="md" />
            <Button variant="quiet" size="sm" className="-mx-3" onClick={onParticipants}>
              See everyone
            </Button>
          </div>
        </Card>
        <PrivacyCard isPublic={trip.isPublic} wide={trip.budget !== null} />
      </div>
      <div className="hidden grid-cols-1 content-start gap-4 columns:grid">
        {isWidest && <Aside load={loadAside} trip={trip} />}
      </div>
    </div>
  )
}

function Aside({ load, trip }: { load: LoadOverviewAside; trip: TripResponse }) {
  return useIdlePart(load, { trip })
}

/** The head of the dialog has the title and the dates. */
export function TripDescription({ trip }: { trip: Pick<TripResponse, 'destination' | 'description'> }) {
  return (
    <>
      <p className="mt-3 flex items-start gap-2">
        <MapPin aria-hidden className="h-lh w-5 shrink-0 text-muted" />
        <span className="sr-only">Destination: </span>
        <span className="min-w-0 break-words">
          <bdi>{trip.destination}</bdi>
        </span>
      </p>
      {trip.description !== null && (
        <p dir="auto" className="mt-4 border-t border-line pt-4 break-words whitespace-pre-line">
          <span className="block max-w-prose">{trip.description}</span>
        </p>
      )}
    </>
  )
}

/** @param wide fills its row, where the cards before it make an even number */
export function PrivacyCard({ isPublic, wide = false }: { isPublic: boolean; wide?: boolean }) {
  const Icon = isPublic ? Globe : Lock
  return (
    <Card className={`flex items-start gap-3 ${wide ? 'col-span-full' : ''}`}>
      <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-primary-soft text-primary">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="min-w-0">
        <h3 className="font-semibold">{isPublic ? 'Public Trip' : 'Private Trip'}</h3>
        <p className="mt-0.5 text-secondary text-muted">
          {isPublic ? 'Visible to other users' : 'Only visible to participants'}
        </p>
      </div>
    </Card>
  )
}

export function TripOverviewSkeleton() {
  return (
    <Loading label="Loading trip...">
      <div className="grid gap-4 gutter py-5 md:grid-cols-2">
        <Card className="col-span-full grid gap-3">
          <Skeleton className="h-6 w-24" />
          <Skeleton className="h-7 w-3/5" />
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-5 w-1/3" />
        </Card>
        <Card>
          <Skeleton className="h-25 w-full" />
        </Card>
        <Card>
          <Skeleton className="h-25 w-full" />
        </Card>
      </div>
    </Loading>
  )
}

/** What a person who is not on a public trip sees of it, with the button to ask to join. */
export function ReducedOverview({ trip }: { trip: ReducedTrip }) {
  return (
    <div className="grid gap-4 gutter py-5">
      <Card>
        <TripStatusChip trip={trip} />
        <TripDescription trip={trip} />
        <p className="mt-4 flex items-start gap-2 border-t border-line pt-4 text-muted">
          <UserRound aria-hidden className="h-lh w-5 shrink-0" />
          <span className="min-w-0 break-words">
            <Organizer trip={trip} />
          </span>
        </p>
        <div className="mt-4">
          <JoinAction trip={trip} />
        </div>
      </Card>
      <PrivacyCard isPublic={trip.isPublic} />
    </div>
  )
}

interface BudgetCardProps {
  trip: TripResponse
  /** Minor units. */
  budget: number
}

/**
 * The budget of a trip, how much of it is spent, and during the trip how much is left for each day. Without loaded
 * expenses, only the budget.
 */
function BudgetCard({ trip, budget }: BudgetCardProps) {
  const { currency, startDate, endDate } = trip
  const spent = useTripResponse(trip.id, ledgerIn).data?.totalExpenses
  const today = useToday()
  const pace = budgetPace({ budget, spent: spent ?? 0, startDate, endDate, today })
  const isOver = spent !== undefined && spent > budget
  const isShort = pace?.isShort === true && !isOver
  return (
    <Card>
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3">
        <h3 className="text-secondary font-medium text-muted">Budget</h3>
        {isShort && <StatusChip tone="warning">{`${pace.percentSpent} % spent`}</StatusChip>}
      </div>
      <p className="mt-0.5 text-title font-semibold">
        <Money text={formatMinor(budget, currency)} />
      </p>
      <div aria-hidden className="track mt-3 h-2 overflow-hidden rounded-full bg-surface-2">
        <div
          className={`h-full rounded-full ${isOver ? 'bg-danger' : isShort ? 'bg-warning' : 'bg-primary'}`}
          style={{ width: `${Math.min((spent ?? 0) / budget, 1) * 100}%` }}
        />
      </div>
      <p className={`mt-2 min-h-5 text-secondary ${isOver ? 'text-danger' : 'text-muted'}`}>
        {spent === undefined
          ? ' '
          : isOver
            ? `${formatMinor(spent, currency)} spent, ${formatMinor(spent - budget, currency)} over budget`
            : `${formatMinor(spent, currency)} spent, ${formatMinor(budget - spent, currency)} left`}
      </p>
      {pace && !isOver && (
        <p className="mt-1 flex min-h-6 flex-wrap items-baseline justify-between gap-x-3">
          {spent !== undefined && (
            <>
              <span className={`font-semibold ${isShort ? 'text-warning' : ''}`}>
                <Money text={formatMinor(pace.perDay, currency)} /> a day left
              </span>
              <span className="text-secondary text-muted">
                {pace.daysLeft === 1 ? 'the last day' : `for ${formatCount(pace.daysLeft, 'day')}`}
              </span>
            </>
          )}
        </p>
      )}
    </Card>
  )
}
