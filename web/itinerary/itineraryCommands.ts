// The commands of an itinerary, sent in the lane of the trip. Forms and dialogs close as soon as theirs is in the outbox.

import {
  type ChangeItemBody,
  type ItemBody,
  addItem,
  changeItem,
  removeItem,
  restoreItem,
} from '#core/itinerary/contract.ts'
import type { ShownActivity } from '#web/itinerary/activityList.ts'
import { failureText } from '#web/platform/outbox/failureText.ts'
import { dispatch } from '#web/platform/dispatch.ts'
import { revisionOption } from '#web/platform/outbox/command.ts'
import { failures } from '#web/records/failures.ts'
import { dispatchFromForm, toastOutcome } from '#web/records/toastOutcome.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'

export const activityTexts = {
  add: { done: 'Activity added', failed: failures.activity.add },
  change: { done: 'Activity updated', failed: failures.activity.change },
  remove: { done: 'Activity deleted', failed: failures.activity.remove },
  restore: { done: 'Activity restored', failed: failures.activity.restore },
}

export const submitNewActivity = (tripId: string, body: ItemBody): Promise<void> =>
  dispatchFromForm({ endpoint: addItem, params: { tripId }, body, lane: tripId }, activityTexts.add)

/** @throws Refused with 409 when somebody else changed the activity since the form opened */
export const submitActivityChanges = (tripId: string, shown: ShownActivity, body: ChangeItemBody) =>
  dispatchFromForm({ endpoint: changeItem, body, ...commonOptions(tripId, shown) }, activityTexts.change)

export const submitActivityRemoval = (tripId: string, shown: ShownActivity): Promise<void> =>
  dispatchFromForm({ endpoint: removeItem, ...commonOptions(tripId, shown) }, activityTexts.remove)

/** Without a question, because the toast offers to undo it. */
export const deleteActivity = (tripId: string, shown: ShownActivity): void =>
  void toastOutcome(
    dispatch({ endpoint: removeItem, ...commonOptions(tripId, shown) }).outcome,
    activityTexts.remove,
    () => restoreDeletedActivity(tripId, shown.record.id),
  )

/** The device does not know a deleted activity once the server has confirmed its deletion. */
const restoreDeletedActivity = (tripId: string, itemId: string): void =>
  void toastOutcome(
    dispatch({ endpoint: restoreItem, params: { itemId }, lane: tripId, decidedBy: 'server' }).outcome,
    activityTexts.restore,
  )

/** Changes the sort orders. Sends no revision: the person means the order on screen. */
export function sendOrder(tripId: string, sortOrders: readonly { id: string; sortOrder: number }[]): void {
  for (const { id, sortOrder } of sortOrders)
    dispatch({
      endpoint: changeItem,
      params: { itemId: id },
      body: { sortOrder },
      lane: tripId,
      decidedBy: 'server',
    }).outcome.catch((error: unknown) => toast.error(failureText(activityTexts.change.failed, error)))
}

const commonOptions = (tripId: string, { record: activity, commands }: ShownActivity) => ({
  params: { itemId: activity.id },
  lane: tripId,
  ...revisionOption(activity, commands),
})
