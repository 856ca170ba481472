// Asks before a trip is deleted, which cannot be undone.

import type { TripResponse } from '#core/trips/responses.ts'
import { deleteTrip } from '#core/trips/contract.ts'
import { failureText } from '#web/platform/failureText.ts'
import { send } from '#web/platform/send.ts'
import { useConfirm } from '#web/platform/useConfirm.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toasts.tsx'

const FAILED = 'Failed to delete trip'

export interface TripEndDialogProps {
  open: boolean
  onClose: () => void
  trip: TripResponse
  onLeaving: (leaves: boolean) => void
  onGone: () => void
}

export function DeleteTripDialog({ open, onClose, trip, onLeaving, onGone }: TripEndDialogProps) {
  const confirm = useConfirm({
    onClose,
    async submit(close) {
      onLeaving(true)
      const sent = await send({
        call: deleteTrip,
        params: { tripId: trip.id },
        lane: trip.id,
        touches: ['/trips?', '/trip-invitations'],
      })
      close()
      onGone()
      toast.outcome(sent, 'Trip deleted successfully', FAILED)
    },
    failed(error) {
      onLeaving(false)
      toast.error(FAILED)
      return failureText(FAILED, error)
    },
  })
  return (
    <ConfirmDialog
      {...confirm}
      open={open}
      title="Delete Trip?"
      confirmLabel="Delete Trip"
      busyLabel="Deleting..."
    >
      All trip data of{' '}
      <strong className="font-semibold text-text">
        <bdi>{trip.title}</bdi>
      </strong>
      , including expenses and participants, is permanently deleted.
    </ConfirmDialog>
  )
}
