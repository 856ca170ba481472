// Reads the query of a list of expenses; filters and sorts by it.

import { parseDateOrTimestamp } from '#core/kernel/calendar.ts'
import { toMajor } from '#core/kernel/money.ts'
import { categories, categoryOf } from '#core/money/categories.ts'
import { payingPeople } from '#core/money/signedAmount.ts'
import type { ExpenseQuery } from '#core/money/contract.ts'
import type { ExpenseRecord } from '#core/money/events.ts'
import { compareExpensesNewestFirst } from '#projections/replica/moneyRecords.ts'
import { parseChoice } from '#api/platform/http/parseChoice.ts'
import { validationError } from '#api/platform/http/httpError.ts'
import { readPage, singleQuery } from '#api/platform/http/query.ts'

/** @throws HttpError 400 for an invalid value */
export function readExpenseQuery(search: URLSearchParams): ExpenseQuery {
  const names = [
    'category',
    'paidBy',
    'minAmount',
    'maxAmount',
    'dateFrom',
    'dateTo',
    'sortBy',
    'sortOrder',
    'limit',
    'cursor',
  ] as const
  const params = singleQuery(search, names)
  if (params.category !== undefined && !categoryOf(params.category))
    throw validationError({
      category: `category must be one of ${categories.map(({ id }) => id).join(', ')}`,
    })
  return {
    category: params.category,
    paidBy: params.paidBy,
    minAmount: amountOf('minAmount', params.minAmount),
    maxAmount: amountOf('maxAmount', params.maxAmount),
    dateFrom: dateOf('dateFrom', params.dateFrom),
    dateTo: dateOf('dateTo', params.dateTo),
    sortBy: parseChoice('sortBy', params.sortBy, ['date', 'amount', 'category', 'description']),
    sortOrder: parseChoice('sortOrder', params.sortOrder, ['asc', 'desc']) ?? 'desc',
    // Without both parameters the whole list is returned.
    limit: (params.limit ?? params.cursor) === undefined ? undefined : readPage(params).limit,
    cursor: params.cursor,
  }
}

function amountOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text)) throw validationError({ [name]: `${name} must be an amount` })
  return Number(text)
}

function dateOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const date = parseDateOrTimestamp(text)
  if (date === null) throw validationError({ [name]: `${name} must be a date` })
  return date
}

export function matchesExpenseQuery(query: ExpenseQuery): (record: ExpenseRecord) => boolean {
  const { category, paidBy, minAmount, maxAmount, dateFrom, dateTo } = query
  return ({ expenseDate, ...record }) => {
    const amount = toMajor(record.amount, record.currency)
    return (
      (category === undefined || record.category === category) &&
      (paidBy === undefined || payingPeople(record).some(({ id }) => id === paidBy)) &&
      (minAmount === undefined || amount >= minAmount) &&
      (maxAmount === undefined || amount <= maxAmount) &&
      (dateFrom === undefined || expenseDate >= dateFrom) &&
      (dateTo === undefined || expenseDate <= dateTo)
    )
  }
}

/** What the orders of the list compare. */
export type SortedBy = Pick<
  ExpenseRecord,
  'expenseDate' | 'createdAt' | 'revision' | 'amount' | 'category' | 'description'
>

/** @param list newest first. Equal expenses keep their order, and are reversed together with the whole list. */
export function sortByQuery(list: readonly ExpenseRecord[], query: ExpenseQuery): readonly ExpenseRecord[] {
  if (query.sortBy === undefined) return query.sortOrder === 'asc' ? list.toReversed() : list
  return list.toSorted(orderOf(query))
}

/** The order of `sortByQuery`; 0 for expenses of one day that were recorded together. */
export function orderOf({ sortBy, sortOrder }: ExpenseQuery): (a: SortedBy, b: SortedBy) => number {
  const direction = sortOrder === 'asc' ? 1 : -1
  if (sortBy === undefined) return (a, b) => -direction * compareExpensesNewestFirst(a, b)
  const key = sortBy === 'date' ? 'expenseDate' : sortBy
  return (a, b) => direction * compare(a[key], b[key]) || compareExpensesNewestFirst(a, b)
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' ? a - (b as number) : a.localeCompare(b as string, 'en')
