// The overview tab: details, budget, people and visibility; in a reduced form for somebody who is not on the trip.

import { ChevronDown, Globe, Lock, MapPin, UserRound } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { statusLabels } from '#core/trips/labels.ts'
import type { TripResponse, ReducedTrip } from '#core/trips/responses.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { toMinorOrZero } from '#core/kernel/money.ts'
import { budgetPace } from '#web/trips/budgetPace.ts'
import { ledgerIn } from '#projections/replica/moneyFigures.ts'
import { deviceToday, dotted, formatCount } from '#web/platform/time/format.ts'
import { useIdlePart } from '#web/platform/page/useIdlePart.ts'
import { TripStatusChip } from '#web/trips/TripStatusChip.tsx'
import type { NewChanges } from '#web/trips/newChanges.ts'
import { shownStatus, type TripPhase, tripPhase } from '#web/trips/tripTiming.ts'
import { NextSteps } from '#web/trips/trip/NextSteps.tsx'
import { avatarsOf, canEditTrip, peopleCount } from '#web/trips/tripLabels.ts'
import { AvatarStack } from '#web/ui/AvatarStack.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Card, stretched } from '#web/ui/Card.tsx'
import { useIsChangeWaiting } from '#web/trips/useShownTrip.ts'
import { SyncMark } from '#web/ui/feedback/SyncMark.tsx'
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

export interface TripAtHandProps {
  trip: TripResponse
  phase: TripPhase
  /** Since the last visit. */
  news: NewChanges | null
  /** Beside the overview, where there is room for all of it in each phase. */
  isColumn: boolean
}

interface TripOverviewProps extends Pick<TripAtHandProps, 'trip' | 'news'> {
  onParticipants: () => void
  loadAtHand: LoadAtHand
}

/** Loads what is made of parts of other features. */
export type LoadAtHand = () => Promise<ComponentType<TripAtHandProps>>

/** Two cards side by side where the second column leaves room for them. */
const besideColumn = 'columns:grid-cols-1 columns:@[1100px]/visible:grid-cols-2'

