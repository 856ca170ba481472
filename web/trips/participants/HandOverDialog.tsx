// Asks before another participant becomes the organizer, which the present organizer cannot undo alone.

import type { TripResponse } from '#core/trips/responses.ts'
import { handOver } from '#core/trips/contract.ts'
import { useConfirm } from '#web/platform/forms/useConfirm.ts'
import { submitTripCommand } from '#web/trips/tripCommands.ts'
import { tripFailures } from '#web/platform/outbox/tripFailures.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { DialogState } from '#web/ui/Dialog.tsx'

interface HandOverDialogProps extends DialogState {
  trip: TripResponse
  newOrganizer: { id: string; name: string }
}

export function HandOverDialog({ trip, newOrganizer, ...state }: HandOverDialogProps) {
  const confirm = useConfirm({
    ...state,
    submit: () =>
      submitTripCommand(
        trip.id,
        { endpoint: handOver, body: { userId: newOrganizer.id } },
        { done: `${newOrganizer.name} is now the organizer`, failed: tripFailures.handOver },
      ),
    failed: tripFailures.handOver,
  })
  return (
    <ConfirmDialog
      {...confirm}
      title={`Make ${newOrganizer.name} the organizer?`}
      submitText="Hand over"
      tone="primary"
      busyText="Handing over..."
    >
      A trip has exactly one organizer. From then on only <bdi>{newOrganizer.name}</bdi> can add, edit and
      remove people. You become a co-organizer, and you cannot take this back yourself.
    </ConfirmDialog>
  )
}
