// What is shown is what the server confirmed plus what waits on this device: the changes of trips that were not sent
// yet, put over the trips they change.

import type { TripResponse } from '#core/trips/responses.ts'
import type { ChangeTripBody, PlanTripBody } from '#core/trips/bodies.ts'
import { changeTrip, deleteTrip, leaveTrip, planTrip } from '#core/trips/contract.ts'
import { isEndpoint } from '#web/platform/outbox/item.ts'

/** What of a pending command matters here. */
export interface PendingTripCommand {
  id: string
  call: { method: string; path: string }
  params: Readonly<Record<string, string>>
  body: unknown
  lane: string
  state: 'sending' | 'waiting' | 'refused'
}

/** The trip with its unsent changes in it; a refused change is not. */
export function withPendingChanges(trip: TripResponse, items: readonly PendingTripCommand[]): TripResponse {
  return items
    .filter(
      (item) => item.state !== 'refused' && isEndpoint(item, changeTrip) && item.params['tripId'] === trip.id,
    )
    .reduce((shown, { body }) => Object.assign({ ...shown }, body as ChangeTripBody), trip)
}

/** New trips the list does not know yet. While one is being sent its form is still open and says so. */
export function pendingNewTrips<Item extends PendingTripCommand>(
  items: readonly Item[],
  known: readonly { id: string }[],
) {
  return items
    .filter((item) => item.state === 'waiting' && isEndpoint(item, planTrip))
    .filter((item) => !known.some(({ id }) => id === item.id))
    .map((item) => ({ item, plan: item.body as PlanTripBody }))
}

/** What will become of the trip once the network is back. */
export function pendingEndOf(
  tripId: string,
  items: readonly PendingTripCommand[],
): 'deleted' | 'left' | null {
  const mine = items.filter((item) => item.state === 'waiting' && item.params['tripId'] === tripId)
  if (mine.some((item) => isEndpoint(item, deleteTrip))) return 'deleted'
  return mine.some((item) => isEndpoint(item, leaveTrip)) ? 'left' : null
}
