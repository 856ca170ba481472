// The fields of an expense.

import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { getBalances } from '#core/money/contract.ts'
import { AmountFields } from '#web/money/expenses/AmountFields.tsx'
import { poolText } from '#web/money/expenses/amountTexts.ts'
import { ConflictNote } from '#web/money/expenses/ConflictNote.tsx'
import { expenseFailures } from '#web/money/expenses/expenseCommands.ts'
import { minorInTrip } from '#web/money/expenses/enteredAmount.ts'
import { namedText } from '#web/money/expenses/namedText.ts'
import { SharedByField } from '#web/money/expenses/SharedByField.tsx'
import type { ExpenseFormOptions } from '#web/money/expenses/useExpenseForm.ts'
import { useExpenseForm } from '#web/money/expenses/useExpenseForm.ts'
import { choiceLabel } from '#web/money/tripPeople.ts'
import { useQuery } from '#web/platform/queries.ts'
import { formatDate } from '#web/platform/format.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { RestoredNote } from '#web/ui/RestoredNote.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { TextField } from '#web/ui/TextField.tsx'

interface ExpenseFormProps extends ExpenseFormOptions {
  onClose: () => void
}

export function ExpenseForm({ onClose, ...options }: ExpenseFormProps) {
  const { open, trip, me, start, choices } = options
  const { form, submit, isSending, failure, conflict, base, draft } = useExpenseForm(options)
  const { register, watch, setValue, formState } = form
  const { errors, isValid } = formState
  const [sharedBy, fromPool, date] = watch(['sharedBy', 'paidFromPool', 'expenseDate'])
  const [amount, otherCurrency, exchangeRate] = watch(['amount', 'otherCurrency', 'exchangeRate'])
  const minor = minorInTrip({ amount, otherCurrency, exchangeRate }, trip.currency)
  const balances = useQuery(getBalances, { tripId: trip.id }).data?.balances
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={base ? 'Edit Expense' : 'Add Expense'}
      busy={isSending}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      footer={
        <>
          <Button
            variant="quiet"
            onClick={() => {
              draft.end()
              onClose()
            }}
            disabled={isSending}
          >
            Cancel
          </Button>
          <Button
            type="submit"
            disabled={!isValid}
            busy={isSending}
            busyText={base ? 'Saving...' : 'Adding...'}
          >
            {base ? 'Save Changes' : 'Add Expense'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Notes shown={failure ?? conflict}>
          {failure !== undefined && (
            <Banner tone="danger" title={base ? expenseFailures.edit : expenseFailures.add}>
              {failure}
            </Banner>
          )}
          <RestoredNote {...draft} />
          {conflict && <ConflictNote {...conflict} />}
        </Notes>
        <TextField
          label="Description"
          autoComplete="off"
          placeholder="Dinner at the pier"
          {...register('description')}
          error={errors.description?.message}
        />
        <AmountFields form={form} trip={trip} />
        <DateField
          label="Date"
          {...register('expenseDate')}
          helper={date === '' ? `Left empty it is ${formatDate(start.expenseDate)}.` : undefined}
          error={errors.expenseDate?.message}
        />
        <Switch
          label="Paid from the pool"
          helper={balances && poolText(balances, trip.currency)}
          {...register('paidFromPool')}
        />
        {!fromPool && (
          <SelectField
            label="Paid by"
            options={choices.payers.map((person) => ({ value: person.id, label: choiceLabel(person, me) }))}
            {...register('paidBy')}
            error={errors.paidBy?.message}
          />
        )}
        <SharedByField
          people={choices.sharers}
          me={me}
          selected={sharedBy}
          onChange={(ids) => setValue('sharedBy', ids, { shouldValidate: true, shouldDirty: true })}
          error={errors.sharedBy?.message && namedText(errors.sharedBy.message, choices.sharers)}
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
          {...register('receiptUrl')}
          error={errors.receiptUrl?.message}
        />
      </div>
    </Dialog>
  )
}

/** What went wrong stands above the fields, and the button is at the foot: a new note is brought into view. */
function Notes({ shown, children }: { shown: unknown; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (shown) place.current?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  return (
    <div ref={place} className="grid gap-3 empty:hidden">
      {children}
    </div>
  )
}
