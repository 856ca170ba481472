// Asks before an activity is deleted that cannot be brought back.

import type { TripResponse } from '#core/trips/responses.ts'
import { timesText } from '#web/itinerary/itemLabels.ts'
import { itemTexts, submitItemRemoval } from '#web/itinerary/itineraryCommands.ts'
import type { ShownActivity } from '#web/itinerary/pendingActivities.ts'
import { whyActivityCannotBeRestored } from '#web/platform/restoreRemoved.ts'
import { useConfirm } from '#web/platform/useConfirm.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { DialogState } from '#web/ui/Dialog.tsx'

interface DeleteItemDialogProps extends DialogState {
  trip: Pick<TripResponse, 'id' | 'startDate' | 'endDate'>
  shown: ShownActivity
}

export function DeleteItemDialog({ trip, shown, ...state }: DeleteItemDialogProps) {
  const confirm = useConfirm({
    ...state,
    submit: () => submitItemRemoval(trip.id, shown),
    failed: itemTexts.remove.failed,
  })
  return (
    <ConfirmDialog {...confirm} title="Delete this activity?" submitText="Delete" busyText="Deleting...">
      Remove <bdi>{shown.item.title}</bdi>
      <span>{` (${timesText(shown.item)}) from the plan for everyone? ${whyActivityCannotBeRestored(shown.item.date, trip) ?? ''}`}</span>
    </ConfirmDialog>
  )
}
