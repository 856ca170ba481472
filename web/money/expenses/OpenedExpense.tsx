// What opens when an expense of a list is pressed: its details; or, for one that was refused, the form with all that
// was typed, to be mended.

import type { TripResponse } from '#core/trips/responses.ts'
import { LateExpenseDetails } from '#web/money/expenses/LateExpenseDetails.ts'
import { LateExpenseForm } from '#web/money/expenses/LateExpenseForm.ts'
import type { ShownExpense } from '#web/money/expenses/pendingExpenses.ts'
import type { OpenedRecord } from '#web/money/expenses/useOpened.ts'

interface OpenedExpenseProps {
  trip: TripResponse
  opened: OpenedRecord<ShownExpense>
}

export function OpenedExpense({ trip, opened: { thing: row, isOpen, close } }: OpenedExpenseProps) {
  if (!row) return null
  const refused = row.marks.find(({ kind, state }) => kind === 'add' && state === 'refused')
  return refused ? (
    <LateExpenseForm open={isOpen} onClose={close} trip={trip} draft={row} />
  ) : (
    <LateExpenseDetails open={isOpen} onClose={close} trip={trip} seen={row} />
  )
}
