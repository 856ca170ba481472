// The commands of an itinerary, sent in the lane of the trip.

import {
  type ChangeItemBody,
  type ItemResponse,
  type ItemBody,
  addItem,
  changeItem,
  removeItem,
} from '#core/itinerary/contract.ts'
import type { ShownActivity } from '#web/itinerary/pendingActivities.ts'
import { isEndpoint } from '#web/platform/outbox/outboxItem.ts'
import { failureText } from '#web/platform/failureText.ts'
import type { SendResult } from '#web/platform/outbox/command.ts'
import { send } from '#web/platform/send.ts'
import { toast } from '#web/ui/toasts.tsx'

/** @throws Refused */
export const sendNewItem = (tripId: string, body: ItemBody): Promise<SendResult<{ item: ItemResponse }>> =>
  send({ endpoint: addItem, params: { tripId }, body, lane: tripId })

/** @throws Refused; 409 when somebody else changed the activity since it was loaded */
export const sendItemChanges = (
  tripId: string,
  shown: ShownActivity,
  body: ChangeItemBody,
): Promise<SendResult<{ item: ItemResponse }>> =>
  send({
    endpoint: changeItem,
    params: { itemId: shown.item.id },
    body,
    lane: tripId,
    ...revisionOptions(shown),
  })

/** @throws Refused */
export const sendItemRemoval = (tripId: string, shown: ShownActivity): Promise<SendResult<undefined>> =>
  send({
    endpoint: removeItem,
    params: { itemId: shown.item.id },
    lane: tripId,
    ...revisionOptions(shown),
  })

/** Changes the sort orders. Sends no revision: the person means the order on screen. */
export function sendOrder(tripId: string, sortOrders: readonly { id: string; sortOrder: number }[]): void {
  for (const { id, sortOrder } of sortOrders)
    send({ endpoint: changeItem, params: { itemId: id }, body: { sortOrder }, lane: tripId }).catch(
      (error: unknown) => toast.error(failureText('Failed to update activity', error)),
    )
}

/** The revision on screen; none after a pending change of this device, which raises the revision. */
function revisionOptions({ item, pending }: ShownActivity) {
  const hasOwnChange = pending.some(
    (command) => command.state !== 'refused' && !isEndpoint(command, removeItem),
  )
  return hasOwnChange ? {} : { ifMatch: item.revision }
}
