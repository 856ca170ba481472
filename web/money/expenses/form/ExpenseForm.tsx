// The form of an expense: the amount first, then what it was for; who paid and who shares is one sentence, and what is
// rarely needed is under More. It fits above a phone's keypad.

import { ChevronDown, History } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState, useMemo } from 'react'
import { parseDate } from '#core/kernel/calendar.ts'
import { type ExpenseRecord, optionalExpenseFields } from '#core/money/events.ts'
import { guessCategory } from '#core/money/categoryGuess.ts'
import type { Sign } from '#core/money/typedAmount.ts'
import { farFromTrip } from '#core/trips/dates.ts'
import { AmountFields } from '#web/money/AmountFields.tsx'
import { CalculatorKeys, withSign } from '#web/money/expenses/form/CalculatorKeys.tsx'
import type { OfferedSplit } from '#web/money/expenses/form/carriedValues.ts'
import { ConflictNote } from '#web/money/expenses/form/ConflictNote.tsx'
import { dividedEntry } from '#web/money/expenses/form/dividedEntry.ts'
import { enteredCurrency } from '#web/money/enteredAmount.ts'
import { expenseTexts } from '#web/money/expenses/expenseCommands.ts'
import { ExpenseFormFooter } from '#web/money/expenses/form/ExpenseFormFooter.tsx'
import { expenseResult } from '#web/money/expenses/form/restText.ts'
import { blankExpense } from '#web/money/expenses/form/expenseValues.ts'
import { useMore } from '#web/ui/fields/MoreSection.tsx'
import { MoreFields } from '#web/money/expenses/form/MoreFields.tsx'
import { SplitField } from '#web/money/expenses/form/SplitField.tsx'
import { offeredText } from '#web/money/expenses/form/splitSentence.ts'
import {
  type ExpenseFormOptions,
  useExpenseForm,
  type ExpenseFormParts,
} from '#web/money/expenses/form/useExpenseForm.ts'
import { dayTitle } from '#web/platform/time/dayTitle.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { FormTitleBar } from '#web/ui/dialogs/FormDialog.tsx'
import { chipClasses } from '#web/ui/buttons/chipClasses.ts'
import { classes } from '#web/ui/classes.ts'
import { DateChip } from '#web/ui/fields/DateField.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { ErrorText } from '#web/ui/feedback/ErrorText.tsx'
import { leaveControl } from '#web/ui/focus.ts'
import { RestoredNote } from '#web/ui/dialogs/RestoredNote.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { useNames } from '#web/money/useNames.ts'
import { categoryStyle } from '#web/money/categoryStyle.ts'
import { useCategories } from '#web/money/useCategories.ts'
import { ChoiceChips } from '#web/ui/fields/ChoiceChips.tsx'

interface ExpenseFormProps extends ExpenseFormOptions {
  /** Of the trip, newest first: they suggest the category and the rate. */
  expenses: readonly ExpenseRecord[]
  /** On this device, YYYY-MM-DD. */
  today: string
}

