// What went out by itself after its form was closed, and was refused: said in words, with a way to try again or let
// it go.

import {
  askToJoin,
  cancelInvitation,
  changeTrip,
  deleteTrip,
  leaveTrip,
  planTrip,
  respondToInvitation,
} from '#core/trips/contract.ts'
import { isEndpoint } from '#web/platform/outbox/item.ts'
import type { PendingTripCommand } from '#web/trips/pendingTrips.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'

interface Refused extends PendingTripCommand {
  key: string
  error: string | null
  retry(): void
  discard(): void
}

const failures = [
  { call: planTrip, text: 'Failed to create trip' },
  { call: changeTrip, text: 'Failed to update trip' },
  { call: deleteTrip, text: 'Failed to delete trip' },
  { call: leaveTrip, text: 'Failed to leave trip' },
  { call: respondToInvitation, text: 'Failed to answer the invitation or request' },
  { call: askToJoin, text: 'Failed to ask to join' },
  { call: cancelInvitation, text: 'Failed to cancel the request' },
]

interface RefusedTripChangesProps {
  items: readonly Refused[]
  /** To call the trips by their names. */
  trips: readonly { id: string; title: string }[]
}

export function RefusedTripChanges({ items, trips }: RefusedTripChangesProps) {
  return items
    .filter(({ state }) => state === 'refused')
    .map((item) => {
      const failed = failures.find(({ call }) => isEndpoint(item, call))
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
