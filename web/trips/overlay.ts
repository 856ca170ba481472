// What is shown is what the server confirmed plus what waits on this device: the changes of trips that were not sent
// yet, put over the trips they change.

import type { TripResponse } from '#core/trips/responses.ts'
import type { ChangeTripBody, PlanTripBody } from '#core/trips/bodies.ts'
import { changeTrip, deleteTrip, leaveTrip, planTrip } from '#core/trips/contract.ts'
import { isCall } from '#web/platform/outbox/item.ts'

/** What of a pending command matters here. */
export interface Unsent {
  id: string
  call: { method: string; path: string }
  params: Readonly<Record<string, string>>
  body: unknown
  lane: string
  state: 'sending' | 'waiting' | 'refused'
}

/** The trip with its unsent changes in it; a refused change is not. */
export function withUnsent(trip: TripResponse, items: readonly Unsent[]): TripResponse {
  return items
    .filter(
      (item) => item.state !== 'refused' && isCall(item, changeTrip) && item.params['tripId'] === trip.id,
    )
    .reduce((shown, { body }) => Object.assign({ ...shown }, body as ChangeTripBody), trip)
}

/** New trips the list does not know yet. While one is being sent its form is still open and says so. */
export function plannedUnsent<Item extends Unsent>(items: readonly Item[], known: readonly { id: string }[]) {
  return items
    .filter((item) => item.state === 'waiting' && isCall(item, planTrip))
    .filter((item) => !known.some(({ id }) => id === item.id))
    .map((item) => ({ item, plan: item.body as PlanTripBody }))
}

/** What will become of the trip once the network is back. */
export function fateOf(tripId: string, items: readonly Unsent[]): 'deleted' | 'left' | null {
  const mine = items.filter((item) => item.state === 'waiting' && item.params['tripId'] === tripId)
  if (mine.some((item) => isCall(item, deleteTrip))) return 'deleted'
  return mine.some((item) => isCall(item, leaveTrip)) ? 'left' : null
}
