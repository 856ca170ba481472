// The hooks of the lists of trips: their commands, and what is new.

import { useEffect } from 'react'
import { changeTrip, planTrip } from '#core/trips/contract.ts'
import type { ListedTrip } from '#core/trips/responses.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'
import { useOutbox } from '#web/platform/outbox/useOutbox.ts'
import { noteVisit, useVisit } from '#web/platform/replica/visits.ts'
import { useNow } from '#web/platform/time/useNow.ts'
import { changesSince, type NewChanges } from '#web/trips/newChanges.ts'
import { changedTrip, endOf, isPinCommand, plannedTrips, withPins } from '#web/trips/shownTrips.ts'

export const usePlannedTrips = (confirmed: readonly { id: string }[]) =>
  plannedTrips(
    useOutbox((command) => isEndpoint(command, planTrip)),
    confirmed,
  )

/** The list of trips with the pins of this device. */
export const usePinnedFirst = (trips: readonly ListedTrip[]): readonly ListedTrip[] =>
  withPins(trips, useOutbox(isPinCommand))

/** Whether a change of the trip itself waits for the network. */
export const useIsChangeWaiting = (tripId: string): boolean =>
  useOutbox((command) => command.state === 'waiting' && command.path === `/trips/${tripId}`).length > 0

/**
 * A trip of a list with its changes and what is new on it. `waitingText` says that commands wait for a connection; '' for
 * none.
 */
export function useShownTrip(confirmed: ListedTrip) {
  const { id } = confirmed
  const commands = useOutbox(
    (command) => command.lane === id && (command.state === 'waiting' || isEndpoint(command, changeTrip)),
  )
  const end = endOf(id, commands)
  const isWaiting = commands.some(({ state }) => state === 'waiting')
  return {
    trip: changedTrip(confirmed, commands),
    news: useNewChanges(confirmed, useNow()),
    waitingText: !isWaiting ? '' : end ? `will be ${end}, waiting to sync` : 'waiting to sync',
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
