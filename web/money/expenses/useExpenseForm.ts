// The form of an expense: checked by the contract while it is filled in, and rebased onto the present expense when
// somebody else changed that first.

import { useState } from 'react'
import type { ExpenseResponse } from '#core/money/responses.ts'
import { type ExpenseEntry, expenseBody } from '#core/money/bodies.ts'
import { expensesResponse } from '#projections/replica/expensesResponse.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { expenseFailures, sendChanges, sendNewExpense } from '#web/money/expenses/expenseCommands.ts'
import {
  type Choices,
  type ExpenseValues,
  bodyOf,
  expenseFormChanges,
  rebasedExpense,
  expenseFormValues,
} from '#web/money/expenses/expenseValues.ts'
import { amountFaults } from '#web/money/expenses/enteredAmount.ts'
import type { ShownExpense } from '#web/money/expenses/pendingExpenses.ts'
import { fetchTrip } from '#web/platform/replica/tripReplica.ts'
import { resolverOf } from '#web/platform/form.ts'
import { Refused } from '#web/platform/http.ts'
import { useCommandForm } from '#web/platform/useCommandForm.ts'
import { toast } from '#web/ui/toasts.tsx'

export interface ExpenseFormOptions {
  trip: TripResponse
  myId: string
  initialValues: ExpenseValues
  choices: Choices
  /** As it was when the form opened; null for a new expense. */
  edited: ShownExpense | null
  open: boolean
  onClose: () => void
  /** Names the draft within the trip: 'new', or the id of the expense that is edited or corrected. */
  draftName: string
  /** Called once the command is done or in the outbox. */
  onDone: () => void
}

/** A change by somebody else while the form was open. */
export interface Conflict {
  base: ExpenseResponse
  current: ExpenseResponse
}

/** The fields that can show a refusal. */
const fields = [
  'description',
  'amount',
  'exchangeRate',
  'category',
  'expenseDate',
  'paidBy',
  'sharedBy',
  'receiptUrl',
] as const

export function useExpenseForm(options: ExpenseFormOptions) {
  const { trip, myId, initialValues, choices, edited, open, onClose, draftName, onDone } = options
  const [base, setBase] = useState(edited)
  const [conflict, setConflict] = useState<Conflict | null>(null)

  const add = async (values: ExpenseValues) => {
    const expenseDate = values.expenseDate || initialValues.expenseDate
    const sent = await sendNewExpense(trip.id, bodyOf({ ...values, expenseDate }, choices))
    toast.outcome(sent, 'Expense added', expenseFailures.add)
  }

  const change = async (values: ExpenseValues, base: ShownExpense) => {
    const changes = expenseFormChanges(values, expenseFormValues(base.expense, myId), choices, trip.currency)
    if (Object.keys(changes).length === 0) return
    toast.outcome(await sendChanges(base, changes), 'Expense updated', expenseFailures.edit)
  }

  /** The fields that were edited stay, the others get the present values. @throws Unreachable */
  const rebase = async ({ expense }: ShownExpense) => {
    const documents = await fetchTrip(trip.id)
    const current = expensesResponse(documents).find(({ id }) => id === expense.id)
    if (!current) return commandForm.setRefusal('Somebody else deleted this expense.')
    form.reset(
      rebasedExpense(form.getValues(), expenseFormValues(expense, myId), expenseFormValues(current, myId)),
    )
    await form.trigger()
    setConflict({ base: expense, current })
    setBase({ expense: current, pending: [], counts: true })
  }

  const commandForm = useCommandForm<ExpenseValues, ExpenseEntry>({
    open,
    onClose,
    draftName: `expense ${trip.id} ${draftName}`,
    resolver: resolverOf(expenseBody(trip.currency), {
      read: (values: ExpenseValues) => bodyOf(values, choices),
      also: (values) => amountFaults(values, trip.currency),
    }),
    initialValues: () => initialValues,
    fields,
    async submit() {
      const values = form.getValues()
      try {
        await (base ? change(values, base) : add(values))
        commandForm.draft.end()
        onDone()
      } catch (error) {
        const isOutdated = error instanceof Refused && [404, 409].includes(error.status)
        const isRebased =
          base &&
          isOutdated &&
          (await rebase(base).then(
            () => true,
            () => false,
          ))
        if (!isRebased) throw error
      }
    },
  })
  const { form } = commandForm
  return { ...commandForm, conflict, base }
}
