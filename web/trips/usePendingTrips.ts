// The pending commands that the lists of trips show.

import { changeTrip, planTrip } from '#core/trips/contract.ts'
import { isEndpoint } from '#web/platform/outbox/outboxItem.ts'
import { useOutbox } from '#web/platform/usePendingCommands.ts'
import { pendingNewTrips, type PendingTripCommand } from '#web/trips/pendingTrips.ts'

export const usePlannedTrips = (confirmed: readonly { id: string }[]) =>
  pendingNewTrips(
    useOutbox((command) => isEndpoint(command, planTrip)),
    confirmed,
  )

/** Those that the card of a trip shows: all that wait for a connection, and the changes of the trip itself. */
export const useCardCommands = (tripId: string): readonly PendingTripCommand[] =>
  useOutbox(
    (command) => command.lane === tripId && (command.state === 'waiting' || isEndpoint(command, changeTrip)),
  )
