// What the form holds while it is typed in, what that means as a body, and what an edit changes. Amounts stay text
// until the body is read, so no cent is lost on the way.

import type { CurrencyCode } from '#core/kernel/money.ts'
import { minorDigits } from '#core/kernel/money.ts'
import type { ExpenseResponse } from '#core/money/responses.ts'
import type { ExpenseBody } from '#core/money/bodies.ts'
import type { ChoosablePerson } from '#web/money/tripPeople.ts'
import { withFormer } from '#web/money/tripPeople.ts'
import { readAmount, readRate } from '#web/platform/form.ts'

export interface ExpenseValues {
  description: string
  /** As typed, in the other currency where there is one. */
  amount: string
  /** The code of another currency than the trip's; '' for the trip's own. */
  otherCurrency: string
  /** As typed: what one of the other currency is in the trip's. */
  exchangeRate: string
  category: string
  /** YYYY-MM-DD; '' keeps what was, which for a new one is today. */
  expenseDate: string
  paidFromPool: boolean
  paidBy: string
  sharedBy: string[]
  receiptUrl: string
}

/** Who can be chosen: those on the trip, and who left as long as the expense already names them. */
export interface Choices {
  payers: ChoosablePerson[]
  sharers: ChoosablePerson[]
}

/** @param expense the one being edited; absent for a new one */
export function choicesFor(people: readonly ChoosablePerson[], expense?: ExpenseResponse): Choices {
  return {
    payers: withFormer(people, expense?.paidBy ? [expense.paidBy] : []),
    sharers: withFormer(people, expense?.sharedBy ?? []),
  }
}

/** A new expense: paid by `me` today, shared by everybody present. */
export function newValues(people: readonly ChoosablePerson[], me: string, today: string): ExpenseValues {
  return {
    description: '',
    amount: '',
    otherCurrency: '',
    exchangeRate: '',
    category: 'food',
    expenseDate: today,
    paidFromPool: false,
    paidBy: me,
    sharedBy: people.map(({ id }) => id),
    receiptUrl: '',
  }
}

/** @param me takes over as payer when the pool is switched off */
export function expenseFormValues(expense: ExpenseResponse, me: string): ExpenseValues {
  return {
    description: expense.description,
    ...enteredIn(expense),
    category: expense.category,
    expenseDate: expense.expenseDate,
    paidFromPool: expense.paidFromPool,
    paidBy: expense.paidBy?.id ?? me,
    sharedBy: expense.sharedBy.map(({ id }) => id),
    receiptUrl: expense.receiptUrl ?? '',
  }
}

/** The amount as it was entered. */
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

/** The values as a body, for the contract to judge. Whoever cannot be chosen any more is dropped. */
export function bodyOf(values: ExpenseValues, { payers, sharers }: Choices): ExpenseBody {
  const payer = payers.find(({ id }) => id === values.paidBy)
  return {
    description: values.description.trim(),
    // Nothing typed is no number either; the contract has the text for both.
    amount: readAmount(values.amount) ?? Number.NaN,
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
  }
}

const reference = ({ id, type, name }: ChoosablePerson) => ({ id, type, name })

/**
 * The keys in which the values differ from what the expense was: an edit sends these alone, so it cannot touch an
 * amount by changing a title, nor undo what somebody else changed beside it.
 * @param currency the trip's
 */
export function expenseFormChanges(
  values: ExpenseValues,
  was: ExpenseValues,
  choices: Choices,
  currency: CurrencyCode,
): Partial<ExpenseBody> {
  const body = bodyOf(values, choices)
  const changed = changedKeys(values, was)
  const payer = changed.has('paidBy') || changed.has('paidFromPool')
  const isForeign = values.otherCurrency !== ''
  const isBrought = !isForeign && was.otherCurrency !== ''
  const money =
    changed.has('amount') || changed.has('otherCurrency') || (isForeign && changed.has('exchangeRate'))
  return {
    ...(changed.has('description') && { description: body.description }),
    // Without a currency it is in the trip's, and the same amount as before keeps its original (docs/decisions/0005).
    ...(money && { amount: body.amount }),
    ...(isBrought && { currency }),
    ...(money && isForeign && { currency: body.currency, exchangeRate: body.exchangeRate }),
    ...(changed.has('category') && { category: body.category }),
    ...(changed.has('expenseDate') && body.expenseDate && { expenseDate: body.expenseDate }),
    ...(changed.has('paidFromPool') && { paidFromPool: values.paidFromPool }),
    ...(payer && !values.paidFromPool && body.paidBy && { paidBy: body.paidBy }),
    ...(changed.has('sharedBy') && { sharedBy: body.sharedBy }),
    ...(changed.has('receiptUrl') && { receiptUrl: body.receiptUrl ?? null }),
  }
}

function changedKeys(values: ExpenseValues, was: ExpenseValues): Set<keyof ExpenseValues> {
  const keys = Object.keys(was) as (keyof ExpenseValues)[]
  return new Set(keys.filter((key) => meaning(key, values) !== meaning(key, was)))
}

/** Two values that mean the same are the same: '12' and '12.00', or sharers ticked in another order. */
function meaning(key: keyof ExpenseValues, values: ExpenseValues): unknown {
  if (key === 'amount') return String(readAmount(values.amount))
  if (key === 'exchangeRate') return String(readRate(values.exchangeRate))
  if (key === 'sharedBy') return values.sharedBy.toSorted().join()
  const value = values[key]
  return typeof value === 'string' ? value.trim() : value
}

/**
 * Somebody else changed the expense while it was being edited: what was typed stays, everything not touched
 * becomes what it is now.
 */
export function rebasedExpense(values: ExpenseValues, was: ExpenseValues, now: ExpenseValues): ExpenseValues {
  const touched = changedKeys(values, was)
  const kept = Object.entries(values).filter(([key]) => touched.has(key as keyof ExpenseValues))
  return { ...now, ...Object.fromEntries(kept) }
}
