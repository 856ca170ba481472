// A trip on the home screen: a strip of its cover, its title, and one line: new changes, else the person's balance,
// else the dates. The line leaves out what the card of the current trip shows.

import type { ListedTrip } from '#core/trips/responses.ts'
import { formatDateRange } from '#web/platform/time/format.ts'
import { paths } from '#web/platform/page/paths.ts'
import { ListedBalance } from '#web/trips/list/ListedBalance.tsx'
import { useShownTrip } from '#web/trips/useShownTrip.ts'
import { tripTiming } from '#web/trips/tripTiming.ts'
import { Anchor } from '#web/ui/buttons/Anchor.tsx'
import { Card, stretched } from '#web/ui/Card.tsx'
import { Cover } from '#web/ui/cover/Cover.tsx'
import { NewMark } from '#web/ui/feedback/NewMark.tsx'
import { SyncMark } from '#web/ui/feedback/SyncMark.tsx'

interface PinnedTripProps {
  trip: ListedTrip
  /** YYYY-MM-DD where the reader is */
  today: string
  /** The card of the current trip already shows the dates and the balance. */
  isCurrent: boolean
}

export function PinnedTrip({ trip: confirmed, today, isCurrent }: PinnedTripProps) {
  const { trip, news, waitingText } = useShownTrip(confirmed)
  return (
    <Card as="article" padded={false} interactive className="flex min-h-14.5 overflow-hidden md:min-h-20">
      <Cover
        trip={trip}
        viewBox="137 18 226 156"
        fit="slice"
        sceneClassName="absolute h-full"
        className="w-21 shrink-0 md:w-24"
      />
      {/* On a phone the floating button stands on the end of the second row. */}
      <div className="min-w-0 flex-1 self-center px-3 py-1.5 max-md:pe-18">
        <h3 className="truncate leading-5.5 font-medium">
          <Anchor href={paths.trip(trip.id)} className={stretched}>
            <bdi>{trip.title}</bdi>
          </Anchor>
        </h3>
        {news ? (
          <p className="flex items-center gap-2 text-secondary">
            <NewMark />
            <Anchor
              href={paths.historySince(trip.id, news.since)}
              className="touch-target z-1 rounded-control"
            >
              {news.text}
            </Anchor>
          </p>
        ) : isCurrent ? (
          <p className="truncate text-secondary text-muted">
            <bdi>{trip.destination}</bdi>
          </p>
        ) : confirmed.netBalance || confirmed.isInvited ? (
          <ListedBalance trip={confirmed} className="text-secondary" />
        ) : (
          <p className="text-secondary text-muted">
            {tripTiming(trip, today) ?? formatDateRange(trip.startDate, trip.endDate)}
          </p>
        )}
        {waitingText && <SyncMark text={waitingText} />}
      </div>
    </Card>
  )
}
