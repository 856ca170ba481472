// Builds the response of a trip's expenses from its documents. A change builds only the responses of the records that it
// adds or changes: with 5,000 expenses, building and sorting all of them takes longer than a frame.

import type { ExpenseRecord } from '#core/money/events.ts'
import type { ExpenseResponse } from '#core/money/responses.ts'
import { namesOf } from '#core/money/roster.ts'
import { expenseResponses } from '#core/money/toResponse.ts'
import { flattenChunks, type Chunks } from '#projections/platform/chunks.ts'
import { compareExpensesNewestFirst, expenseRecords } from '#projections/replica/moneyRecords.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'

interface Built {
  chunks: Chunks<ExpenseRecord>
  responses: readonly ExpenseResponse[]
}

/** The last result by the names of the trip's people, on which all its responses depend. */
const lastBuilt = new WeakMap<ReturnType<typeof namesOf>, Built>()

/** Newest first. An unchanged record keeps its response object. */
export function expensesResponse(documents: ExistingTrip<'expenses'>): readonly ExpenseResponse[] {
  const { trip, expenses: chunks } = documents
  const names = namesOf(trip)
  const respond = expenseResponses(trip)
  const last = lastBuilt.get(names)
  const responses = last ? update(last, chunks, respond) : expenseRecords(documents).map(respond)
  lastBuilt.set(names, { chunks, responses })
  return responses
}

function update(
  last: Built,
  chunks: Chunks<ExpenseRecord>,
  respond: (record: ExpenseRecord) => ExpenseResponse,
): readonly ExpenseResponse[] {
  const before = new Set(recordsMissingIn(chunks, last.chunks))
  const after = new Set(recordsMissingIn(last.chunks, chunks))
  const removed = new Set([...before].flatMap((record) => (after.has(record) ? [] : record.id)))
  const responses = last.responses.filter(({ id }) => !removed.has(id))
  const added = [...after].filter((record) => !before.has(record)).map(respond)
  const ties = added.map((response) => insert(responses, response)).some(Boolean)
  return ties ? inRecordedOrder(responses, chunks) : responses
}

/** Expenses of one day and one import are sorted alike, and stay in the order in which they were added. */
function inRecordedOrder(
  responses: readonly ExpenseResponse[],
  chunks: Chunks<ExpenseRecord>,
): readonly ExpenseResponse[] {
  const places = new Map(flattenChunks(chunks).map(({ id }, place) => [id, place]))
  return responses.toSorted(
    (a, b) => compareExpensesNewestFirst(a, b) || places.get(a.id)! - places.get(b.id)!,
  )
}

/** The records of the chunks that `others` do not have. */
function recordsMissingIn(others: Chunks<ExpenseRecord>, chunks: Chunks<ExpenseRecord>): ExpenseRecord[] {
  const known = new Set(others)
  return flattenChunks(chunks.filter((chunk) => !known.has(chunk)))
}

/** @returns whether another response is sorted alike */
function insert(responses: ExpenseResponse[], response: ExpenseResponse): boolean {
  let [low, high] = [0, responses.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (compareExpensesNewestFirst(responses[middle]!, response) < 0) low = middle + 1
    else high = middle
  }
  const next = responses[low]
  responses.splice(low, 0, response)
  return next !== undefined && compareExpensesNewestFirst(next, response) === 0
}
