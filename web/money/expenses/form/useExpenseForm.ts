// The form of an expense: checked by the contract while it is filled in, and rebased onto the present expense when
// somebody else changed that first. It closes as soon as its command is in the outbox.

import { type SyntheticEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ExpenseRecord } from '#core/money/events.ts'
import { type ExpenseEntry, expenseBody } from '#core/money/bodies.ts'
import { expenseRecords } from '#projections/replica/moneyRecords.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { readLastExpense, saveLastExpense } from '#web/money/expenses/form/carriedValues.ts'
import { submitChanges, submitNewExpense } from '#web/money/expenses/expenseCommands.ts'
import { expenseFormChanges, rebasedExpense } from '#web/money/expenses/form/expenseFormChanges.ts'
import {
  type Choices,
  type ExpenseValues,
  bodyOf,
  expenseFormValues,
  newExpense,
  newExpenseBody,
} from '#web/money/expenses/form/expenseValues.ts'
import { dividedEntry } from '#web/money/expenses/form/dividedEntry.ts'
import { amountFaults, amountWords } from '#web/money/enteredAmount.ts'
import type { ShownExpense, expenseCorrection } from '#web/money/expenses/expenseList.ts'
import { confirmedTripOf } from '#web/platform/replica/tripReplica.ts'
import { resolverOf } from '#web/platform/forms/form.ts'
import { type FormField, useCommandForm } from '#web/platform/forms/useCommandForm.ts'
import { rowOf } from '#web/records/shownRecords.ts'

export interface ExpenseFormOptions {
  trip: TripResponse
  myId: string
  initialValues: ExpenseValues
  choices: Choices
  /** As it was when the form opened; null for a new expense. */
  edited: ShownExpense | null
  /** What the form corrects, if a command was refused. */
  correction: ReturnType<typeof expenseCorrection>
  open: boolean
  onClose: () => void
  /** Names the draft within the trip: 'new', or the id of the expense that is edited or corrected. */
  draftName: string
}

/** What the parts of the form work with. */
export interface ExpenseFormParts {
  form: UseFormReturn<ExpenseValues, unknown, ExpenseEntry>
  field: FormField<ExpenseValues>
}

/** A change by somebody else since the form opened. */
export interface Conflict {
  /** As the form opened; or, of a refused edit, as it was entered, because the device has nothing older. */
  base: ExpenseRecord
  current: ExpenseRecord
  wasEntered?: boolean
}

export function useExpenseForm(options: ExpenseFormOptions) {
  const { trip, myId, initialValues, choices, edited, correction, open, onClose, draftName } = options
  const [base, setBase] = useState(edited)
  const [conflict, setConflict] = useState<Conflict | null>(
    correction?.isConflict && edited
      ? { base: correction.expense, current: edited.record, wasEntered: true }
      : null,
  )

  const addsAnother = useRef(false)
  const isNew = !base && !correction
  const adding = { tripId: trip.id, myId, personIds: choices.sharers.map(({ id }) => id) }
  const [offered, setOffered] = useState(() => (isNew ? readLastExpense(adding).offered : null))

  const add = async (typed: ExpenseValues, onEnqueued: () => void) => {
    const values = { ...typed, expenseDate: typed.expenseDate || initialValues.expenseDate }
    await submitNewExpense(trip.id, newExpenseBody(values, choices, trip.currency), onEnqueued)
    saveLastExpense(values, adding)
  }

  const change = async (values: ExpenseValues, base: ShownExpense, onEnqueued: () => void) => {
    const changes = expenseFormChanges(values, expenseFormValues(base.record, myId), choices, trip.currency)
    if (Object.keys(changes).length > 0) await submitChanges(trip.id, base, changes, onEnqueued)
    else onEnqueued()
  }

  /** The fields that were edited stay, the others get the present values. */
  const rebase = async ({ record: expense }: ShownExpense) => {
    const documents = confirmedTripOf(trip.id)
    const current = documents && expenseRecords(documents).find(({ id }) => id === expense.id)
    if (!current) return commandForm.setRefusal('Someone else deleted this expense.')
    form.reset(
      rebasedExpense(
        form.getValues(),
        expenseFormValues(expense, myId),
        expenseFormValues(current, myId),
        trip.currency,
      ),
    )
    await form.trigger()
    commandForm.setRefusal(undefined)
    setConflict({ base: expense, current })
    setBase(rowOf(current))
  }

  const commandForm = useCommandForm<ExpenseValues, ExpenseEntry>({
    open,
    onClose,
    draftName: `expense ${trip.id} ${draftName}`,
    resolver: resolverOf(expenseBody(trip.currency), {
      read: (values: ExpenseValues) => bodyOf(values, choices, trip.currency),
      also(values) {
        const { splitFault, payersFault } = dividedEntry(values, choices, trip.currency)
        return {
          ...amountFaults(values, trip.currency),
          ...(splitFault !== undefined && { split: splitFault }),
          ...(payersFault !== undefined && { [values.paid ? 'paid' : 'paidBy']: payersFault }),
        }
      },
      words: (values) => ({ amount: amountWords(values, trip.currency) }),
    }),
    initialValues: () => initialValues,
    correction,
    onOpen() {
      if (correction && !conflict) commandForm.setRefusal(correction.reason ?? undefined)
    },
    async submit(_, close) {
      const values = form.getValues()
      const isLast = !addsAnother.current
      const onEnqueued = () => isLast && close()
      await (base ? change(values, base, onEnqueued) : add(values, onEnqueued))
      if (isLast) return
      const { otherCurrency, exchangeRate } = values
      const date = values.expenseDate || initialValues.expenseDate
      setOffered(readLastExpense(adding).offered)
      // A reset forgets the inputs until the next render.
      form.setFocus('amount')
      commandForm.draft.restart(newExpense(choices.sharers, myId, date, { otherCurrency, exchangeRate }))
    },
    async onConflict() {
      if (base) await rebase(base)
    },
  })
  const { form } = commandForm
  const { onSubmit } = commandForm.dialog
  return {
    ...commandForm,
    dialog: {
      ...commandForm.dialog,
      onSubmit(event: SyntheticEvent) {
        addsAnother.current = false
        onSubmit(event)
      },
    },
    conflict,
    base,
    /** The payer and sharers of the last expense, until the form says others than a new one has. */
    offered: offered && isUsual(form.watch(), adding) ? offered : null,
    /** Adds the expense and starts the next one; absent where an expense is edited or corrected. */
    addAnother: isNew
      ? (event: SyntheticEvent) => {
          addsAnother.current = true
          onSubmit(event)
        }
      : undefined,
  }
}

/** Paid by the person themselves and split equally among everybody, as a new expense is. */
const isUsual = (
  { paidBy, paid, paidFromPool, sharedBy, split }: ExpenseValues,
  { myId, personIds }: { myId: string; personIds: readonly string[] },
): boolean =>
  paidBy === myId &&
  !paid &&
  !paidFromPool &&
  split.mode === 'equal' &&
  personIds.every((id) => sharedBy.includes(id))
