// Adds an expense or edits one. A new form is mounted each time the dialog opens.

import { useState } from 'react'
import type { ExpenseRecord } from '#core/money/events.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { expenseRecords } from '#projections/replica/moneyRecords.ts'
import { readLastExpense } from '#web/money/expenses/form/carriedValues.ts'
import { ExpenseForm } from '#web/money/expenses/form/ExpenseForm.tsx'
import { lastRate } from '#web/money/enteredAmount.ts'
import { choicesFor, newExpense, expenseFormValues } from '#web/money/expenses/form/expenseValues.ts'
import { type ShownExpense, expenseCorrection } from '#web/money/expenses/expenseList.ts'
import { LoadingPeople } from '#web/money/LoadingPeople.tsx'
import { useNames } from '#web/money/useNames.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import { deviceToday } from '#web/platform/time/format.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { useOnOpen } from '#web/platform/forms/useOnOpen.ts'
import { Dialog, type DialogState } from '#web/ui/dialogs/Dialog.tsx'
import { SkeletonList } from '#web/ui/feedback/Skeleton.tsx'

export interface ExpenseFormDialogProps extends DialogState {
  trip: TripResponse
  /** One whose command was refused opens with what was entered. */
  edited?: ShownExpense
}

export function ExpenseFormDialog(props: ExpenseFormDialogProps) {
  const [openCount, setOpenCount] = useState(0)
  useOnOpen(props.open, () => setOpenCount(openCount + 1))
  return <ExpenseFormWithPeople key={openCount} {...props} />
}

const none: readonly ExpenseRecord[] = []

function ExpenseFormWithPeople({ open, onClose, trip, ...props }: ExpenseFormDialogProps) {
  const myId = useMyId()
  const { people, query } = useTripPeople(trip.id)
  const named = useNames(trip.id)
  const expenses = useTripResponse(trip.id, expenseRecords).data ?? none
  // Later changes by others must not replace the values being edited; useExpenseForm handles them when it submits.
  const [{ opened, correction }] = useState(() => ({
    opened: props.edited,
    correction: (props.edited && expenseCorrection(props.edited)) ?? null,
  }))
  const [today] = useState(deviceToday)
  if (!people)
    return (
      <Dialog open={open} onClose={onClose} title={props.edited ? 'Edit Expense' : 'Add Expense'}>
        <LoadingPeople
          query={query}
          skeleton={<SkeletonList rows={6} label="Loading the people of the trip" />}
        />
      </Dialog>
    )
  const edited = opened && !correction?.isNew ? opened : null
  const expense = correction?.expense ?? opened?.record
  const startOfNew = () => {
    const personIds = people.map(({ id }) => id)
    const { carried } = readLastExpense({ tripId: trip.id, myId, personIds })
    const rate = lastRate(expenses, carried.otherCurrency ?? '') || carried.exchangeRate
    return newExpense(people, myId, today, { ...carried, ...(rate !== undefined && { exchangeRate: rate }) })
  }
  return (
    <ExpenseForm
      open={open}
      onClose={onClose}
      trip={trip}
      myId={myId}
      initialValues={expense ? expenseFormValues(expense, myId) : startOfNew()}
      expenses={expenses}
      today={today}
      choices={choicesFor(people, edited && { expense: edited.record, named })}
      edited={edited}
      correction={correction}
      draftName={expense?.id ?? 'new'}
    />
  )
}
