// Asks before a person is removed from a trip, and says that their share of past expenses stays. The link by which they came
// would let them in again, so a new one is offered.

import { useState } from 'react'
import { hasMoney } from '#core/money/balances/hasMoney.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { balancesIn } from '#projections/replica/moneyFigures.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { createInviteLink, removeGuest, removeParticipant } from '#core/trips/contract.ts'
import { isLinkOpen } from '#core/trips/inviteLinks.ts'
import { request } from '#web/platform/http/http.ts'
import { newKey } from '#web/platform/http/newKey.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useConfirm } from '#web/platform/forms/useConfirm.ts'
import { failures } from '#web/records/failures.ts'
import { submitTripCommand } from '#web/trips/tripCommands.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'

interface RemovePersonDialogProps extends DialogState {
  trip: TripResponse
  person: { id: string; name: string; type: 'user' | 'guest' }
}

const texts = {
  user: { done: 'User removed from trip successfully', failed: failures.participant.remove },
  guest: { done: 'Guest removed successfully', failed: failures.guest.remove },
}

/** The ids of those whom the link of the trip, while it is on, has let in. */
const cameByOpenLink = ({ trip }: ExistingTrip): readonly string[] =>
  trip.inviteLinks
    .filter((link) => link.guestId === null && isLinkOpen(link, new Date().toISOString()))
    .flatMap(({ joined }) => joined.map(({ userId }) => userId))

export function RemovePersonDialog({ trip, person, open, onClose }: RemovePersonDialogProps) {
  const balances = useTripResponse(open ? trip.id : null, balancesIn)
  const { id, name, type } = person
  const text = texts[type]
  const hasLink = useTripResponse(open ? trip.id : null, cameByOpenLink).data?.includes(id) === true
  const [endsLink, setEndsLink] = useState(false)
  const confirm = useConfirm({
    open,
    onClose() {
      setEndsLink(false)
      onClose()
    },
    async submit() {
      // First, so that nobody is removed whom the link lets in again against a promise.
      if (hasLink && endsLink)
        await request(createInviteLink, { params: { tripId: trip.id }, body: {}, key: newKey() })
      await (type === 'user'
        ? submitTripCommand(trip.id, { endpoint: removeParticipant, params: { userId: id } }, text)
        : submitTripCommand(trip.id, { endpoint: removeGuest, params: { guestId: id } }, text))
    },
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
      {hasLink && (
        <Checkbox
          label="Also make a new link"
          detail="The present one would let them in again. It ends at once for everybody who did not join yet."
          checked={endsLink}
          onChange={({ target }) => setEndsLink(target.checked)}
          className="mt-3 border border-line text-text"
        />
      )}
    </ConfirmDialog>
  )
}
