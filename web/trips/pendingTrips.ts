// Trips with their pending commands applied: the optimistic state of the lists and the dialog.

import type { TripResponse } from '#core/trips/responses.ts'
import type { ChangeTripBody, PlanTripBody } from '#core/trips/bodies.ts'
import { changeTrip, deleteTrip, leaveTrip, planTrip } from '#core/trips/contract.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'

/** The fields of a pending command that matter here. */
export interface PendingTripCommand extends Pick<
  PendingCommand,
  'id' | 'params' | 'body' | 'lane' | 'state'
> {
  endpoint: { method: string; path: string }
}

/** The trip with its pending changes applied; refused changes are left out. */
export function withPendingChanges(trip: TripResponse, items: readonly PendingTripCommand[]): TripResponse {
  return items
    .filter(
      (item) => item.state !== 'refused' && isEndpoint(item, changeTrip) && item.params['tripId'] === trip.id,
    )
    .reduce((shown, { body }) => Object.assign({ ...shown }, body as ChangeTripBody), trip)
}

/**
 * Pending new trips that are not in the list yet. One that is being sent is shown, too: the page that has its form may be
 * closed since. A refused one has a banner of its own.
 */
export function pendingNewTrips<Item extends PendingTripCommand>(
  items: readonly Item[],
  confirmed: readonly { id: string }[],
) {
  return items
    .filter((item) => item.state !== 'refused' && isEndpoint(item, planTrip))
    .filter((item) => !confirmed.some(({ id }) => id === item.id))
    .map((item) => ({ item, plan: item.body as PlanTripBody }))
}

/** Whether a pending command deletes or leaves the trip. */
export function pendingEndOf(
  tripId: string,
  items: readonly PendingTripCommand[],
): 'deleted' | 'left' | null {
  const pendingOfTrip = items.filter((item) => item.state === 'waiting' && item.params['tripId'] === tripId)
  if (pendingOfTrip.some((item) => isEndpoint(item, deleteTrip))) return 'deleted'
  return pendingOfTrip.some((item) => isEndpoint(item, leaveTrip)) ? 'left' : null
}
