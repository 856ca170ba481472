// The current trip on the home screen: its cover with the day of the trip, the next activity, the person's balance, and
// buttons for the two most frequent actions.

import { MessagesSquare, Plus } from 'lucide-react'
import type { ComponentType } from 'react'
import { useSnapshot } from 'valtio'
import type { TripResponse } from '#core/trips/responses.ts'
import { avatarsOf } from '#web/trips/tripLabels.ts'
import { AvatarStack } from '#web/ui/AvatarStack.tsx'
import { formatDateRange } from '#web/platform/time/format.ts'
import { paths } from '#web/platform/page/paths.ts'
import { unread } from '#web/platform/page/unread.ts'
import { useIdlePart } from '#web/platform/page/useIdlePart.ts'
import { dayOfTrip, isTripOver, tripTiming } from '#web/trips/tripTiming.ts'
import { Anchor } from '#web/ui/buttons/Anchor.tsx'
import { Cover } from '#web/ui/cover/Cover.tsx'
import { LinkButton } from '#web/ui/buttons/LinkButton.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { UnreadBadge } from '#web/ui/feedback/UnreadBadge.tsx'

/** Specification §9. */
const MAX_AVATARS = 3

/** Loads the rows below the cover, which are parts of other features. */
export type LoadTripRows = () => Promise<ComponentType<{ trip: TripResponse }>>

interface CurrentTripCardProps {
  trip: TripResponse
  /** YYYY-MM-DD where the reader is */
  today: string
  loadRows: LoadTripRows
}

export function CurrentTripCard({ trip, today, loadRows }: CurrentTripCardProps) {
  const timing = tripTiming(trip, today) ?? 'Over'
  const rows = useIdlePart(loadRows, { trip })
  const unreadCount = useSnapshot(unread).byTrip[trip.id] ?? 0
  return (
    <article className="overflow-hidden rounded-sheet border border-line bg-surface shadow-float outline-offset-2 outline-primary has-[>a:focus-visible]:outline-2">
      {/* The cover would hide a ring of its own. */}
      <Anchor href={paths.trip(trip.id)} className="block outline-none">
        <Cover trip={trip} viewBox="0 67 400 110" hasPin sceneClassName="h-19 short:h-16 lg:h-52">
          <div className="px-4 pt-0.5 pb-3.5">
            <h2 className="line-clamp-3 text-section font-semibold wrap-anywhere lg:pe-28">
              <bdi>{trip.title}</bdi>
            </h2>
            <div className="flex flex-wrap items-end gap-x-2 text-secondary max-lg:justify-between">
              <span>{formatDateRange(trip.startDate, trip.endDate)}</span>
              <span aria-hidden className="-mx-1 max-lg:hidden">
                ·
              </span>
              <span className="font-semibold first-letter:uppercase">{timing}</span>
              <div className="-mt-6 ms-auto hidden lg:block">
                <AvatarStack people={avatarsOf(trip)} cap={MAX_AVATARS} />
              </div>
            </div>
            <TripDays trip={trip} today={today} />
          </div>
        </Cover>
      </Anchor>
      <div className={sides}>
        {rows ?? <TripRowsSkeleton />}
        <div className="col-start-2 row-start-2 flex flex-wrap content-start gap-2 px-4 pt-0.5 pb-3 *:flex-auto">
          <LinkButton href={`${paths.trip(trip.id)}#expenses/add`} className="grow-99!">
            <Plus aria-hidden className="size-5" />
            Add Expense
          </LinkButton>
          <LinkButton href={`${paths.trip(trip.id)}#chat`} variant="secondary">
            <MessagesSquare aria-hidden className="size-5" />
            Chat
            <UnreadBadge count={unreadCount} />
          </LinkButton>
        </div>
      </div>
    </article>
  )
}

/** In a wide window the next activity is the left column; the balance (the last row) and the buttons are the right one. */
const sides =
  'max-lg:[&>ul>li]:py-1.5 lg:grid lg:grid-cols-2 lg:grid-rows-[minmax(5rem,auto)_minmax(4.25rem,auto)] lg:*:[ul]:contents ' +
  'lg:[&>ul>li:last-child]:col-start-2 lg:[&>ul>li:last-child]:row-start-1 ' +
  'lg:bg-linear-to-r lg:from-line lg:to-line lg:bg-size-[1px_100%] lg:bg-center lg:bg-no-repeat'

/** More would be thinner than the gaps between them. */
const MAX_DAYS = 31

/** One mark for each day of a trip that is under way. Silent: the text above says the same. */
function TripDays({ trip, today }: Pick<CurrentTripCardProps, 'trip' | 'today'>) {
  const now = dayOfTrip(trip, today)
  if (!now || isTripOver(trip, today) || now.of > MAX_DAYS || now.of === 1) return null
  return (
    <div aria-hidden className="mt-2 flex gap-[3px]">
      {Array.from({ length: now.of }, (_, index) => (
        <span
          key={index}
          className={`h-1 flex-1 rounded-full ${
            index + 1 === now.day
              ? 'bg-(--c-today)'
              : `bg-(--c-on-ground) ${index + 1 < now.day ? 'opacity-92' : 'opacity-28'}`
          }`}
        />
      ))}
    </div>
  )
}

/** As high as the rows, so that the buttons below stay where they are. */
export function TripRowsSkeleton() {
  return (
    <div className="row-span-2">
      <Loading label="Loading trip...">
        <div className="divide-y divide-line">
          <div className="flex h-16 items-center gap-3 px-4">
            <Skeleton className="h-5 w-12" />
            <span className="flex-1 space-y-2">
              <Skeleton className="h-4 w-3/5" />
              <Skeleton className="h-3 w-2/5" />
            </span>
          </div>
          <div className="flex h-[67px] flex-col justify-center gap-2 px-4">
            <Skeleton className="h-3 w-16" />
            <Skeleton className="h-6 w-32" />
          </div>
        </div>
      </Loading>
    </div>
  )
}
