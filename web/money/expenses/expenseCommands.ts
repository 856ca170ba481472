// The commands of an expense, sent in the lane of the trip. Forms and dialogs close as soon as theirs is in the outbox.

import type { AttachedFile } from '#core/kernel/files.ts'
import type { ExpenseBody } from '#core/money/bodies.ts'
import { expenseEndpointFor, editExpense, removeExpense, restoreExpense } from '#core/money/contract.ts'
import type { ShownExpense } from '#web/money/expenses/expenseList.ts'
import { dispatch } from '#web/platform/dispatch.ts'
import { revisionOption } from '#web/platform/outbox/command.ts'
import { failures } from '#web/records/failures.ts'
import { dispatchFromForm, toastOutcome } from '#web/records/toastOutcome.ts'

export const expenseTexts = {
  add: { done: 'Expense added', failed: failures.expense.add },
  change: { done: 'Expense updated', failed: failures.expense.change },
  remove: { done: 'Expense deleted', failed: failures.expense.remove },
  restore: { done: 'Expense restored', failed: failures.expense.restore },
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

/** The bytes of the file are on the server already. */
export const addReceipt = (tripId: string, shown: ShownExpense, file: AttachedFile): void =>
  void toastOutcome(
    dispatch({
      endpoint: editExpense,
      body: { receipts: [...(shown.record.receipts ?? []), file] },
      ...commonOptions(tripId, shown),
    }).outcome,
    { ...expenseTexts.change, done: null },
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
