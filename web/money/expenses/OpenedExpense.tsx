// The dialog of a pressed expense: its details; or, for one that was refused, the form to correct it.

import type { TripResponse } from '#core/trips/responses.ts'
import { LazyExpenseDetails } from '#web/money/expenses/LazyExpenseDetails.ts'
import { LazyExpenseForm } from '#web/money/expenses/LazyExpenseForm.ts'
import type { ShownExpense } from '#web/money/expenses/pendingExpenses.ts'
import type { OpenedRecord } from '#web/ui/useOpened.ts'

interface OpenedExpenseProps {
  trip: TripResponse
  opened: OpenedRecord<ShownExpense>
}

export function OpenedExpense({ trip, opened: { record: row, isOpen, close } }: OpenedExpenseProps) {
  if (!row) return null
  const refused = row.pending.find(({ kind, state }) => kind === 'add' && state === 'refused')
  return refused ? (
    <LazyExpenseForm open={isOpen} onClose={close} trip={trip} refused={row} />
  ) : (
    <LazyExpenseDetails open={isOpen} onClose={close} trip={trip} opened={row} />
  )
}
