// Asks before a trip is handed over, the one change of role its organizer cannot undo alone.

import type { TripResponse, UserParticipant } from '#core/trips/responses.ts'
import { handOver } from '#core/trips/contract.ts'
import { send } from '#web/platform/send.ts'
import { useConfirm } from '#web/platform/useConfirm.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { DialogState } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toasts.tsx'

const FAILED = 'The trip was not handed over'

interface HandOverDialogProps extends DialogState {
  trip: TripResponse
  to: UserParticipant
}

export function HandOverDialog({ trip, to, open, onClose }: HandOverDialogProps) {
  const confirm = useConfirm({
    open,
    onClose,
    submit: () =>
      send({
        call: handOver,
        params: { tripId: trip.id },
        body: { userId: to.id },
        lane: trip.id,
        touches: [`/trips/${trip.id}`, '/trips'],
      }),
    onSent: (sent) => toast.outcome(sent, `${to.name} is now the organizer`, FAILED),
    failed: FAILED,
  })
  return (
    <ConfirmDialog
      {...confirm}
      title={`Make ${to.name} the organizer?`}
      confirmLabel="Hand over"
      tone="primary"
      busyLabel="Handing over..."
    >
      A trip has exactly one organizer. From then on only <bdi>{to.name}</bdi> can add, edit and remove
      people. You become a co-organizer, and you cannot take this back yourself.
    </ConfirmDialog>
  )
}
