// A trip on the home screen: a strip of its cover, its title, and one line: new changes, else the person's balance,
// else the dates. The line leaves out what the card of the current trip shows.

import type { ListedTrip } from '#core/trips/responses.ts'
import { dotted, formatDateRange } from '#web/platform/time/format.ts'
import { paths } from '#web/platform/page/paths.ts'
import { ListedBalance } from '#web/trips/list/ListedBalance.tsx'
import { PinMark } from '#web/trips/PinMark.tsx'
import { useShownTrip } from '#web/trips/useShownTrip.ts'
import { isTripOver } from '#web/trips/tripTiming.ts'
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
  const isSettled = confirmed.netBalance === 0 && isTripOver(trip, today)
  return (
    <Card as="article" padded={false} interactive className="h-full overflow-hidden">
      <Cover
        trip={trip}
        viewBox="20 62 480 112"
        fit="slice"
        sceneClassName="h-10 md:h-16"
        before={confirmed.pinned && <PinMark />}
      />
      <div className="px-3 pt-1 pb-1.5">
        <h3 className="truncate leading-5.5 font-medium">
          <Anchor href={paths.trip(trip.id)} className={stretched}>
            <bdi>{trip.title}</bdi>
          </Anchor>
        </h3>
        {news ? (
          <p className="flex items-center gap-1.5 text-meta">
            <NewMark />
            <Anchor
              href={paths.historySince(trip.id, news.since)}
              className="touch-target z-1 rounded-control"
            >
              <span>{news.short}</span>
              {/* On a phone it would take a second line. */}
              <span className="max-md:sr-only">{news.text.slice(news.short.length)}</span>
            </Anchor>
          </p>
        ) : isCurrent ? (
          <p className="truncate text-meta text-muted">
            <bdi>{trip.destination}</bdi>
          </p>
        ) : confirmed.netBalance || confirmed.isInvited ? (
          <ListedBalance trip={confirmed} className="text-meta" />
        ) : (
          <p className="text-meta text-muted">
            {dotted([formatDateRange(trip.startDate, trip.endDate), isSettled && 'All settled'])}
          </p>
        )}
        {waitingText && <SyncMark text={waitingText} />}
      </div>
    </Card>
  )
}
