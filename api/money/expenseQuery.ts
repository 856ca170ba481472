// Filters and sorts a list of expenses by its query.

import { parseDateOrTimestamp } from '#core/kernel/calendar.ts'
import { toMajor } from '#core/kernel/money.ts'
import { categories, categoryOf } from '#core/money/categories.ts'
import { payingPeople } from '#core/money/counted.ts'
import type { ExpenseQuery } from '#core/money/contract.ts'
import type { ExpenseRecord } from '#core/money/records.ts'
import { parseChoice } from '#api/platform/parseChoice.ts'
import { validationError } from '#api/platform/httpError.ts'
import { singleQuery } from '#api/platform/query.ts'

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

/** Equal expenses, and all without `sortBy`, keep their order. */
export function sortByQuery(
  list: readonly ExpenseRecord[],
  { sortBy, sortOrder }: ExpenseQuery,
): readonly ExpenseRecord[] {
  if (sortBy === undefined) return sortOrder === 'asc' ? list.toReversed() : list
  const direction = sortOrder === 'asc' ? 1 : -1
  const key = sortBy === 'date' ? 'expenseDate' : sortBy
  return list.toSorted((a, b) => {
    const [x, y] = [a[key], b[key]]
    return direction * (typeof x === 'number' ? x - (y as number) : x.localeCompare(y as string, 'en'))
  })
}
