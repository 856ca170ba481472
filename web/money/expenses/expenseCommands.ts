// The commands of an expense, sent in the lane of the trip. Forms and dialogs close as soon as theirs is in the outbox.

import type { ExpenseBody } from '#core/money/bodies.ts'
import { expenseEndpointFor, editExpense, removeExpense, restoreExpense } from '#core/money/contract.ts'
import type { ShownExpense } from '#web/money/expenses/expenseList.ts'
import { dispatch } from '#web/platform/dispatch.ts'
import { revisionOption } from '#web/platform/outbox/command.ts'
import { dispatchFromForm, toastOutcome } from '#web/records/toastOutcome.ts'

export const expenseTexts = {
  add: { done: 'Expense added', failed: 'Failed to create expense' },
  change: { done: 'Expense updated', failed: 'Failed to update expense' },
  remove: { done: 'Expense deleted', failed: 'Failed to delete expense' },
  restore: { done: 'Expense restored', failed: 'Failed to restore expense' },
}

export const submitNewExpense = (tripId: string, body: ExpenseBody, onEnqueued: () => void): Promise<void> =>
  dispatchFromForm(
    { endpoint: expenseEndpointFor(body), params: { tripId }, body, lane: tripId },
    expenseTexts.add,
    onEnqueued,
  )

/** @throws Refused with 409 when somebody else changed the expense since the form opened */
export const submitChanges = (
  tripId: string,
  shown: ShownExpense,
  body: Partial<ExpenseBody>,
  onEnqueued: () => void,
): Promise<void> =>
  dispatchFromForm(
    { endpoint: editExpense, body, ...commonOptions(tripId, shown) },
    expenseTexts.change,
    onEnqueued,
  )

/**
 * Takes the expense out of the sums at once; a refusal restores it and shows the reason.
 * @param offersUndo false where the server could not restore it
 */
export const deleteExpense = (tripId: string, shown: ShownExpense, offersUndo = false): void =>
  void toastOutcome(
    dispatch({ endpoint: removeExpense, ...commonOptions(tripId, shown) }).outcome,
    expenseTexts.remove,
    offersUndo ? () => restoreDeletedExpense(tripId, shown) : undefined,
  )

/** The device does not know a deleted expense once the server has confirmed its deletion. */
const restoreDeletedExpense = (tripId: string, { record: { id } }: ShownExpense): void =>
  void toastOutcome(
    dispatch({
      endpoint: restoreExpense,
      params: { expenseId: id },
      lane: tripId,
      decidedBy: 'server',
    }).outcome,
    expenseTexts.restore,
  )

const commonOptions = (tripId: string, { record, commands }: ShownExpense) => ({
  params: { expenseId: record.id },
  lane: tripId,
  ...revisionOption(record, commands),
})
