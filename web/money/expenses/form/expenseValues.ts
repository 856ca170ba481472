// The values of the expense form, the body they stand for, and the changes of an edit. Amounts stay text until the
// body is built, so that no cent is lost.

import type { AttachedFile } from '#core/kernel/files.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { readRate } from '#core/kernel/typedNumber.ts'
import type { ExpenseBody } from '#core/money/bodies.ts'
import { payingPeople } from '#core/money/signedAmount.ts'
import {
  type Expense,
  type ExpenseRecord,
  type PlainExpenseFields,
  optionalFields,
} from '#core/money/events.ts'
import { type ChoosablePerson, withFormer } from '#web/money/tripPeople.ts'
import { type EnteredAmount, enteredCurrency, majorOf, typedMinor } from '#web/money/enteredAmount.ts'
import { minorText } from '#web/money/decimalText.ts'
import type { FindName } from '#core/money/roster.ts'
import {
  equally,
  payersBodyOf,
  reference,
  splitBodyOf,
  typedPayersOf,
  type TypedSplit,
  typedSplitOf,
} from '#web/money/expenses/form/typedSplit.ts'

/** An `expenseDate` of '' keeps the date, which for a new expense is today. */
export interface ExpenseValues extends Record<keyof PlainExpenseFields, string>, EnteredAmount {
  /** Chosen by the person: a guess never replaces it. */
  isCategoryChosen: boolean
  kind: Expense['kind']
  paidFromPool: boolean
  /** The one payer. */
  paidBy: string
  /** What each of several payers paid, as typed, by participant id; null for one payer. */
  paid: Record<string, string> | null
  /** Of a split by items the items say who shares. */
  sharedBy: string[]
  split: TypedSplit
  /** Photos and PDF files; their bytes wait on this device or are on the server. */
  receipts: readonly AttachedFile[]
}

/** The people to choose from: those on the trip, and former ones the expense already names. */
export interface Choices {
  payers: ChoosablePerson[]
  sharers: ChoosablePerson[]
}

/** @param edited null for a new expense */
export function choicesFor(
  people: readonly ChoosablePerson[],
  edited: { expense: ExpenseRecord; named: FindName } | null = null,
): Choices {
  return {
    payers: withFormer(people, edited ? payingPeople(edited.expense).map(edited.named) : []),
    sharers: withFormer(people, edited ? edited.expense.sharedBy.map(edited.named) : []),
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
  /** None, which is saved as Other, until the description says more. */
  category: '',
  isCategoryChosen: false,
  kind: 'expense' as const,
  paidFromPool: false,
  paid: null,
  split: equally,
  receipts: [] as readonly AttachedFile[],
  ...optionalFields(() => ''),
}

/** What one new expense hands on to the next. */
export type CarriedValues = Partial<Pick<ExpenseValues, 'otherCurrency' | 'exchangeRate'>>

/** @param myId becomes the payer when the pool is switched off */
export function expenseFormValues(expense: ExpenseRecord, myId: string): ExpenseValues {
  return {
    description: expense.description,
    ...enteredIn(expense),
    category: expense.category,
    isCategoryChosen: true,
    expenseDate: expense.expenseDate,
    kind: expense.kind,
    paidFromPool: expense.payers === 'pool',
    paidBy: payingPeople(expense)[0]?.id ?? myId,
    paid: typedPayersOf(expense),
    sharedBy: expense.sharedBy.map(({ id }) => id),
    split: typedSplitOf(expense),
    receipts: expense.receipts ?? [],
    ...optionalFields((field) => expense[field] ?? ''),
  }
}

/** The amount in the currency it was entered in. */
const enteredIn = ({ amount, currency, original }: ExpenseRecord): EnteredAmount =>
  original
    ? {
        amount: minorText(original.amount, original.currency),
        otherCurrency: original.currency,
        exchangeRate: String(original.exchangeRate),
      }
    : { amount: minorText(amount, currency), otherCurrency: '', exchangeRate: '' }

type Rare = 'receipts' | 'currency' | 'exchangeRate' | 'kind' | 'split' | 'sharedBy' | 'payers'
export type FormBody = Required<Omit<ExpenseBody, Rare>> & Pick<ExpenseBody, Rare>

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
  const code = enteredCurrency(values, currency)
  const sharedBy = sharers.filter(({ id }) => values.sharedBy.includes(id))
  const split = splitBodyOf(values.split, sharedBy, sharers, typedMinor(values.amount, code), code)
  const isSeveral = values.paid !== null && !values.paidFromPool
  return {
    description: values.description.trim(),
    // An empty amount is NaN, too: the schema has the texts for both.
    amount: majorOf(values, currency) ?? Number.NaN,
    ...(values.otherCurrency !== '' && {
      currency: values.otherCurrency,
      exchangeRate: readRate(values.exchangeRate),
    }),
    category: values.category || 'other',
    expenseDate: values.expenseDate || null,
    paidFromPool: values.paidFromPool,
    paidBy: values.paidFromPool || isSeveral || !payer ? null : reference(payer),
    ...(values.paid && isSeveral && { payers: payersBodyOf(values.paid, payers, code) }),
    ...(split ? { split } : { sharedBy: sharedBy.map(reference) }),
    ...(values.kind === 'refund' && { kind: values.kind }),
    ...(values.receipts.length > 0 && { receipts: [...values.receipts] }),
    ...optionalFields((field) => values[field].trim() || null),
  }
}

/**
 * The body of a new expense. It names the currency, also the trip's: an amount that was entered before that changed is
 * refused then, and not read in the other one.
 */
export const newExpenseBody = (
  values: ExpenseValues,
  choices: Choices,
  currency: CurrencyCode,
): ExpenseBody => ({ currency, ...bodyOf(values, choices, currency) })
