// The pending commands that the lists of trips show.

import { changeTrip, planTrip } from '#core/trips/contract.ts'
import type { ListedTrip } from '#core/trips/responses.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useOutbox } from '#web/platform/usePendingCommands.ts'
import { pendingEndOf, pendingNewTrips, withPendingChanges } from '#web/trips/pendingTrips.ts'
import { useNewChanges } from '#web/trips/useNewChanges.ts'

export const usePlannedTrips = (confirmed: readonly { id: string }[]) =>
  pendingNewTrips(
    useOutbox((command) => isEndpoint(command, planTrip)),
    confirmed,
  )

/**
 * A trip of a list with its pending changes and what is new on it. `waitingText` says that commands wait for a connection;
 * '' for none.
 */
export function useShownTrip(confirmed: ListedTrip) {
  const items = useOutbox(
    (command) =>
      command.lane === confirmed.id && (command.state === 'waiting' || isEndpoint(command, changeTrip)),
  )
  const pendingEnd = pendingEndOf(confirmed.id, items)
  const isWaiting = items.some(({ state }) => state === 'waiting')
  return {
    trip: withPendingChanges(confirmed, items),
    news: useNewChanges(confirmed, useNow()),
    waitingText: !isWaiting ? '' : pendingEnd ? `will be ${pendingEnd}, waiting to sync` : 'waiting to sync',
  }
}
