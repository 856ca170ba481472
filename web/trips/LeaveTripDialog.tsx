// Leaving a trip takes nothing back: what was paid and is owed stays in its books. Whoever organizes it cannot just
// go, and is told what to do first.

import { leaveTrip } from '#core/trips/contract.ts'
import { failureText } from '#web/platform/failureText.ts'
import { send } from '#web/platform/send.ts'
import { useConfirm } from '#web/platform/useConfirm.ts'
import type { EndingProps } from '#web/trips/DeleteTripDialog.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toasts.tsx'

const FAILED = 'Failed to leave trip'

export function LeaveTripDialog({ open, onClose, trip, onDeparture, onGone }: EndingProps) {
  const asked = useConfirm({
    onClose,
    async act(close) {
      onDeparture(true)
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
      onDeparture(false)
      return failureText(FAILED, error)
    },
  })
  return (
    <ConfirmDialog
      {...asked}
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
