// The changes of an expense that were refused.

import { payingPeople } from '#core/money/signedAmount.ts'
import { deleteExpense } from '#web/money/expenses/expenseCommands.ts'
import type { ShownExpense } from '#web/money/expenses/expenseList.ts'
import { textWithNames } from '#web/money/tripPeople.ts'
import { FailedMarks } from '#web/records/ButtonRowMarks.tsx'
import { failures } from '#web/records/failures.ts'

interface FailedExpenseMarksProps {
  row: ShownExpense
  /** Opens the form with the refused change. */
  onEdit: () => void
}

export function FailedExpenseMarks({ row, onEdit }: FailedExpenseMarksProps) {
  const { description, sharedBy } = row.record
  const people = [...sharedBy, ...payingPeople(row.record)]
  return (
    <FailedMarks
      commands={row.commands}
      failed={failures.expense}
      name={description}
      reasonOf={(text) => textWithNames(text, people)}
      onEdit={onEdit}
      onRemove={() => deleteExpense(row)}
    />
  )
}
