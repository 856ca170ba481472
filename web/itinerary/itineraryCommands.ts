// The commands of an itinerary, sent in the lane of the trip. Forms and dialogs close as soon as theirs is in the outbox.

import {
  type ChangeItemBody,
  type ItemBody,
  addItem,
  changeItem,
  removeItem,
} from '#core/itinerary/contract.ts'
import type { ShownActivity } from '#web/itinerary/pendingActivities.ts'
import { failureText } from '#web/platform/failureText.ts'
import { send } from '#web/platform/send.ts'
import { revisionOption, submit } from '#web/platform/submit.ts'
import { toastOutcome } from '#web/ui/toastOutcome.ts'
import { toast } from '#web/ui/toasts.tsx'

/** The texts for commands that fail. */
export const itemFailures = {
  add: 'Failed to add activity',
  change: 'Failed to update activity',
  remove: 'Failed to delete activity',
} as const

export const submitNewItem = (tripId: string, body: ItemBody): Promise<void> =>
  toastOutcome(
    submit({ endpoint: addItem, params: { tripId }, body, lane: tripId }, itemFailures.add),
    'Activity added',
  )

/** @throws Refused with 409 when somebody else changed the activity since the form opened */
export const submitItemChanges = (
  tripId: string,
  shown: ShownActivity,
  body: ChangeItemBody,
): Promise<void> =>
  toastOutcome(
    submit({ endpoint: changeItem, body, ...commonOptions(tripId, shown) }, itemFailures.change),
    'Activity updated',
  )

export const submitItemRemoval = (tripId: string, shown: ShownActivity): Promise<void> =>
  toastOutcome(
    submit({ endpoint: removeItem, ...commonOptions(tripId, shown) }, itemFailures.remove),
    'Activity deleted',
  )

/** Changes the sort orders. Sends no revision: the person means the order on screen. */
export function sendOrder(tripId: string, sortOrders: readonly { id: string; sortOrder: number }[]): void {
  for (const { id, sortOrder } of sortOrders)
    send({ endpoint: changeItem, params: { itemId: id }, body: { sortOrder }, lane: tripId }).catch(
      (error: unknown) => toast.error(failureText(itemFailures.change, error)),
    )
}

const commonOptions = (tripId: string, { item, pending }: ShownActivity) => ({
  params: { itemId: item.id },
  lane: tripId,
  ...revisionOption(item, pending),
})
