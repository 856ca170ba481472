// The one act nobody can take back, so its dialog says what goes.

import { useState } from 'react'
import type { TripAnswer } from '#core/trips/answers.ts'
import { deleteTrip } from '#core/trips/contract.ts'
import { failureText } from '#web/platform/failureText.ts'
import { send } from '#web/platform/send.ts'
import { useSending } from '#web/platform/useSending.ts'
import { waitingText } from '#web/platform/waitingText.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toasts.tsx'

export interface EndingProps {
  open: boolean
  onClose: () => void
  trip: TripAnswer
  onDeparture: (leaves: boolean) => void
  onGone: () => void
}

export function DeleteTripDialog({ open, onClose, trip, onDeparture, onGone }: EndingProps) {
  const [error, setError] = useState<string>()
  const { isSending, run } = useSending()
  const close = () => {
    setError(undefined)
    onClose()
  }
  const remove = async () => {
    setError(undefined)
    onDeparture(true)
    try {
      const sent = await send({
        call: deleteTrip,
        params: { tripId: trip.id },
        lane: trip.id,
        touches: ['/trips?', '/trip-invitations'],
      })
      close()
      onGone()
      if (sent.state === 'waiting') toast.info(waitingText)
      else toast.success('Trip deleted successfully')
    } catch (failure) {
      onDeparture(false)
      toast.error('Failed to delete trip')
      setError(failureText('Failed to delete trip', failure))
    }
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title="Delete Trip?"
      confirmLabel="Delete Trip"
      busyLabel="Deleting..."
      busy={isSending}
      error={error}
      onConfirm={() => run(remove)}
    >
      All trip data of{' '}
      <strong className="font-semibold text-text">
        <bdi>{trip.title}</bdi>
      </strong>
      , including expenses and participants, is permanently deleted.
    </ConfirmDialog>
  )
}
