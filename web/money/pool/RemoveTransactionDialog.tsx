// Asks before a contribution is removed, which changes everybody's balance.

import type { PoolTransaction } from '#core/money/responses.ts'
import { removeContribution } from '#core/money/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import { restoreRemovedMoney } from '#web/platform/restoreRemoved.ts'
import { formatMoney } from '#web/platform/format.ts'
import { send } from '#web/platform/send.ts'
import { useConfirm } from '#web/platform/useConfirm.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { DialogState } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toasts.tsx'

const FAILURE_TEXT = 'Failed to remove transaction'

interface RemoveTransactionDialogProps extends DialogState {
  trip: TripResponse
  transaction: PoolTransaction
}

export function RemoveTransactionDialog({ trip, transaction, open, onClose }: RemoveTransactionDialogProps) {
  const confirm = useConfirm({
    open,
    onClose,
    submit: () =>
      send({
        endpoint: removeContribution,
        params: { tripId: trip.id, transactionId: transaction.id },
        lane: trip.id,
      }),
    onSent: (sent) => toast.outcome(sent, 'Transaction removed successfully', FAILURE_TEXT),
    failed: FAILURE_TEXT,
  })
  const { people } = useTripPeople(trip.id)
  const namedPeople = transaction.participant ? [transaction.participant] : []
  return (
    <ConfirmDialog {...confirm} title="Remove Transaction" submitText="Remove" busyText="Removing...">
      The deposit of {formatMoney(transaction.amount, trip.currency)}
      {transaction.participant && (
        <>
          {' '}
          by <bdi>{transaction.participant.name}</bdi>
        </>
      )}{' '}
      is taken out of the pool, and what everybody is owed changes with it.{' '}
      {restoreRemovedMoney(namedPeople, people)}
    </ConfirmDialog>
  )
}
