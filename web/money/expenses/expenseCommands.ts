// The commands of an expense, sent in the lane of the trip. Forms and dialogs close as soon as theirs is in the outbox.

import type { ExpenseBody } from '#core/money/bodies.ts'
import { expenseEndpointFor, editExpenseEndpoint, removeExpense } from '#core/money/contract.ts'
import { type PendingExpenseChange, type ShownExpense } from '#web/money/expenses/pendingExpenses.ts'
import { failureText } from '#web/platform/failureText.ts'
import { revisionOption, submit } from '#web/platform/submit.ts'
import { toastOutcome } from '#web/ui/toastOutcome.ts'
import { toast } from '#web/ui/toasts.tsx'

/** The texts for commands that fail. */
export const expenseFailures = {
  add: 'Failed to create expense',
  edit: 'Failed to update expense',
  remove: 'Failed to delete expense',
} as const

export const submitNewExpense = (tripId: string, body: ExpenseBody): Promise<void> =>
  toastOutcome(
    submit(
      { endpoint: expenseEndpointFor(body), params: { tripId }, body, lane: tripId },
      expenseFailures.add,
    ),
    'Expense added',
  )

/** @throws Refused with 409 when somebody else changed the expense since the form opened */
export const submitChanges = (shown: ShownExpense, body: Partial<ExpenseBody>): Promise<void> =>
  toastOutcome(
    submit({ endpoint: editExpenseEndpoint, body, ...commonOptions(shown) }, expenseFailures.edit),
    'Expense updated',
  )

/** Takes the expense out of the sums at once; a refusal restores it and shows the reason. */
export function deleteExpense(shown: ShownExpense): void {
  toastOutcome(
    submit({ endpoint: removeExpense, ...commonOptions(shown) }, expenseFailures.remove),
    'Expense deleted',
  ).catch((error: unknown) => toast.error(failureText(expenseFailures.remove, error)))
}

/** Sends a refused command again: a deletion applies to the expense as it is shown now. */
export function retryExpenseCommand(shown: ShownExpense, command: PendingExpenseChange): void {
  if (command.kind !== 'remove') return command.retry()
  command.discard()
  deleteExpense(shown)
}

const commonOptions = ({ expense, pending }: ShownExpense) => ({
  params: { expenseId: expense.id },
  lane: expense.tripId,
  ...revisionOption(expense, pending),
})
