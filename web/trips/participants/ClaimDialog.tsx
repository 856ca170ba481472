// "I am this guest": says what becomes of it before it is said. The organizer's own claim needs nobody's answer.

import { claimGuest } from '#core/trips/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { useConfirm } from '#web/platform/forms/useConfirm.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { failures } from '#web/records/failures.ts'
import { claimMoney, ClaimEffectText } from '#web/trips/participants/ClaimEffectText.tsx'
import { submitTripCommand } from '#web/trips/tripCommands.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'

interface ClaimDialogProps extends DialogState {
  trip: TripResponse
  guest: { id: string; name: string }
  /** The name. */
  organizer: string
}

export function ClaimDialog({ trip, guest, organizer, open, onClose }: ClaimDialogProps) {
  const money = useTripResponse(open ? trip.id : null, claimMoney).data
  const myId = useMyId()
  const isOrganizer = trip.userRole === 'organizer'
  const failed = failures.guestClaim.add
  const confirm = useConfirm({
    open,
    onClose,
    submit: () =>
      submitTripCommand(
        trip.id,
        { endpoint: claimGuest, body: { guestId: guest.id } },
        // The row of the guest says what waits for the organizer.
        { done: isOrganizer ? `You are the guest ${guest.name} now` : null, failed },
      ),
    failed,
  })
  return (
    <ConfirmDialog
      {...confirm}
      tone="primary"
      title={`Are you ${guest.name}?`}
      submitText="I am this guest"
      busyText={isOrganizer ? 'Saving...' : 'Asking...'}
    >
      <p className="wrap-anywhere">
        {!isOrganizer && (
          <>
            <bdi>{organizer}</bdi> <span>has to confirm it.</span>{' '}
          </>
        )}
        <span>The contact details and notes of the guest are then deleted.</span>
      </p>
      {money && (
        <p className="mt-3 rounded-field bg-surface-2 px-3.5 py-2.5 text-secondary text-text wrap-anywhere">
          <ClaimEffectText guestId={guest.id} userId={myId} money={money} whose="yours" />
        </p>
      )}
    </ConfirmDialog>
  )
}
