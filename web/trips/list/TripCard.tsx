// A trip as a card: its cover, title, status, place, dates and people.

import { type ReactNode, use, useId } from 'react'
import type { ListedTrip, TripResponse } from '#core/trips/responses.ts'
import type { PlanTripBody } from '#core/trips/bodies.ts'
import { paths } from '#web/platform/page/paths.ts'
import { formatDateRange } from '#web/platform/time/format.ts'
import { useToday } from '#web/platform/time/useNow.ts'
import { TripStatusChip } from '#web/trips/TripStatusChip.tsx'
import { ListedBalance } from '#web/trips/list/ListedBalance.tsx'
import { PinMark } from '#web/trips/PinMark.tsx'
import { useShownTrip } from '#web/trips/useShownTrip.ts'
import { avatarsOf, peopleCount } from '#web/trips/tripLabels.ts'
import { tripTiming } from '#web/trips/tripTiming.ts'
import { Anchor, Navigation } from '#web/ui/buttons/Anchor.tsx'
import { AvatarStack } from '#web/ui/AvatarStack.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Card, stretched } from '#web/ui/Card.tsx'
import { Cover } from '#web/ui/cover/Cover.tsx'
import { NewMark } from '#web/ui/feedback/NewMark.tsx'
import { SyncMark } from '#web/ui/feedback/SyncMark.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'

interface TripCardProps {
  trip: ListedTrip
  isOpen?: boolean
}

/** Specification §9. */
const MAX_AVATARS = 4

/** One level below the heading of the list. */
type Heading = 'h2' | 'h3'

export function TripCard({ trip: confirmed, isOpen = false }: TripCardProps) {
  const { trip, news, waitingText } = useShownTrip(confirmed)
  const navigate = use(Navigation)
  const titleId = useId()
  const href = paths.trip(trip.id)
  return (
    <TripCardFrame
      trip={trip}
      interactive
      isPinned={confirmed.pinned}
      mark={news && <NewMark text={news.text} />}
      title={
        <Anchor href={href} id={titleId} className={stretched} aria-current={isOpen ? 'page' : undefined}>
          <bdi>{trip.title}</bdi>
        </Anchor>
      }
    >
      <ListedBalance trip={confirmed} className="mt-0.5 text-secondary" />
      {waitingText && (
        <p className="mt-2">
          <SyncMark text={waitingText} />
        </p>
      )}
      <div className={cardFooter}>
        <div className="flex min-w-0 items-center gap-2">
          <AvatarStack people={avatarsOf(trip)} cap={MAX_AVATARS} size="xs" />
          <span className="text-meta text-muted">{peopleCount(trip)}</span>
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
    </TripCardFrame>
  )
}

/** A pending new trip, which has no details to open yet. */
export function PlannedCard({ plan, heading }: { plan: PlanTripBody; heading?: Heading }) {
  const { title = '', destination = '', startDate = '', endDate = '' } = plan
  const trip = {
    id: '',
    title: title ?? '',
    destination: destination ?? '',
    startDate: startDate ?? '',
    endDate: endDate ?? '',
    status: 'planning' as const,
  }
  return (
    <TripCardFrame trip={trip} heading={heading} title={<bdi>{trip.title}</bdi>}>
      <div className={cardFooter}>
        <SyncMark />
      </div>
    </TripCardFrame>
  )
}

interface TripCardFrameProps {
  trip: Pick<TripResponse, 'id' | 'status' | 'destination' | 'startDate' | 'endDate'>
  title: ReactNode
  heading?: Heading | undefined
  /** Beside the status. */
  mark?: ReactNode
  interactive?: boolean
  isPinned?: boolean | undefined
  children: ReactNode
}

/** The cover of a trip, and below it its title, status, place and dates. */
export function TripCardFrame(props: TripCardFrameProps) {
  const { trip, title, heading: Title = 'h2', mark, interactive = false, isPinned, children } = props
  const timing = tripTiming(trip, useToday())
  return (
    <Card as="article" padded={false} interactive={interactive} className="flex h-full flex-col">
      <Cover
        trip={trip}
        sceneClassName="h-21"
        className="overflow-hidden rounded-t-[15px]"
        before={isPinned && <PinMark />}
      />
      <div className="flex flex-1 flex-col px-3.5 pt-2.5 pb-3">
        <div className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
          <Title className="line-clamp-3 min-w-0 flex-[1_1_8rem] text-title leading-6 font-semibold break-words">
            {title}
          </Title>
          <span className="flex items-center gap-2">
            {mark}
            <TripStatusChip trip={trip} />
          </span>
        </div>
        <p className="mt-0.5 flex flex-wrap gap-x-3 overflow-hidden text-secondary text-muted">
          <span className="max-w-full truncate">
            <bdi>{trip.destination}</bdi>
          </span>
          <Separated>{formatDateRange(trip.startDate, trip.endDate)}</Separated>
          {timing && <Separated>{timing}</Separated>}
        </p>
        {children}
      </div>
    </Card>
  )
}

/** After a dot, which is beyond the edge of the row where a line begins with it. */
const Separated = ({ children }: { children: string }) => (
  <span className="relative -ms-3 ps-3">
    <span className="absolute start-0 w-3 text-center">·</span> {children}
  </span>
)

export const cardFooter = 'mt-auto flex flex-wrap items-center gap-x-3 gap-y-2 pt-2'

/** As high as a card whose texts take one line each. */
export function TripCardSkeleton() {
  return (
    <Card padded={false}>
      <div className="h-21 rounded-t-[15px] bg-surface-2" />
      <div className="px-3.5 pt-2.5 pb-3">
        <div className="flex h-6 items-center justify-between">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-6 w-22" />
        </div>
        <div className="mt-0.5 flex h-5 items-center">
          <Skeleton className="h-4 w-4/5" />
        </div>
        <div className="mt-0.5 flex h-5 items-center">
          <Skeleton className="h-4 w-2/5" />
        </div>
        <div className="flex items-center justify-between pt-2">
          <Skeleton round className="size-6" />
          <Skeleton className="h-9 w-28" />
        </div>
      </div>
    </Card>
  )
}
