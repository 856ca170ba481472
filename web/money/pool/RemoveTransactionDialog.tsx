// Asks before a contribution is removed, which changes everybody's balance.

import type { PoolTransaction } from '#core/money/responses.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { poolFailures, submitRemoval } from '#web/money/pool/contributionCommands.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import { CAN_BE_RESTORED, whyMoneyCannotBeRestored } from '#web/platform/restoreRemoved.ts'
import { formatMoney } from '#web/platform/format.ts'
import { useConfirm } from '#web/platform/useConfirm.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { DialogState } from '#web/ui/Dialog.tsx'

interface RemoveTransactionDialogProps extends DialogState {
  trip: TripResponse
  transaction: PoolTransaction
}

export function RemoveTransactionDialog({ trip, transaction, ...state }: RemoveTransactionDialogProps) {
  const confirm = useConfirm({
    ...state,
    submit: () => submitRemoval(trip.id, transaction),
    failed: poolFailures.remove,
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
      is taken out of the pool, and what everyone is owed changes with it.{' '}
      {whyMoneyCannotBeRestored(namedPeople, people) ?? CAN_BE_RESTORED}
    </ConfirmDialog>
  )
}
