// Taking a deposit out of the pool's books, asked first: it changes what everybody is owed.

import { useState } from 'react'
import type { PoolTransaction } from '#core/money/answers.ts'
import { removeContribution } from '#core/money/contract.ts'
import type { TripAnswer } from '#core/trips/answers.ts'
import { moneyPlaces } from '#web/money/moneyPlaces.ts'
import { toastOutcome } from '#web/money/toastOutcome.ts'
import { failureText } from '#web/platform/failureText.ts'
import { formatMoney } from '#web/platform/format.ts'
import { send } from '#web/platform/send.ts'
import { useSending } from '#web/platform/useSending.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

interface RemoveTransactionDialogProps {
  trip: TripAnswer
  transaction: PoolTransaction
  open: boolean
  onClose: () => void
}

export function RemoveTransactionDialog({ trip, transaction, open, onClose }: RemoveTransactionDialogProps) {
  const [error, setError] = useState<string>()
  const { isSending, run } = useSending()
  const close = () => {
    setError(undefined)
    onClose()
  }
  const remove = async () => {
    setError(undefined)
    try {
      const sent = await send({
        call: removeContribution,
        params: { tripId: trip.id, transactionId: transaction.id },
        lane: trip.id,
        touches: moneyPlaces(trip.id),
      })
      toastOutcome(sent, 'Transaction removed successfully')
      close()
    } catch (refusal) {
      setError(failureText('Failed to remove transaction', refusal))
    }
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      onConfirm={() => run(remove)}
      busy={isSending}
      error={error}
      title="Remove Transaction"
      confirmLabel="Remove"
      busyLabel="Removing..."
    >
      The deposit of {formatMoney(transaction.amount, trip.currency)}
      {transaction.participant && (
        <>
          {' '}
          by <bdi>{transaction.participant.name}</bdi>
        </>
      )}{' '}
      is taken out of the pool, and what everybody is owed changes with it.
    </ConfirmDialog>
  )
}
