// The commands of an expense, sent in the lane of the trip. Forms and dialogs close as soon as theirs is in the outbox.

import type { ExpenseBody } from '#core/money/bodies.ts'
import { expenseEndpointFor, editExpense, removeExpense, restoreExpense } from '#core/money/contract.ts'
import type { ShownExpense } from '#web/money/expenses/expenseList.ts'
import { revisionOption, submit, submitUndecided, submitWithoutForm } from '#web/platform/outbox/submit.ts'
import { toastOutcome } from '#web/ui/feedback/toastOutcome.ts'

export const expenseTexts = {
  add: { done: 'Expense added', failed: 'Failed to create expense' },
  change: { done: 'Expense updated', failed: 'Failed to update expense' },
  remove: { done: 'Expense deleted', failed: 'Failed to delete expense' },
  restore: { done: 'Expense restored', failed: 'Failed to restore expense' },
}

export const submitNewExpense = (tripId: string, body: ExpenseBody, onEnqueued: () => void): Promise<void> =>
  toastOutcome(
    submit(
      { endpoint: expenseEndpointFor(body), params: { tripId }, body, lane: tripId },
      expenseTexts.add,
      onEnqueued,
    ),
  )

/** @throws Refused with 409 when somebody else changed the expense since the form opened */
export const submitChanges = (
  tripId: string,
  shown: ShownExpense,
  body: Partial<ExpenseBody>,
  onEnqueued: () => void,
): Promise<void> =>
  toastOutcome(
    submit({ endpoint: editExpense, body, ...commonOptions(tripId, shown) }, expenseTexts.change, onEnqueued),
  )

/**
 * Takes the expense out of the sums at once; a refusal restores it and shows the reason.
 * @param offersUndo false where the server could not restore it
 */
export const deleteExpense = (tripId: string, shown: ShownExpense, offersUndo = false): void =>
  void toastOutcome(
    submitWithoutForm({ endpoint: removeExpense, ...commonOptions(tripId, shown) }, expenseTexts.remove),
    offersUndo ? () => restoreDeletedExpense(tripId, shown) : undefined,
  )

/** The device does not know a deleted expense once the server has confirmed its deletion. */
const restoreDeletedExpense = (tripId: string, { record: { id } }: ShownExpense): void =>
  void toastOutcome(
    submitUndecided(
      { endpoint: restoreExpense, params: { expenseId: id }, lane: tripId },
      expenseTexts.restore,
    ),
  )

const commonOptions = (tripId: string, { record, commands }: ShownExpense) => ({
  params: { expenseId: record.id },
  lane: tripId,
  ...revisionOption(record, commands),
})
