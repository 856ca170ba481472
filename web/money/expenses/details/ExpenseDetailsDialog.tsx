// The details of an expense, with Edit and Delete.

import { Pencil, Trash2 } from 'lucide-react'
import type { TripResponse } from '#core/trips/responses.ts'
import { payingPeople } from '#core/money/signedAmount.ts'
import { DeleteExpenseDialog } from '#web/money/expenses/details/DeleteExpenseDialog.tsx'
import { deleteExpense } from '#web/money/expenses/expenseCommands.ts'
import { ExpenseDetailList } from '#web/money/expenses/details/ExpenseDetailList.tsx'
import { FailedExpenseMarks } from '#web/money/expenses/ExpenseMarks.tsx'
import { LazyExpenseForm } from '#web/money/expenses/LazyExpenseForm.ts'
import type { ShownExpense } from '#web/money/expenses/expenseList.ts'
import { useExpenses } from '#web/money/expenses/useExpenses.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import { whyMoneyCannotBeRestored } from '#web/platform/replica/restoreRemoved.ts'
import { UnderWayMark } from '#web/records/ButtonRowMarks.tsx'
import { isBeingRemoved, isNotAdded } from '#web/records/shownRecords.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Dialog, type DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { useDialogs } from '#web/ui/dialogs/useDialogs.ts'

interface ExpenseDetailsDialogProps extends DialogState {
  trip: TripResponse
  /** The expense when it was pressed; the dialog shows its present state. */
  opened: ShownExpense
}

export function ExpenseDetailsDialog({ open, onClose, trip, opened }: ExpenseDetailsDialogProps) {
  const { rows, isLoaded, myId, named } = useExpenses(trip)
  const { people } = useTripPeople(trip.id)
  const { openDialog, dialog } = useDialogs<'edit' | 'delete'>()
  const current = rows.find(({ record }) => record.id === opened.record.id)
  const row = current ?? opened
  const isGone = (!current && isLoaded) || isBeingRemoved(row)
  const notRestorableReason = whyMoneyCannotBeRestored(
    [...payingPeople(row.record), ...row.record.sharedBy].map(named),
    people,
  )
  const remove = () => {
    if (notRestorableReason !== null) return openDialog('delete')
    onClose()
    deleteExpense(trip.id, row, true)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Expense Details"
      detail={trip.title}
      cards
      footer={
        isGone ? undefined : (
          <>
            <Button
              variant="quiet"
              icon={Trash2}
              className="text-danger! hover:bg-danger-soft!"
              onClick={remove}
            >
              Delete
            </Button>
            <Button
              variant="secondary"
              icon={Pencil}
              onClick={() => openDialog('edit')}
              {...LazyExpenseForm.prefetchProps}
            >
              Edit
            </Button>
          </>
        )
      }
    >
      {isGone && open && <Banner tone="info">This expense was deleted.</Banner>}
      <div className="-mx-4 empty:hidden">
        <FailedExpenseMarks row={row} named={named} onEdit={() => openDialog('edit')} />
      </div>
      {/* In reach of the keyboard, which could not scroll to its end otherwise. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="group" aria-label="Details" tabIndex={0}>
        <ExpenseDetailList
          {...{ expense: row.record, tripId: trip.id, named, myId }}
          isAdded={!isNotAdded(row)}
        />
        <div className="mt-4 empty:hidden">
          <UnderWayMark commands={row.commands} />
        </div>
      </div>
      <LazyExpenseForm {...dialog('edit')} trip={trip} edited={row} />
      {notRestorableReason !== null && (
        <DeleteExpenseDialog
          {...dialog('delete')}
          onDeleted={onClose}
          tripId={trip.id}
          row={row}
          reason={notRestorableReason}
        />
      )}
    </Dialog>
  )
}
