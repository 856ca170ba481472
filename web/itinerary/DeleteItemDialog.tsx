// Asks before an activity is deleted for everybody.

import type { TripResponse } from '#core/trips/responses.ts'
import { timesText } from '#web/itinerary/itemLabels.ts'
import { itemFailures, submitItemRemoval } from '#web/itinerary/itineraryCommands.ts'
import type { ShownActivity } from '#web/itinerary/pendingActivities.ts'
import { restoreRemovedActivity } from '#web/platform/restoreRemoved.ts'
import { failureText } from '#web/platform/failureText.ts'
import { useConfirm } from '#web/platform/useConfirm.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { DialogState } from '#web/ui/Dialog.tsx'

interface DeleteItemDialogProps extends DialogState {
  trip: Pick<TripResponse, 'id' | 'startDate' | 'endDate'>
  shown: ShownActivity
}

export function DeleteItemDialog({ open, onClose, trip, shown }: DeleteItemDialogProps) {
  const confirm = useConfirm({
    open,
    onClose,
    submit: () => submitItemRemoval(trip.id, shown),
    failed: (error) => failureText(itemFailures.remove, error),
  })
  return (
    <ConfirmDialog {...confirm} title="Delete this activity?" submitText="Delete" busyText="Deleting...">
      <bdi>{shown.item.title}</bdi>, {timesText(shown.item)}, goes from the plan of everybody on this trip.{' '}
      {restoreRemovedActivity(shown.item.date, trip)}
    </ConfirmDialog>
  )
}