export function ExpenseForm({ expenses, today, ...options }: ExpenseFormProps) {
  const { trip, myId, initialValues, choices } = options
  const { form, dialog, field, conflict, base, addAnother, offered } = useExpenseForm(options)
  const { open, onClose, onCancel, onSubmit, isSubmitting, isValid, refusal, draft } = dialog
  const [hasAmountFocus, setAmountFocus] = useState(false)
  const values = form.watch()
  const divided = dividedEntry(values, choices, trip.currency, base?.record.id)
  const named = useNames(trip.id)
  const title = base ? 'Edit Expense' : 'Add Expense'
  const parts = { form, field }
  const more = useId()
  const [isPreparing, setPreparing] = useState(false)
  const [isMoreOpen, toggleMore] = useMore(
    values.kind === 'refund' ||
      values.paidFromPool ||
      values.receipts.length > 0 ||
      optionalExpenseFields.some((name) => values[name] !== ''),
    optionalExpenseFields.some((name) => name in form.formState.errors),
  )
  const { error: dateError, ...date } = field('expenseDate')

  const guess = () => {
    const { description, isCategoryChosen } = form.getValues()
    if (!isCategoryChosen)
      form.setValue('category', guessCategory(description, expenses) ?? blankExpense.category)
  }
  const takeOver = ({ currentTarget }: MouseEvent) => {
    if (currentTarget === document.activeElement) leaveControl(currentTarget)
    for (const [name, value] of Object.entries(offered ?? {}))
      form.setValue(name as keyof OfferedSplit, value, { shouldDirty: true, shouldValidate: true })
  }
  const pressMore = () => {
    toggleMore()
    // What it opens is below the buttons of the dialog otherwise.
    if (!isMoreOpen)
      requestAnimationFrame(() => document.getElementById(more)?.scrollIntoView({ block: 'nearest' }))
  }
  const addSign = (sign: Sign) => {
    const input = document.activeElement as HTMLInputElement
    const typed = withSign(input.value, input.selectionStart ?? input.value.length, sign)
    form.setValue('amount', typed.text, { shouldDirty: true, shouldValidate: true })
    input.setSelectionRange(typed.caret, typed.caret)
  }
  return (
    <Dialog
      {...{ open, onClose, onSubmit, title }}
      plain
      busy={isSubmitting}
      ownHead={
        <FormTitleBar
          {...{ title, isSubmitting }}
          detail={trip.title}
          closeLabel="Cancel"
          onClose={onCancel}
        />
      }
      footer={
        <ExpenseFormFooter {...{ isSubmitting, base, addAnother }} isValid={isValid && !isPreparing}>
          {expenseResult(divided, myId)}
        </ExpenseFormFooter>
      }
      keys={hasAmountFocus && <CalculatorKeys onSign={addSign} onNext={() => form.setFocus('description')} />}
    >
      <div className="grid gap-3">
        <Notes shown={refusal ?? conflict}>
          {refusal !== undefined && (
            <Banner tone="danger" title={expenseTexts[base ? 'change' : 'add'].failed}>
              {refusal}
            </Banner>
          )}
          {draft && <RestoredNote {...draft} />}
          {conflict && <ConflictNote {...conflict} named={named} />}
        </Notes>
        <AmountFields
          noun="expense"
          entered={values}
          setField={(name, value) => form.setValue(name, value, { shouldDirty: true, shouldValidate: true })}
          field={field}
          tripCurrency={trip.currency}
          rated={expenses}
          onFocusChange={setAmountFocus}
        />
        <TextField
          label="Description"
          hideLabel
          autoComplete="off"
          placeholder="What was it for?"
          {...field('description', { onChange: guess })}
        />
        <CategoryField {...parts} />
        <SplitField
          {...parts}
          {...{ choices, myId, divided }}
          enteredCurrency={enteredCurrency(values, trip.currency)}
        />
        <div className="flex flex-wrap gap-2">
          {offered && (
            <button
              type="button"
              // A press leaves the focus, and so the keyboard of a phone, where it is.
              onMouseDown={(event) => event.preventDefault()}
              onClick={takeOver}
              className={classes(chipClasses, 'touch-target max-w-full')}
            >
              <History aria-hidden className="size-4" />
              <span className="truncate">{offeredText(offered, choices.sharers, myId)}</span>
            </button>
          )}
          <DateChip
            label="Date"
            text={dayTitle(values.expenseDate || initialValues.expenseDate, today)}
            {...date}
          />
          <button
            type="button"
            aria-expanded={isMoreOpen}
            aria-controls={more}
            onClick={pressMore}
            className={classes(chipClasses, 'touch-target')}
          >
            More
            <ChevronDown
              aria-hidden
              className={classes('size-4 transition-transform duration-fade', isMoreOpen && 'rotate-180')}
            />
          </button>
        </div>
        <ErrorText text={dateError} />
        <output className="text-secondary text-warning empty:hidden">
          {dateError === undefined && parseDate(values.expenseDate) && farFromTrip(values.expenseDate, trip)}
        </output>
        <MoreFields {...parts} {...{ trip, base }} onPreparing={setPreparing} id={more} isOpen={isMoreOpen} />
      </div>
    </Dialog>
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

/** The category as chips, always in the same order. Without a choice it is Other. */
function CategoryField({ form, field }: ExpenseFormParts) {
  const categories = useCategories()
  const chosen = form.watch('category')
  const choices = useMemo(
    () => categories.map(({ id, name }) => ({ value: id, label: name, icon: categoryStyle(id).icon })),
    [categories],
  )
  const { error, ...input } = field('category', { onChange: () => form.setValue('isCategoryChosen', true) })
  return (
    <div>
      <ChoiceChips label="Category" choices={choices} chosen={chosen} {...input} />
      <ErrorText text={error} />
    </div>
  )
}
