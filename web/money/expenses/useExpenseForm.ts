// The form of an expense as it is filled in and sent: checked by the contract while it is typed, and kept as typed
// when it is refused.

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ExpenseResponse } from '#core/money/responses.ts'
import type { ExpenseEntry } from '#core/money/bodies.ts'
import { expenseBody } from '#core/money/bodies.ts'
import { listExpenses } from '#core/money/contract.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { expenseFailures, sendChanges, sendNewExpense } from '#web/money/expenses/expenseCommands.ts'
import type { Choices, ExpenseValues } from '#web/money/expenses/expenseValues.ts'
import { amountFaults } from '#web/money/expenses/enteredAmount.ts'
import {
  bodyOf,
  expenseFormChanges,
  rebasedExpense,
  expenseFormValues,
} from '#web/money/expenses/expenseValues.ts'
import type { ShownExpense } from '#web/money/expenses/pendingExpenses.ts'
import { reloadQueries } from '#web/platform/queries.ts'
import { resolverOf } from '#web/platform/form.ts'
import { Refused, request } from '#web/platform/http.ts'
import { showRefusal } from '#web/platform/showRefusal.ts'
import { useFormDraft } from '#web/platform/useFormDraft.ts'
import { useSubmit } from '#web/platform/useSubmit.ts'
import { toast } from '#web/ui/toasts.tsx'

export interface ExpenseFormOptions {
  trip: TripResponse
  /** Id of the person at the screen. */
  me: string
  /** What the fields hold at first. */
  start: ExpenseValues
  choices: Choices
  /** The expense being edited, as it was when the form opened; null for a new one. */
  editing: ShownExpense | null
  open: boolean
  /** Names the draft within the trip: 'new', or the id of the expense that is edited or mended. */
  about: string
  /** Sent, or kept until the network is back. */
  onDone: () => void
}

/** Somebody else's change that came in between. */
export interface Conflict {
  was: ExpenseResponse
  now: ExpenseResponse
}

/** The fields that can show a text of the server. */
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
  const { trip, me, start, choices, editing, open, about, onDone } = options
  const form = useForm<ExpenseValues, unknown, ExpenseEntry>({
    mode: 'onChange',
    defaultValues: start,
    resolver: resolverOf(expenseBody(trip.currency), {
      read: (values: ExpenseValues) => bodyOf(values, choices),
      also: (values) => amountFaults(values, trip.currency),
    }),
  })
  const draft = useFormDraft(form, { open, about: `expense ${trip.id} ${about}`, start: () => start })
  const [base, setBase] = useState(editing)
  const [failure, setFailure] = useState<string>()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const { isSubmitting, run } = useSubmit()

  const add = async (values: ExpenseValues) => {
    const expenseDate = values.expenseDate || start.expenseDate
    const sent = await sendNewExpense(trip.id, bodyOf({ ...values, expenseDate }, choices))
    toast.outcome(sent, 'Expense added', expenseFailures.add)
  }

  const change = async (values: ExpenseValues, seen: ShownExpense) => {
    const changes = expenseFormChanges(values, expenseFormValues(seen.expense, me), choices, trip.currency)
    if (Object.keys(changes).length === 0) return
    toast.outcome(await sendChanges(seen, changes), 'Expense updated', expenseFailures.edit)
  }

  /** What was typed stays; what was not touched becomes what it is now. @throws Unreachable */
  const lookAgain = async ({ expense: was }: ShownExpense) => {
    const { body } = await request(listExpenses, { params: { tripId: trip.id } })
    void reloadQueries([`/trips/${trip.id}`])
    const now = body.expenses.find(({ id }) => id === was.id)
    if (!now) return setFailure('Somebody else deleted this expense.')
    form.reset(rebasedExpense(form.getValues(), expenseFormValues(was, me), expenseFormValues(now, me)))
    await form.trigger()
    setConflict({ was, now })
    setBase({ expense: now, marks: [], counts: true })
  }

  const save = async () => {
    setFailure(undefined)
    const values = form.getValues()
    try {
      await (base ? change(values, base) : add(values))
      draft.end()
      onDone()
    } catch (error) {
      const isOutOfDate = error instanceof Refused && [404, 409].includes(error.status)
      const shown =
        base && isOutOfDate
          ? await lookAgain(base).then(
              () => true,
              () => false,
            )
          : false
      if (shown) return
      setFailure(showRefusal(error, fields, form.setError))
      // Whoever it names may have left since the form was opened, and is then dropped from its choices.
      void reloadQueries([`/trips/${trip.id}/all-participants`])
    }
  }

  return {
    form,
    submit: () => run(() => form.handleSubmit(save)()),
    isSending: isSubmitting,
    failure,
    conflict,
    base,
    draft,
  }
}
