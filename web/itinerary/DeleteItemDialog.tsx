// Asked before an activity is taken out of the plan of everybody.

import { timesText } from '#web/itinerary/itemLook.ts'
import { sendItemRemoval } from '#web/itinerary/itineraryCommands.ts'
import type { ShownItem } from '#web/itinerary/overlay.ts'
import { reloadDocuments } from '#web/platform/documents.ts'
import { failureText } from '#web/platform/failureText.ts'
import { useAsked } from '#web/platform/useAsked.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toasts.tsx'

export interface DeleteItemDialogProps {
  open: boolean
  onClose: () => void
  tripId: string
  shown: ShownItem
}

export function DeleteItemDialog({ open, onClose, tripId, shown }: DeleteItemDialogProps) {
  const asked = useAsked({
    onClose,
    async act(close) {
      const sent = await sendItemRemoval(tripId, shown)
      close()
      toast.outcome(sent, 'Activity deleted')
    },
    failed(error) {
      void reloadDocuments([`/trips/${tripId}/itinerary`])
      return failureText('Failed to delete activity', error)
    },
  })
  return (
    <ConfirmDialog
      {...asked}
      open={open}
      title="Delete this activity?"
      confirmLabel="Delete"
      busyLabel="Deleting..."
    >
      <bdi>{shown.item.title}</bdi>, {timesText(shown.item)}, goes from the plan of everybody on this trip.
    </ConfirmDialog>
  )
}
