// Asked before an activity is taken out of the plan of everybody.

import { useState } from 'react'
import { timesText } from '#web/itinerary/itemLook.ts'
import { sendItemRemoval } from '#web/itinerary/itineraryCommands.ts'
import type { ShownItem } from '#web/itinerary/overlay.ts'
import { reloadDocuments } from '#web/platform/documents.ts'
import { failureText } from '#web/platform/failureText.ts'
import { useSending } from '#web/platform/useSending.ts'
import { waitingText } from '#web/platform/waitingText.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toasts.tsx'

export interface DeleteItemDialogProps {
  open: boolean
  onClose: () => void
  tripId: string
  shown: ShownItem
}

export function DeleteItemDialog({ open, onClose, tripId, shown }: DeleteItemDialogProps) {
  const [error, setError] = useState<string>()
  const { isSending, run } = useSending()
  const close = () => {
    setError(undefined)
    onClose()
  }
  const remove = async () => {
    setError(undefined)
    try {
      const sent = await sendItemRemoval(tripId, shown)
      close()
      if (sent.state === 'waiting') toast.info(waitingText, 'waiting')
      else toast.success('Activity deleted')
    } catch (failure) {
      setError(failureText('Failed to delete activity', failure))
      await reloadDocuments([`/trips/${tripId}/itinerary`])
    }
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title="Delete this activity?"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={isSending}
      error={error}
      onConfirm={() => run(remove)}
    >
      <bdi>{shown.item.title}</bdi>, {timesText(shown.item)}, goes from the plan of everybody on this trip.
    </ConfirmDialog>
  )
}
