// A trip as a card: title, place, dates, people and status.

import { CalendarDays, MapPin } from 'lucide-react'
import { type ReactNode, use, useId } from 'react'
import type { TripResponse } from '#core/trips/responses.ts'
import type { PlanTripBody } from '#core/trips/bodies.ts'
import { paths } from '#web/platform/paths.ts'
import { formatDateRange } from '#web/platform/format.ts'
import { pendingEndOf, type PendingTripCommand, withPendingChanges } from '#web/trips/pendingTrips.ts'
import { avatarsOf, guestsOf, peopleCount, statusLabels, statusTones } from '#web/trips/roster.ts'
import { Anchor, Navigation } from '#web/ui/Anchor.tsx'
import { AvatarStack } from '#web/ui/AvatarStack.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, stretched } from '#web/ui/Card.tsx'
import { PendingMark } from '#web/ui/PendingMark.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'

interface TripCardProps {
  trip: TripResponse
  items: readonly PendingTripCommand[]
  /** Number of avatars before '+n'. */
  maxAvatars?: number
  heading?: Heading
}

/** One level below the heading of the list. */
type Heading = 'h2' | 'h3'

export function TripCard({ trip: confirmed, items, maxAvatars: faces = 4, heading }: TripCardProps) {
  const navigate = use(Navigation)
  const titleId = useId()
  const trip = withPendingChanges(confirmed, items)
  const pendingEnd = pendingEndOf(trip.id, items)
  const isWaiting = items.some(({ lane, state }) => lane === trip.id && state === 'waiting')
  const href = paths.trip(trip.id)
  return (
    <Card as="article" interactive className={cardShape}>
      <TripHead
        trip={trip}
        heading={heading}
        title={
          <Anchor href={href} id={titleId} className={stretched}>
            <bdi>{trip.title}</bdi>
          </Anchor>
        }
      />
      {isWaiting && (
        <p className="mt-2">
          <PendingMark {...(pendingEnd && { text: `will be ${pendingEnd}, waiting to sync` })} />
        </p>
      )}
      <div className={foot}>
        <div className="flex min-w-0 items-center gap-2">
          <AvatarStack people={avatarsOf(trip)} cap={faces} others={guestsOf(trip)} />
          <span className="text-secondary text-muted">{peopleCount(trip)}</span>
        </div>
        <Button
          size="sm"
          variant="secondary"
          className="z-1 ms-auto"
          aria-describedby={titleId}
          onClick={() => navigate?.(href)}
        >
          View Details
        </Button>
      </div>
    </Card>
  )
}

/** A pending new trip, which has no details to open yet. */
export function PlannedCard({ plan, heading }: { plan: PlanTripBody; heading?: Heading }) {
  const { title = '', destination = '', startDate = '', endDate = '' } = plan
  const trip = {
    title: title ?? '',
    destination: destination ?? '',
    startDate: startDate ?? '',
    endDate: endDate ?? '',
    status: 'planning' as const,
  }
  return (
    <Card as="article" className={cardShape}>
      <TripHead trip={trip} heading={heading} title={<bdi>{trip.title}</bdi>} />
      <div className={foot}>
        <PendingMark />
      </div>
    </Card>
  )
}

interface TripHeadProps {
  trip: Pick<TripResponse, 'status' | 'destination' | 'startDate' | 'endDate'>
  title: ReactNode
  heading?: Heading | undefined
}

export function TripHead({ trip, title, heading: Title = 'h2' }: TripHeadProps) {
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <Title className="line-clamp-3 min-w-0 flex-[1_1_8rem] text-title font-semibold break-words">
          {title}
        </Title>
        <StatusChip tone={statusTones[trip.status]}>{statusLabels[trip.status]}</StatusChip>
      </div>
      <p className={cardLine}>
        <MapPin aria-hidden className="h-lh w-4.5 shrink-0" />
        <span className="line-clamp-2 min-w-0 break-words">
          <bdi>{trip.destination}</bdi>
        </span>
      </p>
      <p className={cardLine}>
        <CalendarDays aria-hidden className="h-lh w-4.5 shrink-0" />
        <span className="min-w-0">{formatDateRange(trip.startDate, trip.endDate)}</span>
      </p>
    </>
  )
}

export const cardShape = 'flex h-full flex-col'
export const cardLine = 'mt-1.5 flex items-start gap-2 text-muted'
const foot = 'mt-auto flex flex-wrap items-center gap-x-3 gap-y-2 pt-4'

export function TripCardSkeleton() {
  return (
    <Card>
      <div className="flex h-[1.625rem] items-center justify-between">
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="h-6 w-22" />
      </div>
      <div className="mt-1.5 flex h-6 items-center">
        <Skeleton className="h-4 w-2/5" />
      </div>
      <div className="mt-1.5 flex h-6 items-center">
        <Skeleton className="h-4 w-1/3" />
      </div>
      <div className="flex items-center justify-between pt-4">
        <Skeleton round className="size-8" />
        <Skeleton className="h-9 w-28" />
      </div>
    </Card>
  )
}
