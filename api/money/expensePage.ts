// Cuts a page out of a trip's sorted expenses, shorter than asked for where they are long. A cursor holds the values that an
// expense is sorted by, so the next page begins after it also when expenses were added, changed or removed meanwhile.

import * as v from 'valibot'
import type { ExpenseQuery } from '#core/money/contract.ts'
import { charactersOf } from '#core/money/expenseLength.ts'
import type { ExpenseRecord } from '#core/money/events.ts'
import { orderOf, type SortedBy } from '#api/money/expenseQuery.ts'
import { validationError } from '#api/platform/http/httpError.ts'

/** A page takes time with its length: one receipt may name 200 people on each of 100 items. */
const MAX_CHARACTERS = 1_000_000

interface ExpensePage {
  records: readonly ExpenseRecord[]
  /** null on the last page; undefined for the whole list. */
  nextCursor?: string | null
}

/**
 * Each expense that does not change meanwhile is on exactly one page. An exception are the equally sorted expenses of one
 * import: they are repeated when the last one of a page was changed or removed.
 * @param sorted in the order of the query
 * @throws HttpError 400 for a cursor of another order
 */
export function expensePage(sorted: readonly ExpenseRecord[], query: ExpenseQuery): ExpensePage {
  if (query.limit === undefined) return { records: sorted }
  const from = query.cursor === undefined ? 0 : indexAfter(sorted, query)
  const records: ExpenseRecord[] = []
  let characters = 0
  for (const record of sorted.slice(from, from + query.limit)) {
    characters += charactersOf(record)
    if (records.length > 0 && characters > MAX_CHARACTERS) break
    records.push(record)
  }
  const last = from + records.length < sorted.length ? records.at(-1) : undefined
  return { records, nextCursor: last ? cursorOf(last, query) : null }
}

function indexAfter(sorted: readonly ExpenseRecord[], query: ExpenseQuery): number {
  const last = parseCursor(query)
  const compare = orderOf(query)
  const index = sorted.findIndex((record) => record.id === last.id && compare(record, last) === 0)
  if (index >= 0) return index + 1
  const following = sorted.findIndex((record) => compare(record, last) >= 0)
  return following < 0 ? sorted.length : following
}

const cursorSchema = v.strictTuple([v.string(), v.string(), v.string(), v.number(), v.unknown()])

/** Opaque to the client. Of the values that an order may have, only the one that is used. */
function cursorOf({ id, expenseDate, createdAt, revision, ...record }: ExpenseRecord, query: ExpenseQuery) {
  const { sortBy, sortOrder } = query
  const value = sortBy === undefined || sortBy === 'date' ? null : record[sortBy]
  const content = [`${sortBy} ${sortOrder} ${id}`, expenseDate, createdAt, revision, value]
  return Buffer.from(JSON.stringify(content)).toString('base64url')
}

function parseCursor({ cursor = '', sortBy, sortOrder }: ExpenseQuery): SortedBy & { id: string } {
  const parsed = v.safeParse(cursorSchema, jsonIn(cursor))
  const [by, order, id = ''] = parsed.success ? parsed.output[0].split(' ') : []
  if (parsed.success && by === String(sortBy) && order === sortOrder) {
    const [, expenseDate, createdAt, revision, value] = parsed.output
    const sortedBy = { id, expenseDate, createdAt, revision, amount: 0, category: '', description: '' }
    if (sortBy === undefined || sortBy === 'date') return sortedBy
    if (typeof value === typeof sortedBy[sortBy]) return { ...sortedBy, [sortBy]: value }
  }
  throw validationError({ cursor: 'cursor must be the nextCursor of a page in the same order' })
}

function jsonIn(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
