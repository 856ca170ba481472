// A trip on the home screen: a strip of its cover, its title, where it is in time, and its people.

import type { TripResponse } from '#core/trips/responses.ts'
import { formatDateRange } from '#web/platform/format.ts'
import { paths } from '#web/platform/paths.ts'
import { pendingEndOf, type PendingTripCommand, withPendingChanges } from '#web/trips/pendingTrips.ts'
import { avatarsOf, guestsOf } from '#web/trips/roster.ts'
import { tripTiming } from '#web/trips/tripTiming.ts'
import { Anchor } from '#web/ui/Anchor.tsx'
import { AvatarStack } from '#web/ui/AvatarStack.tsx'
import { Card, stretched } from '#web/ui/Card.tsx'
import { Cover } from '#web/ui/cover/Cover.tsx'
import { PendingMark } from '#web/ui/PendingMark.tsx'

/** Of specification §9. */
const MAX_AVATARS = 3

interface PinnedTripProps {
  trip: TripResponse
  items: readonly PendingTripCommand[]
  /** YYYY-MM-DD where the reader is */
  today: string
}

export function PinnedTrip({ trip: confirmed, items, today }: PinnedTripProps) {
  const trip = withPendingChanges(confirmed, items)
  const pendingEnd = pendingEndOf(trip.id, items)
  const isWaiting = items.some(({ lane, state }) => lane === trip.id && state === 'waiting')
  return (
    <Card as="article" padded={false} interactive className="flex min-h-16 overflow-hidden">
      <Cover
        trip={trip}
        viewBox="126 34 200 133"
        fit="slice"
        sceneClassName="absolute h-full"
        className="w-21 shrink-0"
      />
      <div className="min-w-0 self-center px-3 py-2">
        <h3 className="line-clamp-2 leading-5.5 font-medium wrap-anywhere">
          <Anchor href={paths.trip(trip.id)} className={stretched}>
            <bdi>{trip.title}</bdi>
          </Anchor>
        </h3>
        <p className="text-secondary text-muted">
          {tripTiming(trip, today) ?? formatDateRange(trip.startDate, trip.endDate)}
        </p>
        {isWaiting && <PendingMark {...(pendingEnd && { text: `will be ${pendingEnd}, waiting to sync` })} />}
      </div>
      <div className="ms-auto shrink-0 self-center pe-3">
        <AvatarStack people={avatarsOf(trip)} cap={MAX_AVATARS} others={guestsOf(trip)} size="xs" />
      </div>
    </Card>
  )
}
