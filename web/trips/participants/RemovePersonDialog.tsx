// Asks before a person is removed from a trip, and says that their share of past expenses stays.

import { hasMoney } from '#core/money/balances/hasMoney.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { balancesIn } from '#projections/replica/moneyFigures.ts'
import { removeGuest, removeParticipant } from '#core/trips/contract.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useConfirm } from '#web/platform/forms/useConfirm.ts'
import { submitTripCommand } from '#web/trips/tripCommands.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'

interface RemovePersonDialogProps extends DialogState {
  trip: TripResponse
  person: { id: string; name: string; type: 'user' | 'guest' }
}

const texts = {
  user: { done: 'User removed from trip successfully', failed: 'Failed to remove user from trip' },
  guest: { done: 'Guest removed successfully', failed: 'Failed to remove guest participant' },
}

export function RemovePersonDialog({ trip, person, open, onClose }: RemovePersonDialogProps) {
  const balances = useTripResponse(open ? trip.id : null, balancesIn)
  const { id, name, type } = person
  const text = texts[type]
  const confirm = useConfirm({
    open,
    onClose,
    submit: () =>
      type === 'user'
        ? submitTripCommand(trip.id, { endpoint: removeParticipant, params: { userId: id } }, text)
        : submitTripCommand(trip.id, { endpoint: removeGuest, params: { guestId: id } }, text),
    failed: text.failed,
  })
  const balance = balances.data?.find((person) => person.id === id)
  return (
    <ConfirmDialog
      {...confirm}
      title={`Remove ${name} from the trip?`}
      submitText="Remove"
      busyText="Removing..."
    >
      {type === 'user' ? (
        <span>
          <bdi>{name}</bdi> loses access to the trip.
        </span>
      ) : (
        <span>The contact details and notes of this guest are deleted and cannot be brought back.</span>
      )}{' '}
      {balance && hasMoney(balance) ? (
        <strong className="font-semibold text-text">
          <bdi>{name}</bdi> has money in this trip. Their share of the past stays, in the balances and in the
          settlement.
        </strong>
      ) : (
        !balances.data && <span>If they have money in this trip, their share of the past stays.</span>
      )}
    </ConfirmDialog>
  )
}
