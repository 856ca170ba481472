// Asks before an expense is deleted that cannot be brought back, and says what that changes for others.

import { payingPeople, signedAmount } from '#core/money/signedAmount.ts'
import type { ShownExpense } from '#web/money/expenses/expenseList.ts'
import { deleteExpense } from '#web/money/expenses/expenseCommands.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import type { DialogState } from '#web/ui/dialogs/Dialog.tsx'

interface DeleteExpenseDialogProps extends DialogState {
  /** Called once the deletion is sent. */
  onDeleted: () => void
  tripId: string
  row: ShownExpense
  /** Why it cannot be brought back. */
  reason: string
}

export function DeleteExpenseDialog(props: DeleteExpenseDialogProps) {
  const { open, onClose, onDeleted, tripId, row, reason } = props
  const { description, currency, sharedBy, payers, kind } = row.record
  const paid = payingPeople(row.record)
  const confirm = () => {
    onClose()
    onDeleted()
    deleteExpense(tripId, row)
  }
  const affected = new Set([...paid, ...sharedBy].map(({ id }) => id)).size
  // What one person paid for themselves alone is in no balance.
  const balances =
    affected > 1
      ? `Balances of ${affected} people change`
      : paid.length > 0
        ? 'No balance changes'
        : 'One balance changes'
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={confirm}
      title="Delete Expense?"
      submitText="Delete"
    >
      Delete “<bdi>{description}</bdi>
      <span>{`” (${formatMinor(signedAmount(row.record), currency)}) for everyone? `}</span>
      <span>{balances}</span>
      <span>{`${
        payers === 'pool' ? `, and the money is ${kind === 'refund' ? 'out of' : 'back in'} the pool` : ''
      }. `}</span>
      <span>{reason}</span>
    </ConfirmDialog>
  )
}
