// The commands of an itinerary as the screens send them: in the trip's lane, each reading again what it moves.

import type { ChangeItemBody, ItemResponse, ItemBody } from '#core/itinerary/contract.ts'
import { addItem, changeItem, removeItem } from '#core/itinerary/contract.ts'
import type { ShownActivity } from '#web/itinerary/pendingActivities.ts'
import { isEndpoint } from '#web/platform/outbox/item.ts'
import { failureText } from '#web/platform/failureText.ts'
import type { SendResult } from '#web/platform/send.ts'
import { send } from '#web/platform/send.ts'
import { toast } from '#web/ui/toasts.tsx'

const inTrip = (tripId: string) => ({ lane: tripId, touches: [`/trips/${tripId}/itinerary`] })

/** @throws Refused */
export const sendNewItem = (tripId: string, body: ItemBody): Promise<SendResult<{ item: ItemResponse }>> =>
  send({ call: addItem, params: { tripId }, body, ...inTrip(tripId) })

/** @throws Refused; 409 when somebody else changed it since it was seen. */
export const sendItemChanges = (
  tripId: string,
  seen: ShownActivity,
  body: ChangeItemBody,
): Promise<SendResult<{ item: ItemResponse }>> =>
  send({ call: changeItem, params: { itemId: seen.item.id }, body, ...inTrip(tripId), ...ifAsSeen(seen) })

/** @throws Refused */
export const sendItemRemoval = (tripId: string, seen: ShownActivity): Promise<SendResult<undefined>> =>
  send({ call: removeItem, params: { itemId: seen.item.id }, ...inTrip(tripId), ...ifAsSeen(seen) })

/** Their new places in the order; who moves them means the order they see. */
export function sendOrder(tripId: string, places: readonly { id: string; sortOrder: number }[]): void {
  for (const { id, sortOrder } of places)
    send({ call: changeItem, params: { itemId: id }, body: { sortOrder }, ...inTrip(tripId) }).catch(
      (error: unknown) => toast.error(failureText('Failed to update activity', error)),
    )
}

/** A change of one's own that is still on its way moves the revision by itself. */
function ifAsSeen({ item, marks }: ShownActivity) {
  const isOwn = marks.some((mark) => mark.state !== 'refused' && !isEndpoint(mark, removeItem))
  return isOwn ? {} : { ifMatch: item.revision }
}
