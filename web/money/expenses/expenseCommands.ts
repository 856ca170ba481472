// The three commands of an expense, as the screens send them: in the trip's lane, each reading again what it moves.

import type { ExpenseResponse } from '#core/money/responses.ts'
import type { ExpenseBody } from '#core/money/bodies.ts'
import { expenseEndpointFor, editExpenseEndpoint, removeExpense } from '#core/money/contract.ts'
import type { PendingMarkOf, ShownExpense } from '#web/money/expenses/pendingExpenses.ts'
import { isBeingSent } from '#web/money/expenses/pendingExpenses.ts'
import { moneyPaths } from '#web/money/moneyPaths.ts'
import { reloadQueries } from '#web/platform/queries.ts'
import { failureText } from '#web/platform/failureText.ts'
import type { SendResult } from '#web/platform/send.ts'
import { send } from '#web/platform/send.ts'
import { toast } from '#web/ui/toasts.tsx'

/** What could not be done. */
export const expenseFailures = {
  add: 'Failed to create expense',
  edit: 'Failed to update expense',
  remove: 'Failed to delete expense',
} as const

type SentExpense = Promise<SendResult<{ expense: ExpenseResponse }>>

/** What an expense moves: itself, its sums, and where everybody and the pool stand. */
const inTrip = (tripId: string) => ({ lane: tripId, touches: expensePlaces(tripId) })

const expensePlaces = (tripId: string): string[] => [
  ...['expenses', 'expense-summary'].map((part) => `/trips/${tripId}/${part}`),
  ...moneyPaths(tripId),
]

/** @throws Refused */
export const sendNewExpense = (tripId: string, body: ExpenseBody): SentExpense =>
  send({ call: expenseEndpointFor(body), params: { tripId }, body, ...inTrip(tripId) })

/** @throws Refused; 409 when somebody else changed it since `seen`. */
export const sendChanges = (seen: ShownExpense, body: Partial<ExpenseBody>): SentExpense =>
  send({ call: editExpenseEndpoint, params: { expenseId: seen.expense.id }, body, ...onlyIfAsSeen(seen) })

/** Gone from the sums at once; a refusal brings it back and says why. */
export async function deleteExpense(seen: ShownExpense): Promise<void> {
  try {
    const params = { expenseId: seen.expense.id }
    const sent = await send({ call: removeExpense, params, ...onlyIfAsSeen(seen) })
    toast.outcome(sent, 'Expense deleted', expenseFailures.remove)
  } catch (error) {
    toast.error(failureText(expenseFailures.remove, error))
    await reloadQueries(expensePlaces(seen.expense.tripId))
  }
}

/**
 * A refused command once more. An addition is sent as it was; a change or a deletion is meant for the expense as it
 * is shown now, whatever it was when it was first tried.
 */
export function tryAgain(seen: ShownExpense, mark: PendingMarkOf): void {
  if (mark.kind === 'add') return mark.retry()
  mark.discard()
  if (mark.kind === 'remove') return void deleteExpense(seen)
  sendChanges(seen, mark.body as Partial<ExpenseBody>).then(
    (sent) => toast.outcome(sent, 'Expense updated', expenseFailures.edit),
    (error: unknown) => toast.error(failureText(expenseFailures.edit, error)),
  )
}

/**
 * What is changed or deleted is what was seen. A change of one's own that is still on its way moves the revision
 * by itself; behind it in the lane there is none to compare with yet.
 */
function onlyIfAsSeen({ expense, marks }: ShownExpense) {
  const own = marks.some(isBeingSent)
  return { ...inTrip(expense.tripId), ...(!own && { ifMatch: expense.revision }) }
}
