// The commands of an expense, sent in the lane of the trip; each reloads what it changes.

import type { ExpenseResponse } from '#core/money/responses.ts'
import type { ExpenseBody } from '#core/money/bodies.ts'
import { expenseEndpointFor, editExpenseEndpoint, removeExpense } from '#core/money/contract.ts'
import {
  type PendingExpenseChange,
  type ShownExpense,
  isBeingSent,
} from '#web/money/expenses/pendingExpenses.ts'
import { failureText } from '#web/platform/failureText.ts'
import type { SendResult } from '#web/platform/outbox/command.ts'
import { send } from '#web/platform/send.ts'
import { toast } from '#web/ui/toasts.tsx'

/** The texts for commands that fail. */
export const expenseFailures = {
  add: 'Failed to create expense',
  edit: 'Failed to update expense',
  remove: 'Failed to delete expense',
} as const

type SentExpense = Promise<SendResult<{ expense: ExpenseResponse }>>

/** @throws Refused */
export const sendNewExpense = (tripId: string, body: ExpenseBody): SentExpense =>
  send({ endpoint: expenseEndpointFor(body), params: { tripId }, body, lane: tripId })

/** @throws Refused; 409 when somebody else changed the expense since it was loaded */
export const sendChanges = (shown: ShownExpense, body: Partial<ExpenseBody>): SentExpense =>
  send({
    endpoint: editExpenseEndpoint,
    params: { expenseId: shown.expense.id },
    body,
    ...revisionOptions(shown),
  })

/** Removes the expense from the sums at once; a refusal restores it and shows the reason. */
export async function deleteExpense(shown: ShownExpense): Promise<void> {
  try {
    const params = { expenseId: shown.expense.id }
    const sent = await send({ endpoint: removeExpense, params, ...revisionOptions(shown) })
    toast.outcome(sent, 'Expense deleted', expenseFailures.remove)
  } catch (error) {
    toast.error(failureText(expenseFailures.remove, error))
  }
}

/**
 * Retries a refused command. An addition is sent again as it was; a change or a deletion applies to the expense as it
 * is shown now.
 */
export function retryExpenseCommand(shown: ShownExpense, command: PendingExpenseChange): void {
  if (command.kind === 'add') return command.retry()
  command.discard()
  if (command.kind === 'remove') return void deleteExpense(shown)
  sendChanges(shown, command.body as Partial<ExpenseBody>).then(
    (sent) => toast.outcome(sent, 'Expense updated', expenseFailures.edit),
    (error: unknown) => toast.error(failureText(expenseFailures.edit, error)),
  )
}

/** The revision on screen; none after a pending change of this device, which raises the revision. */
function revisionOptions({ expense, pending }: ShownExpense) {
  const hasOwnChange = pending.some(isBeingSent)
  return { lane: expense.tripId, ...(!hasOwnChange && { ifMatch: expense.revision }) }
}
