// Searches, filters, sorts and groups the expenses on the device, also without a network.

import { locale } from '#core/kernel/format.ts'
import { searchable, wordMatcher } from '#core/kernel/textSearch.ts'
import { signedAmount } from '#core/money/signedAmount.ts'
import { type ExpenseRecord, plainExpenseFields } from '#core/money/events.ts'
import { POOL } from '#core/money/balances/ledger.ts'
import { payersText } from '#core/money/balances/payersText.ts'
import { type FindName, POOL_NAME } from '#core/money/roster.ts'
import type { ShownExpense } from '#web/money/expenses/expenseList.ts'
import { categoryName } from '#web/money/categoryStyle.ts'
import { formatDate } from '#web/platform/time/format.ts'

/** An empty text is no condition. Dates are inclusive; `payer` is a participant's id or `POOL`. */
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

export type GroupBy = 'none' | 'category' | 'person' | 'day'

/** How the list is sorted and grouped (spec §3). */
export interface ListOptions {
  sortBy: SortKey
  sortOrder: Order['order']
  groupBy: GroupBy
  showFilters: boolean
}

export const defaultOptions: ListOptions = {
  sortBy: 'date',
  sortOrder: 'desc',
  groupBy: 'none',
  showFilters: false,
}

export interface Group<Row> {
  key: string
  /** '' without groups. */
  title: string
  rows: Row[]
}

/** Every word must occur in a text of the expense, its payer or its category, ignoring case and accents. */
export function findExpenses(
  rows: readonly ShownExpense[],
  conditions: Conditions,
  named: FindName,
): ShownExpense[] {
  const { category, payer, from, to } = conditions
  const hasWords = wordMatcher(conditions.search)
  return rows.filter(
    ({ record: expense }) =>
      (category === '' || expense.category === category) &&
      (payer === '' || isPayer(payer, expense)) &&
      (from === '' || expense.expenseDate >= from) &&
      (to === '' || expense.expenseDate <= to) &&
      (!hasWords || hasWords(textOf(expense, named))),
  )
}

const isPayer = (id: string, expense: ExpenseRecord): boolean =>
  expense.payers === 'pool' ? id === POOL : expense.payers.some((payer) => payer.id === id)

/** By the names in them. */
const texts = new WeakMap<FindName, WeakMap<ExpenseRecord, string>>()

/**
 * The searchable text, normalized once instead of at every key press: all but the date, which has its own filters, and
 * the link.
 */
function textOf(expense: ExpenseRecord, named: FindName): string {
  const known = texts.get(named) ?? new WeakMap<ExpenseRecord, string>()
  texts.set(named, known)
  const existing = known.get(expense)
  if (existing !== undefined) return existing
  const { expenseDate: _, receiptUrl: __, category, ...others } = plainExpenseFields(expense)
  const text = searchable([
    payerTitle(expense, named),
    categoryName(category),
    ...Object.values(others).map((value) => value ?? ''),
  ])
  known.set(expense, text)
  return text
}

const payerTitle = ({ payers }: ExpenseRecord, named: FindName): string =>
  payers === 'pool' ? POOL_NAME : payersText({ payers: payers.map(named) })

/** @param rows newest first; equal rows keep that order */
export function sortExpenses<Row extends ShownExpense>(rows: readonly Row[], { by, order }: Order): Row[] {
  if (by === 'date') return order === 'desc' ? [...rows] : rows.toReversed()
  const direction = order === 'asc' ? 1 : -1
  const compare = comparisons[by]
  return rows.toSorted((a, b) => direction * compare(a, b))
}

/**
 * Sorts categories and payers by name, and days newest first unless the list starts with the oldest; rows keep their
 * order within a group.
 */
export function groupExpenses<Row extends ShownExpense>(
  rows: readonly Row[],
  { groupBy, sortBy, sortOrder }: Omit<ListOptions, 'showFilters'>,
  named: FindName,
): Group<Row>[] {
  if (groupBy === 'none') return [{ key: '', title: '', rows: [...rows] }]
  const { keyOf, titleOf } = groupings[groupBy]
  const groups = Array.from(
    Map.groupBy(rows, ({ record }) => keyOf(record)),
    ([key, own]) => ({ key, title: titleOf(own[0]!.record, named), rows: own }),
  )
  if (groupBy !== 'day') return groups.sort((a, b) => inWords.compare(a.title, b.title))
  const direction = sortBy === 'date' && sortOrder === 'asc' ? 1 : -1
  return groups.sort((a, b) => direction * (a.key < b.key ? -1 : 1))
}

const groupings: Record<
  Exclude<GroupBy, 'none'>,
  { keyOf(expense: ExpenseRecord): string; titleOf(expense: ExpenseRecord, named: FindName): string }
> = {
  category: { keyOf: ({ category }) => category, titleOf: ({ category }) => categoryName(category) },
  // Several payers are a group of their own: none of them paid the whole.
  person: {
    keyOf: ({ payers }) =>
      payers === 'pool'
        ? POOL
        : payers
            .map(({ id }) => id)
            .sort()
            .join(' '),
    titleOf: payerTitle,
  },
  day: { keyOf: ({ expenseDate }) => expenseDate, titleOf: ({ expenseDate }) => formatDate(expenseDate) },
}

/** The first `count` rows of all groups together, each in its group. */
export function firstRows<Of extends Group<unknown>>(groups: readonly Of[], count: number): Of[] {
  let left = count
  return groups
    .map((group) => {
      const rows = group.rows.slice(0, Math.max(left, 0))
      left -= rows.length
      return { ...group, rows }
    })
    .filter(({ rows }) => rows.length > 0)
}

const inWords = new Intl.Collator(locale, { numeric: true })

const comparisons: Record<Exclude<SortKey, 'date'>, (a: ShownExpense, b: ShownExpense) => number> = {
  amount: (a, b) => signedAmount(a.record) - signedAmount(b.record),
  description: (a, b) => inWords.compare(a.record.description, b.record.description),
  category: (a, b) => inWords.compare(categoryName(a.record.category), categoryName(b.record.category)),
}
