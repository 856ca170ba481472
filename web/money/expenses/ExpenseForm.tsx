// The fields of an expense.

import { type ReactNode, useEffect, useRef } from 'react'
import { balancesResponse } from '#projections/replica/settlementResponses.ts'
import { AmountFields } from '#web/money/expenses/AmountFields.tsx'
import { poolText } from '#web/money/expenses/amountTexts.ts'
import { ConflictNote } from '#web/money/expenses/ConflictNote.tsx'
import { expenseTexts } from '#web/money/expenses/expenseCommands.ts'
import { minorInTrip } from '#web/money/expenses/enteredAmount.ts'
import { textWithNames } from '#web/money/expenses/textWithNames.ts'
import { SharedByField } from '#web/money/expenses/SharedByField.tsx'
import { type ExpenseFormOptions, useExpenseForm } from '#web/money/expenses/useExpenseForm.ts'
import { choiceLabel } from '#web/money/tripPeople.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { formatDate } from '#web/platform/format.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { RestoredNote } from '#web/ui/RestoredNote.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { TextField } from '#web/ui/TextField.tsx'

export function ExpenseForm(options: ExpenseFormOptions) {
  const { trip, myId, initialValues, choices } = options
  const { form, dialog, field, conflict, base } = useExpenseForm(options)
  const { refusal, draft, ...dialogProps } = dialog
  const [sharedBy, fromPool, date] = form.watch(['sharedBy', 'paidFromPool', 'expenseDate'])
  const [amount, otherCurrency, exchangeRate] = form.watch(['amount', 'otherCurrency', 'exchangeRate'])
  const minor = minorInTrip({ amount, otherCurrency, exchangeRate }, trip.currency)
  const balances = useTripResponse(trip.id, balancesResponse).data
  const sharedByError = form.formState.errors.sharedBy?.message
  return (
    <FormDialog
      {...dialogProps}
      title={base ? 'Edit Expense' : 'Add Expense'}
      submitText={base ? 'Save Changes' : 'Add Expense'}
      busyText={base ? 'Saving...' : 'Adding...'}
    >
      <Notes shown={refusal ?? conflict}>
        {refusal !== undefined && (
          <Banner tone="danger" title={expenseTexts[base ? 'edit' : 'add'].failed}>
            {refusal}
          </Banner>
        )}
        {draft && <RestoredNote {...draft} />}
        {conflict && <ConflictNote {...conflict} />}
      </Notes>
      <TextField
        label="Description"
        autoComplete="off"
        placeholder="Dinner at the pier"
        {...field('description')}
      />
      <AmountFields form={form} field={field} trip={trip} />
      <DateField
        label="Date"
        {...field('expenseDate')}
        helper={
          date === '' ? `${base ? formatDate(initialValues.expenseDate) : 'Today'} if left empty` : undefined
        }
      />
      <Switch
        label="Paid from the pool"
        helper={balances && poolText(balances, trip.currency)}
        {...form.register('paidFromPool')}
      />
      {!fromPool && (
        <SelectField
          label="Paid by"
          options={choices.payers.map((person) => ({ value: person.id, label: choiceLabel(person, myId) }))}
          {...field('paidBy')}
        />
      )}
      <SharedByField
        people={choices.sharers}
        myId={myId}
        selected={sharedBy}
        onChange={(ids) => form.setValue('sharedBy', ids, { shouldValidate: true, shouldDirty: true })}
        error={sharedByError && textWithNames(sharedByError, choices.sharers)}
        amount={minor}
        currency={trip.currency}
        expenseId={base?.expense.id}
      />
      <TextField
        label="Receipt URL (Optional)"
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        placeholder="https://"
        {...field('receiptUrl')}
      />
      <TextAreaField label="Notes (Optional)" {...field('notes')} />
    </FormDialog>
  )
}

/** Scrolls a new note into view: the notes are above the fields, the submit button is below. */
function Notes({ shown, children }: { shown: unknown; children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (shown) container.current?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  return (
    <div ref={container} className="grid gap-3 empty:hidden">
      {children}
    </div>
  )
}
