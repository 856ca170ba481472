// Adds an expense, edits one, or corrects one that was refused. Each opening mounts a new form.

import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { TripResponse } from '#core/trips/responses.ts'
import { ExpenseForm } from '#web/money/expenses/ExpenseForm.tsx'
import { choicesFor, newValues, expenseFormValues } from '#web/money/expenses/expenseValues.ts'
import type { ShownExpense } from '#web/money/expenses/pendingExpenses.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import { deviceToday } from '#web/platform/format.ts'
import { session } from '#web/platform/session.ts'
import { useOnOpen } from '#web/platform/useOnOpen.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { Dialog, type DialogState } from '#web/ui/Dialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'

export interface ExpenseFormDialogProps extends DialogState {
  trip: TripResponse
  /** The expense to edit. */
  editing?: ShownExpense
  /** A new expense that was refused: its values are restored, and it is discarded once it is sent again. */
  draft?: ShownExpense
}

export function ExpenseFormDialog(props: ExpenseFormDialogProps) {
  const [opening, setOpening] = useState(0)
  useOnOpen(props.open, () => setOpening(opening + 1))
  return <OneOpening key={opening} {...props} />
}

function OneOpening({ open, onClose, trip, editing, draft }: ExpenseFormDialogProps) {
  const myId = useSnapshot(session).user?.id ?? ''
  const { people, query } = useTripPeople(trip.id)
  // People may have joined or left since.
  useReloadOnOpen(open, query)
  // The expense when the form opened. It may change meanwhile, which the form detects itself.
  const [expense] = useState((editing ?? draft)?.expense)
  const [today] = useState(deviceToday)
  if (!people)
    return (
      <Dialog open={open} onClose={onClose} title={editing ? 'Edit Expense' : 'Add Expense'}>
        <Loaded
          query={query}
          failed="Failed to load trip participants"
          skeleton={<SkeletonList rows={6} label="Loading the people of the trip" />}
          retriesInPlace
        />
      </Dialog>
    )
  const done = () => {
    for (const { kind, discard } of draft?.pending ?? []) if (kind === 'add') discard()
    onClose()
  }
  return (
    <ExpenseForm
      open={open}
      onClose={onClose}
      trip={trip}
      myId={myId}
      start={expense ? expenseFormValues(expense, myId) : newValues(people, myId, today)}
      choices={choicesFor(people, editing?.expense)}
      editing={editing ?? null}
      draftName={expense?.id ?? 'new'}
      onDone={done}
    />
  )
}
