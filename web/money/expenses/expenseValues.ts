// The values of the expense form, the body they stand for, and the changes of an edit. Amounts stay text until the
// body is built, so that no cent is lost.

import { type CurrencyCode, minorDigits } from '#core/kernel/money.ts'
import { readRate } from '#core/kernel/typedNumber.ts'
import type { ExpenseResponse } from '#core/money/responses.ts'
import type { ExpenseBody } from '#core/money/bodies.ts'
import type { PlainExpenseFields } from '#core/money/events.ts'
import { type ChoosablePerson, withFormer } from '#web/money/tripPeople.ts'
import { type EnteredAmount, majorOf } from '#web/money/expenses/enteredAmount.ts'

/** An `expenseDate` of '' keeps the date, which for a new expense is today. */
export interface ExpenseValues extends Record<keyof PlainExpenseFields, string>, EnteredAmount {
  /** Chosen by the person: a guess never replaces it. */
  isCategoryChosen: boolean
  paidFromPool: boolean
  paidBy: string
  sharedBy: string[]
}

/** The people to choose from: those on the trip, and former ones the expense already names. */
export interface Choices {
  payers: ChoosablePerson[]
  sharers: ChoosablePerson[]
}

/** @param expense the edited one; absent for a new one */
export function choicesFor(people: readonly ChoosablePerson[], expense?: ExpenseResponse): Choices {
  return {
    payers: withFormer(people, expense?.paidBy ? [expense.paidBy] : []),
    sharers: withFormer(people, expense?.sharedBy ?? []),
  }
}

/**
 * A new expense: paid by `myId` today, shared by everybody on the trip.
 * @param carried what it takes over from the last one
 */
export const newExpense = (
  people: readonly ChoosablePerson[],
  myId: string,
  today: string,
  carried: CarriedValues = {},
): ExpenseValues => ({
  ...blankExpense,
  expenseDate: today,
  paidBy: myId,
  sharedBy: people.map(({ id }) => id),
  ...carried,
})

export const blankExpense = {
  description: '',
  amount: '',
  otherCurrency: '',
  exchangeRate: '',
  /** Until the description says more. */
  category: 'food',
  isCategoryChosen: false,
  paidFromPool: false,
  receiptUrl: '',
  notes: '',
}

/** What one new expense hands on to the next. */
export type CarriedValues = Partial<
  Pick<ExpenseValues, 'expenseDate' | 'paidBy' | 'sharedBy' | 'otherCurrency' | 'exchangeRate'>
>

/** @param myId becomes the payer when the pool is switched off */
export function expenseFormValues(expense: ExpenseResponse, myId: string): ExpenseValues {
  return {
    description: expense.description,
    ...enteredIn(expense),
    category: expense.category,
    isCategoryChosen: true,
    expenseDate: expense.expenseDate,
    paidFromPool: expense.paidFromPool,
    paidBy: expense.paidBy?.id ?? myId,
    sharedBy: expense.sharedBy.map(({ id }) => id),
    receiptUrl: expense.receiptUrl ?? '',
    notes: expense.notes ?? '',
  }
}

/** The amount in the currency it was entered in. */
function enteredIn({ amount, currency, originalAmount, originalCurrency, exchangeRate }: ExpenseResponse) {
  const text = (major: number, code: CurrencyCode) => major.toFixed(minorDigits(code))
  return originalAmount === null || originalCurrency === null
    ? { amount: text(amount, currency), otherCurrency: '', exchangeRate: '' }
    : {
        amount: text(originalAmount, originalCurrency),
        otherCurrency: originalCurrency,
        exchangeRate: String(exchangeRate),
      }
}

type Foreign = 'currency' | 'exchangeRate'
type FormBody = Required<Omit<ExpenseBody, Foreign>> & Pick<ExpenseBody, Foreign>

/**
 * The body, for the schema to check. Leaves out people who can no longer be chosen.
 * @param currency the trip's
 */
export function bodyOf(
  values: ExpenseValues,
  { payers, sharers }: Choices,
  currency: CurrencyCode,
): FormBody {
  const payer = payers.find(({ id }) => id === values.paidBy)
  return {
    description: values.description.trim(),
    // An empty amount is NaN, too: the schema has the texts for both.
    amount: majorOf(values, currency) ?? Number.NaN,
    ...(values.otherCurrency !== '' && {
      currency: values.otherCurrency,
      exchangeRate: readRate(values.exchangeRate),
    }),
    category: values.category,
    expenseDate: values.expenseDate || null,
    paidFromPool: values.paidFromPool,
    paidBy: values.paidFromPool || !payer ? null : reference(payer),
    sharedBy: sharers.filter(({ id }) => values.sharedBy.includes(id)).map(reference),
    receiptUrl: values.receiptUrl.trim() || null,
    notes: values.notes.trim() || null,
  }
}

const reference = ({ id, type, name }: ChoosablePerson) => ({ id, type, name })

/**
 * The fields that differ from the expense: an edit sends only these, so that changing a title cannot alter the amount
 * or undo somebody else's change.
 * @param currency the trip's
 */
export function expenseFormChanges(
  values: ExpenseValues,
  base: ExpenseValues,
  choices: Choices,
  currency: CurrencyCode,
): Partial<ExpenseBody> {
  const body = bodyOf(values, choices, currency)
  const { amount, currency: other, exchangeRate, expenseDate, paidBy, ...others } = body
  const changed = changedKeys(values, base, currency)
  const payer = changed.has('paidBy') || changed.has('paidFromPool')
  const isForeign = values.otherCurrency !== ''
  const isBackInTripCurrency = !isForeign && base.otherCurrency !== ''
  const money =
    changed.has('amount') || changed.has('otherCurrency') || (isForeign && changed.has('exchangeRate'))
  return {
    ...Object.fromEntries(
      Object.entries(others).filter(([field]) => changed.has(field as keyof ExpenseValues)),
    ),
    // Without a currency it is in the trip's, and an unchanged amount keeps its original (docs/decisions/0005).
    ...(money && { amount }),
    ...(isBackInTripCurrency && { currency }),
    ...(money && isForeign && { currency: other, exchangeRate }),
    ...(changed.has('expenseDate') && expenseDate && { expenseDate }),
    ...(payer && !values.paidFromPool && paidBy && { paidBy }),
  }
}

function changedKeys(
  values: ExpenseValues,
  base: ExpenseValues,
  currency: CurrencyCode,
): Set<keyof ExpenseValues> {
  const keys = Object.keys(base) as (keyof ExpenseValues)[]
  return new Set(keys.filter((key) => meaning(key, values, currency) !== meaning(key, base, currency)))
}

/** Equal in meaning: '12' and '12.00', or sharers in another order. */
function meaning(key: keyof ExpenseValues, values: ExpenseValues, currency: CurrencyCode): unknown {
  if (key === 'amount') return String(majorOf(values, currency))
  if (key === 'exchangeRate') return String(readRate(values.exchangeRate))
  if (key === 'sharedBy') return values.sharedBy.toSorted().join()
  const value = values[key]
  return typeof value === 'string' ? value.trim() : value
}

/**
 * Rebases the form onto a change by somebody else: edited fields stay, the others get the values of `current`.
 * @param currency the trip's
 */
export function rebasedExpense(
  values: ExpenseValues,
  base: ExpenseValues,
  current: ExpenseValues,
  currency: CurrencyCode,
): ExpenseValues {
  const touched = changedKeys(values, base, currency)
  const edited = Object.entries(values).filter(([key]) => touched.has(key as keyof ExpenseValues))
  return { ...current, ...Object.fromEntries(edited) }
}
