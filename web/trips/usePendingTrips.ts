// What the lists of trips show besides the trips: pending commands, and what is new.

import { useEffect } from 'react'
import { changeTrip, planTrip } from '#core/trips/contract.ts'
import type { ListedTrip } from '#core/trips/responses.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { useOutbox } from '#web/platform/outbox/usePendingCommands.ts'
import { pendingEndOf, pendingNewTrips, withPendingChanges } from '#web/trips/pendingTrips.ts'
import { noteVisit, useVisit } from '#web/platform/replica/visits.ts'
import { changesSince, type NewChanges } from '#web/trips/newChanges.ts'

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

/** A list that an older build left on the device names no changes. */
type Changed = Pick<ListedTrip, 'id'> & Partial<Pick<ListedTrip, 'changesByOthers'>>

/**
 * What is new on a trip of a list. Null for none, and for a trip that this device has not shown before: its changes
 * from now on will be new.
 */
function useNewChanges({ id, changesByOthers }: Changed, now: number): NewChanges | null {
  const visit = useVisit(id)
  const newest = changesByOthers && (changesByOthers[0] ?? '')
  const isUnknown = visit === undefined
  useEffect(() => {
    if (isUnknown && newest !== undefined) noteVisit(id, newest)
  }, [isUnknown, id, newest])
  return visit && changesByOthers ? changesSince(visit, changesByOthers, now) : null
}
