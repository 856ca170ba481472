// Asks before a person leaves a trip; what they paid and owe stays in its balances. An organizer has to hand the trip
// over first.

import { leaveTrip } from '#core/trips/contract.ts'
import { failureText } from '#web/platform/failureText.ts'
import { send } from '#web/platform/send.ts'
import { useConfirm } from '#web/platform/useConfirm.ts'
import type { TripEndDialogProps } from '#web/trips/DeleteTripDialog.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toasts.tsx'

const FAILED = 'Failed to leave trip'

export function LeaveTripDialog({ open, onClose, trip, onLeaving, onGone }: TripEndDialogProps) {
  const confirm = useConfirm({
    onClose,
    async submit(close) {
      onLeaving(true)
      const sent = await send({
        call: leaveTrip,
        params: { tripId: trip.id },
        lane: trip.id,
        touches: ['/trips?', '/trip-invitations'],
      })
      close()
      onGone()
      toast.outcome(sent, `You left ${trip.title}`, FAILED)
    },
    failed(error) {
      onLeaving(false)
      return failureText(FAILED, error)
    },
  })
  return (
    <ConfirmDialog
      {...confirm}
      open={open}
      title="Leave this trip?"
      confirmLabel="Leave trip"
      busyLabel="Leaving..."
    >
      You will no longer see{' '}
      <strong className="font-semibold text-text">
        <bdi>{trip.title}</bdi>
      </strong>
      . What you paid and owe stays in its balances.
    </ConfirmDialog>
  )
}

interface HandOverFirstProps {
  open: boolean
  onClose: () => void
  onParticipants: () => void
}

export function HandOverFirstDialog({ open, onClose, onParticipants }: HandOverFirstProps) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Hand the trip over first"
      confirmLabel="Open Participants"
      tone="primary"
      onConfirm={onParticipants}
    >
      You organize this trip, and every trip needs an organizer. Make somebody else the organizer under
      Participants; then you can leave.
    </ConfirmDialog>
  )
}
