// Adds an expense, edits one, or mends one that was refused. Each opening is a fresh form.

import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { TripResponse } from '#core/trips/responses.ts'
import { ExpenseForm } from '#web/money/expenses/ExpenseForm.tsx'
import { choicesFor, newValues, expenseFormValues } from '#web/money/expenses/expenseValues.ts'
import type { ShownExpense } from '#web/money/expenses/pendingExpenses.ts'
import { useTripPeople } from '#web/money/useTripPeople.ts'
import { deviceToday } from '#web/platform/format.ts'
import { session } from '#web/platform/session.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'

export interface ExpenseFormDialogProps {
  open: boolean
  onClose: () => void
  trip: TripResponse
  /** The expense to be changed. */
  editing?: ShownExpense
  /** A new one that was refused: what was typed comes back, and it is discarded once it is sent again. */
  draft?: ShownExpense
}

export function ExpenseFormDialog(props: ExpenseFormDialogProps) {
  const [opening, setOpening] = useState(0)
  const [wasOpen, setWasOpen] = useState(false)
  if (props.open !== wasOpen) {
    setWasOpen(props.open)
    if (props.open) setOpening(opening + 1)
  }
  return <OneOpening key={opening} {...props} />
}

function OneOpening({ open, onClose, trip, editing, draft }: ExpenseFormDialogProps) {
  const me = useSnapshot(session).user?.id ?? ''
  const { people, error, isLoading, reload } = useTripPeople(trip.id)
  // Whoever has joined or left since can be chosen, or no more.
  useReloadOnOpen(open, { data: people, error, isLoading, reload })
  // What it opened with: the expense may change underneath, and the form has its own way of noticing.
  const [expense] = useState((editing ?? draft)?.expense)
  const [today] = useState(deviceToday)
  if (!people)
    return (
      <Dialog open={open} onClose={onClose} title={editing ? 'Edit Expense' : 'Add Expense'}>
        {error ? (
          <ErrorState
            message="Failed to load trip participants"
            retrying={isLoading}
            onRetry={() => void reload()}
          />
        ) : (
          <SkeletonList rows={6} label="Loading the people of the trip" />
        )}
      </Dialog>
    )
  const done = () => {
    for (const { kind, discard } of draft?.marks ?? []) if (kind === 'add') discard()
    onClose()
  }
  return (
    <ExpenseForm
      open={open}
      onClose={onClose}
      trip={trip}
      me={me}
      start={expense ? expenseFormValues(expense, me) : newValues(people, me, today)}
      choices={choicesFor(people, editing?.expense)}
      editing={editing ?? null}
      about={expense?.id ?? 'new'}
      onDone={done}
    />
  )
}
