// Which of a trip's expenses are looked for, and in which order: on the device, at once, also without a network.

import { foldName } from '#core/kernel/text.ts'
import { POOL } from '#core/money/ledger.ts'
import { POOL_NAME } from '#core/money/roster.ts'
import type { ShownExpense } from '#web/money/expenses/overlay.ts'
import { categoryName } from '#web/money/categoryLook.ts'

/** An empty text is no condition. Dates are inclusive, `payer` is a participant's id or `POOL`. */
export interface Conditions {
  search: string
  category: string
  payer: string
  from: string
  to: string
}

export const noConditions: Conditions = { search: '', category: '', payer: '', from: '', to: '' }

export type SortKey = 'description' | 'amount' | 'date' | 'category'
export interface Order {
  by: SortKey
  order: 'asc' | 'desc'
}

/** An expense with its searchable text, folded once and not with every key that is pressed. */
export interface Findable extends ShownExpense {
  text: string
}

export const findable = (rows: readonly ShownExpense[]): Findable[] =>
  rows.map((row) => ({ ...row, text: folded(textOf(row)) }))

const textOf = ({ expense: { description, paidBy, category } }: ShownExpense): string =>
  [description, paidBy?.name ?? POOL_NAME, categoryName(category)].join('\n')

/** Every word typed must stand in description, payer or category, whatever its case and accents. */
export function findExpenses(rows: readonly Findable[], conditions: Conditions): Findable[] {
  const { category, payer, from, to } = conditions
  const words = folded(conditions.search).split(/\s+/).filter(Boolean)
  return rows.filter(
    ({ text, expense }) =>
      (category === '' || expense.category === category) &&
      (payer === '' || (expense.paidBy?.id ?? POOL) === payer) &&
      (from === '' || expense.expenseDate >= from) &&
      (to === '' || expense.expenseDate <= to) &&
      words.every((word) => text.includes(word)),
  )
}

/** @param rows newest first; of equals the newer stays first. */
export function sortExpenses<Row extends ShownExpense>(rows: readonly Row[], { by, order }: Order): Row[] {
  if (by === 'date') return order === 'desc' ? [...rows] : rows.toReversed()
  const direction = order === 'asc' ? 1 : -1
  const compare = comparisons[by]
  return rows.toSorted((a, b) => direction * compare(a, b))
}

const inWords = new Intl.Collator('en-HK', { numeric: true })

const comparisons: Record<Exclude<SortKey, 'date'>, (a: ShownExpense, b: ShownExpense) => number> = {
  amount: (a, b) => a.expense.amount - b.expense.amount,
  description: (a, b) => inWords.compare(a.expense.description, b.expense.description),
  category: (a, b) => inWords.compare(categoryName(a.expense.category), categoryName(b.expense.category)),
}

/** 'Pastéis' is found by 'pasteis'. */
const folded = (text: string): string => foldName(text).normalize('NFD').replace(/\p{M}/gu, '')
