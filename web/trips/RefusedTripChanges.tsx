// The commands of trips that were refused after their form had closed, each with Retry and Discard.

import {
  askToJoin,
  cancelInvitation,
  changeTrip,
  deleteTrip,
  leaveTrip,
  planTrip,
  respondToInvitation,
} from '#core/trips/contract.ts'
import { isEndpoint } from '#web/platform/outbox/outboxItem.ts'
import type { PendingTripCommand } from '#web/trips/pendingTrips.ts'
import { tripFailures } from '#web/trips/tripFailures.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'

interface Refused extends PendingTripCommand {
  key: string
  error: string | null
  retry(): void
  discard(): void
}

const failures = [
  { endpoint: planTrip, text: tripFailures.plan },
  { endpoint: changeTrip, text: tripFailures.change },
  { endpoint: deleteTrip, text: tripFailures.delete },
  { endpoint: leaveTrip, text: tripFailures.leave },
  { endpoint: respondToInvitation, text: 'Failed to answer the invitation or request' },
  { endpoint: askToJoin, text: tripFailures.askToJoin },
  { endpoint: cancelInvitation, text: tripFailures.cancelRequest },
]

export interface RefusedTripChangesProps {
  items: readonly Refused[]
  /** For the titles. */
  trips: readonly { id: string; title: string }[]
}

export function RefusedTripChanges({ items, trips }: RefusedTripChangesProps) {
  return items
    .filter(({ state }) => state === 'refused')
    .map((item) => {
      const failed = failures.find(({ endpoint }) => isEndpoint(item, endpoint))
      if (!failed) return null
      const trip = trips.find(({ id }) => id === item.params['tripId'])
      const { title } = trip ?? (item.body as { title?: string } | null) ?? {}
      return (
        <Banner
          key={item.key}
          tone="danger"
          title={failed.text}
          action={
            <span className="flex flex-wrap gap-2">
              <Button size="sm" variant="secondary" onClick={item.retry}>
                Retry
              </Button>
              <Button size="sm" variant="quiet" onClick={item.discard}>
                Discard
              </Button>
            </span>
          }
        >
          {title !== undefined && (
            <>
              <bdi className="font-medium break-words">{title}</bdi>:{' '}
            </>
          )}
          {item.error}
        </Banner>
      )
    })
}
