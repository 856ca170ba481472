// The changes of an expense that were refused.

import { payingPeople } from '#core/money/signedAmount.ts'
import { deleteExpense, expenseTexts } from '#web/money/expenses/expenseCommands.ts'
import type { ShownExpense } from '#web/money/expenses/expenseList.ts'
import type { FindName } from '#core/money/roster.ts'
import { textWithNames } from '#web/money/tripPeople.ts'
import { FailedMarks } from '#web/records/ButtonRowMarks.tsx'

interface FailedExpenseMarksProps {
  row: ShownExpense
  named: FindName
  /** Opens the form with the refused change. */
  onEdit: () => void
}

export function FailedExpenseMarks({ row, named, onEdit }: FailedExpenseMarksProps) {
  const { description, sharedBy } = row.record
  const people = [...sharedBy, ...payingPeople(row.record)]
  const [command] = row.commands
  return (
    <FailedMarks
      commands={row.commands}
      texts={expenseTexts}
      name={description}
      reasonOf={(text) => textWithNames(text, people.map(named))}
      onEdit={onEdit}
      // The lane of its commands is the trip.
      onRemove={() => command && deleteExpense(command.lane, row)}
    />
  )
}
