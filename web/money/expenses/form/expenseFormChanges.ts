// What an edit changes: the fields that differ from the expense, and how the form goes on after somebody else's change.

import type { CurrencyCode } from '#core/kernel/money.ts'
import { readRate } from '#core/kernel/typedNumber.ts'
import type { ExpenseBody } from '#core/money/bodies.ts'
import { optionalFields } from '#core/money/events.ts'
import { enteredCurrency, majorOf, typedMinor } from '#web/money/enteredAmount.ts'
import {
  bodyOf,
  type Choices,
  type ExpenseValues,
  type FormBody,
} from '#web/money/expenses/form/expenseValues.ts'
import { payersBodyOf, splitBodyOf, type SplitPerson } from '#web/money/expenses/form/typedSplit.ts'

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
  const { description, category, paidFromPool } = body
  const plain = { description, category, ...optionalFields((field) => body[field]), paidFromPool }
  const { amount, currency: other, exchangeRate, expenseDate } = body
  const changed = changedKeys(values, base, currency)
  const isForeign = values.otherCurrency !== ''
  const isBackInTripCurrency = !isForeign && base.otherCurrency !== ''
  const money =
    changed.has('amount') || changed.has('otherCurrency') || (isForeign && changed.has('exchangeRate'))
  return {
    ...Object.fromEntries(
      Object.entries(plain).filter(([field]) => changed.has(field as keyof ExpenseValues)),
    ),
    // Without a currency it is in the trip's, and an unchanged amount keeps its original (docs/decisions/0005).
    ...(money && { amount }),
    ...(isBackInTripCurrency && { currency }),
    ...(money && isForeign && { currency: other, exchangeRate }),
    ...(changed.has('expenseDate') && expenseDate && { expenseDate }),
    ...(changed.has('kind') && { kind: values.kind }),
    ...(changed.has('receipts') && { receipts: [...values.receipts] }),
    ...changedPayers(body, changed, money),
    ...changedSharers(body, values, changed, money),
  }
}

type Changed = ReadonlySet<keyof ExpenseValues>

/** Several payers are amounts, so they go with another amount; one person alone follows it. */
function changedPayers(
  { payers, paidBy, paidFromPool, amount }: FormBody,
  changed: Changed,
  money: boolean,
): Partial<ExpenseBody> {
  if (payers) return changed.has('paid') || changed.has('paidFromPool') || money ? { payers } : {}
  if (paidFromPool || !paidBy) return {}
  // In the older form, the first of several payers means all of them.
  if (changed.has('paid') && typeof paidBy === 'object') return { payers: [{ ...paidBy, amount }] }
  return changed.has('paidBy') || changed.has('paidFromPool') ? { paidBy } : {}
}

function changedSharers(
  { split, sharedBy = [] }: FormBody,
  values: ExpenseValues,
  changed: Changed,
  money: boolean,
): Partial<ExpenseBody> {
  const isChanged = changed.has('split') || (money && values.split.mode !== 'equal')
  if (split) return isChanged || changed.has('sharedBy') ? { split } : {}
  if (changed.has('split')) return { split: { mode: 'equal', of: sharedBy } }
  return changed.has('sharedBy') ? { sharedBy } : {}
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
  if (key === 'receipts') return values.receipts.map(({ hash }) => hash).join()
  if (key === 'split' || key === 'paid') return typedMeaning(key, values, enteredCurrency(values, currency))
  const value = values[key]
  return typeof value === 'string' ? value.trim() : value
}

/** The numbers of the people who share, in any order. */
function typedMeaning(
  key: 'split' | 'paid',
  { amount, split, sharedBy, paid }: ExpenseValues,
  code: CurrencyCode,
) {
  const people = (ids: readonly string[]): SplitPerson[] =>
    ids.toSorted().map((id) => ({ id, type: 'user', name: '' }))
  if (key === 'paid') return paid && JSON.stringify(payersBodyOf(paid, people(Object.keys(paid)), code))
  const inItems = new Set(split.items.flatMap(({ of }) => of))
  return JSON.stringify(
    splitBodyOf(split, people(sharedBy), people([...inItems]), typedMinor(amount, code), code),
  )
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