/** During a trip what is at hand comes first, and the facts fold, because they are known by then. */
export function TripOverview({ trip, news, onParticipants, loadAtHand }: TripOverviewProps) {
  const isColumn = useWide(WIDEST_PX)
  const phase = tripPhase(trip, useToday())
  const atHand = useIdlePart(loadAtHand, { trip, phase, news, isColumn })
  const [isOpen, setOpen] = useState(false)
  const isFolding = phase === 'during' && !isColumn
  // All of it is in the list of trips, so that nothing moves when the trip itself arrives.
  const isAlone = trip.participants.length + trip.guestCount === 1
  const isBeingPlanned = canEditTrip(trip) && deviceToday() < trip.startDate
  return (
    <div className="grid content-start items-start gap-4 gutter py-5 columns:grid-cols-[minmax(0,1fr)_340px]">
      <div className={`grid gap-4 md:grid-cols-2 ${besideColumn}`}>
        {!isColumn && (
          <div className="col-span-full grid grid-cols-1 gap-4 empty:hidden">
            {atHand ?? (phase !== 'before' && <AtHandSkeleton hasPlan={phase === 'during'} />)}
          </div>
        )}
        {isBeingPlanned && <NextSteps trip={trip} isAlone={isAlone} onParticipants={onParticipants} />}
        {isFolding && <FoldedFacts trip={trip} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
        {(isOpen || !isFolding) && <Facts trip={trip} onParticipants={onParticipants} />}
      </div>
      <div className="hidden grid-cols-1 content-start gap-4 columns:grid">{isColumn && atHand}</div>
    </div>
  )
}

/** The order in which it comes while it is loaded. */
export function AtHandSkeleton({ hasPlan }: { hasPlan: boolean }) {
  const row = (height: string) => (
    <div className={`flex flex-col justify-center gap-2 px-4 ${height}`}>
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-3 w-2/5" />
    </div>
  )
  return (
    <Loading label="Loading trip...">
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        {hasPlan && row('h-[71px]')}
        {hasPlan && row('h-[71px]')}
        {row('h-[79px]')}
      </div>
    </Loading>
  )
}

interface FoldedFactsProps {
  trip: TripResponse
  isOpen: boolean
  onToggle: () => void
}

function FoldedFacts({ trip, isOpen, onToggle }: FoldedFactsProps) {
  const status = statusLabels[shownStatus(trip, useToday())]
  const isChangeWaiting = useIsChangeWaiting(trip.id)
  return (
    <Card padded={false} interactive className="col-span-full px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <AvatarStack people={avatarsOf(trip)} cap={MAX_AVATARS} size="xs" />
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className={`flex min-h-11 flex-1 items-center justify-between gap-2 text-start text-secondary whitespace-nowrap text-muted ${stretched}`}
        >
          <span>{dotted([status, trip.isPublic ? 'Public Trip' : 'Private Trip'])}</span>
          <ChevronDown
            aria-hidden
            className={`size-5 shrink-0 transition-transform duration-fade ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </div>
      {isChangeWaiting && !isOpen && <SyncMark />}
      {trip.budget !== null && !isOpen && <FoldedBudget trip={trip} budget={trip.budget} />}
    </Card>
  )
}

function FoldedBudget({ trip, budget }: BudgetProps) {
  const { state, perDay, left } = useBudget(trip, budget)
  return (
    <div className="pb-1">
      <BudgetBar {...state} />
      <p className={`mt-2 min-h-5 text-secondary ${textColors[state.tone]}`}>
        {perDay ? (
          <>
            <span className={`font-semibold ${state.tone === 'usual' ? 'text-text' : ''}`}>
              {perDay.amount}
            </span>
            <span>{` a day left ${perDay.time}`}</span>
          </>
        ) : (
          left
        )}
      </p>
    </div>
  )
}

function Facts({ trip, onParticipants }: Pick<TripOverviewProps, 'trip' | 'onParticipants'>) {
  const isChangeWaiting = useIsChangeWaiting(trip.id)
  return (
    <>
      <Card className="col-span-full">
        <div className="flex flex-wrap items-center gap-3">
          <TripStatusChip trip={trip} />
          {isChangeWaiting && <SyncMark />}
        </div>
        <TripDescription trip={trip} />
      </Card>
      {trip.budget !== null && <BudgetCard trip={trip} budget={trip.budget} />}
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
    </>
  )
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

interface BudgetProps {
  trip: TripResponse
  /** Major units. */
  budget: number
}

type BudgetTone = 'danger' | 'warning' | 'usual'

const barColors: Record<BudgetTone, string> = {
  danger: 'bg-danger',
  warning: 'bg-warning',
  usual: 'bg-(--sand)',
}
const textColors: Record<BudgetTone, string> = {
  danger: 'text-danger',
  warning: 'text-warning',
  usual: 'text-muted',
}

/** How much of a budget is spent, and during the trip how much is left for each day; without loaded expenses, neither. */
function useBudget(trip: TripResponse, budgetInMajorUnits: number) {
  const { currency, startDate, endDate } = trip
  const budget = toMinorOrZero(budgetInMajorUnits, currency)
  const spent = useTripResponse(trip.id, ledgerIn).data?.totalExpenses
  const today = useToday()
  const pace = budgetPace({ budget, spent: spent ?? 0, startDate, endDate, today })
  const isOver = spent !== undefined && spent > budget
  const tone: BudgetTone = isOver ? 'danger' : pace?.isShort ? 'warning' : 'usual'
  const isPaced = pace !== null && !isOver
  return {
    total: formatMinor(budget, currency),
    state: { part: Math.min((spent ?? 0) / budget, 1), tone },
    percentSpent: pace?.percentSpent,
    left:
      spent === undefined
        ? '\u00a0'
        : isOver
          ? `${formatMinor(spent, currency)} spent, ${formatMinor(spent - budget, currency)} over budget`
          : `${formatMinor(spent, currency)} spent, ${formatMinor(budget - spent, currency)} left`,
    /** Whether there is or will be a line of `perDay`. */
    isPaced,
    perDay:
      isPaced && spent !== undefined
        ? {
            amount: formatMinor(pace.perDay, currency),
            time: pace.daysLeft === 1 ? 'the last day' : `for ${formatCount(pace.daysLeft, 'day')}`,
          }
        : null,
  }
}

function BudgetBar({ part, tone }: { part: number; tone: BudgetTone }) {
  return (
    <div aria-hidden className="track mt-3 h-2 overflow-hidden rounded-full bg-surface-2">
      <div className={`h-full rounded-full ${barColors[tone]}`} style={{ width: `${part * 100}%` }} />
    </div>
  )
}

function BudgetCard({ trip, budget }: BudgetProps) {
  const { total, state, percentSpent, left, isPaced, perDay } = useBudget(trip, budget)
  return (
    <Card>
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3">
        <h3 className="text-secondary font-medium text-muted">Budget</h3>
        {state.tone === 'warning' && <StatusChip tone="warning">{`${percentSpent} % spent`}</StatusChip>}
      </div>
      <p className="mt-0.5 text-title font-semibold">
        <Money text={total} />
      </p>
      <BudgetBar {...state} />
      <p className={`mt-2 min-h-5 text-secondary ${state.tone === 'danger' ? 'text-danger' : 'text-muted'}`}>
        {left}
      </p>
      {isPaced && (
        <p className="mt-1 flex min-h-6 flex-wrap items-baseline justify-between gap-x-3">
          {perDay && (
            <>
              <span className={`font-semibold ${state.tone === 'warning' ? 'text-warning' : ''}`}>
                <Money text={perDay.amount} /> a day left
              </span>
              <span className="text-secondary text-muted">{perDay.time}</span>
            </>
          )}
        </p>
      )}
    </Card>
  )
}
