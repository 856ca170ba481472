// The overview tab: details, budget, people and visibility.

import { Globe, Lock, MapPin } from 'lucide-react'
import type { ComponentType } from 'react'
import { useSnapshot } from 'valtio'
import type { TripResponse } from '#core/trips/responses.ts'
import { deviceToday } from '#web/platform/format.ts'
import { outbox } from '#web/platform/outbox/pendingCommands.ts'
import { paths } from '#web/platform/paths.ts'
import { useIdlePart } from '#web/platform/useIdlePart.ts'
import { TripStatusChip } from '#web/trips/TripStatusChip.tsx'
import { BudgetCard } from '#web/trips/BudgetCard.tsx'
import type { NewChanges } from '#web/trips/newChanges.ts'
import { NextSteps } from '#web/trips/NextSteps.tsx'
import { avatarsOf, canEditTrip, peopleCount } from '#web/trips/tripLabels.ts'
import { AvatarStack } from '#web/ui/AvatarStack.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PendingMark } from '#web/ui/PendingMark.tsx'
import { List } from '#web/ui/List.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { NewMark } from '#web/ui/NewMark.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { useWide, WIDEST_PX } from '#web/ui/useWide.ts'

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
  const isPending = useSnapshot(outbox).commands.some(
    (command) =>
      command.lane === trip.id && command.state === 'waiting' && command.endpoint.path === '/trips/:tripId',
  )
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
            {isPending && <PendingMark />}
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
