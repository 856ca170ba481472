// The dialog of a pressed expense: its details, or the form to correct what was entered.

import type { TripResponse } from '#core/trips/responses.ts'
import { LazyExpenseDetails } from '#web/money/expenses/LazyExpenseDetails.ts'
import { LazyExpenseForm } from '#web/money/expenses/LazyExpenseForm.ts'
import { type ShownExpense, expenseCorrection } from '#web/money/expenses/expenseList.ts'
import type { OpenedRecord } from '#web/ui/dialogs/useOpened.ts'

interface OpenedExpenseProps {
  trip: TripResponse
  opened: OpenedRecord<ShownExpense>
}

export function OpenedExpense({ trip, opened: { record: row, isOpen, close } }: OpenedExpenseProps) {
  if (!row) return null
  return expenseCorrection(row) ? (
    <LazyExpenseForm open={isOpen} onClose={close} trip={trip} edited={row} />
  ) : (
    <LazyExpenseDetails open={isOpen} onClose={close} trip={trip} opened={row} />
  )
}
