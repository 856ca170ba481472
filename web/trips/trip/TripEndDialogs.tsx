// Ask before a person leaves a trip or deletes it. What somebody who left paid and owes stays in the balances of the
// trip. An organizer has to hand the trip over first.

import { useEffect } from 'react'
import type { TripResponse } from '#core/trips/responses.ts'
import { deleteTrip, leaveTrip } from '#core/trips/contract.ts'
import { failureText } from '#web/platform/outbox/failureText.ts'
import { useConfirm } from '#web/platform/forms/useConfirm.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'
import { submitTripCommand } from '#web/trips/tripCommands.ts'
import { failures } from '#web/records/failures.ts'
import { LazyConfirmDialog } from '#web/ui/dialogs/LazyConfirmDialog.ts'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'

const LeavingDialog = lazyDialog(
  async () => (await import('#web/trips/joining/LeavingDialog.tsx')).LeavingDialog,
)

interface TripEndDialogProps extends DialogState {
  trip: TripResponse
  onLeaving: (leaves: boolean) => void
  onGone: () => void
}

interface TripEnd {
  endpoint: typeof deleteTrip
  done: string
  failed: string
  onFailed?: () => void
}

/** @returns the props of a ConfirmDialog, except its texts */
function useTripEnd({ open, onClose, trip, onLeaving, onGone }: TripEndDialogProps, end: TripEnd) {
  return useConfirm({
    open,
    onClose,
    submit() {
      onLeaving(true)
      return submitTripCommand(trip.id, { endpoint: end.endpoint }, end)
    },
    onSent: onGone,
    failed(error) {
      onLeaving(false)
      end.onFailed?.()
      return failureText(end.failed, error)
    },
  })
}

export function DeleteTripDialog(props: TripEndDialogProps) {
  const failed = failures.trip.remove
  const dialog = useTripEnd(props, {
    endpoint: deleteTrip,
    done: 'Trip deleted successfully',
    failed,
    onFailed: () => toast.error(failed),
  })
  return (
    <LazyConfirmDialog {...dialog} title="Delete this trip?" submitText="Delete Trip" busyText="Deleting...">
      All trip data of <TripTitle {...props.trip} />, including expenses and participants, is permanently
      deleted.
    </LazyConfirmDialog>
  )
}

export function LeaveTripDialog(props: TripEndDialogProps) {
  useEffect(() => whenIdle(LeavingDialog.prefetch), [])
  const dialog = useTripEnd(props, {
    endpoint: leaveTrip,
    done: `You left ${props.trip.title}`,
    failed: failures.trip.leave,
  })
  return (
    <LeavingDialog
      {...dialog}
      tripId={props.trip.id}
      verb="Leave"
      title="Leave this trip?"
      submitText="Leave Trip"
      busyText="Leaving..."
    >
      You will no longer see <TripTitle {...props.trip} />. What you paid and owe stays in its balances.
    </LeavingDialog>
  )
}

const TripTitle = ({ title }: Pick<TripResponse, 'title'>) => (
  <strong className="font-semibold text-text">
    <bdi>{title}</bdi>
  </strong>
)

interface HandOverFirstProps extends DialogState {
  onParticipants: () => void
}

export function HandOverFirstDialog({ onParticipants, ...state }: HandOverFirstProps) {
  return (
    <LazyConfirmDialog
      {...state}
      title="Hand the trip over first"
      submitText="Open Participants"
      tone="primary"
      onConfirm={onParticipants}
    >
      You organize this trip, and every trip needs an organizer. Make someone else the organizer under
      Participants; then you can leave.
    </LazyConfirmDialog>
  )
}
