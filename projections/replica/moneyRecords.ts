// The records of a trip's money in the order of its lists.

import { compareText } from '#core/kernel/compareText.ts'
import type { ContributionRecord, ExpenseRecord, PaymentRecord } from '#core/money/events.ts'
import { flattenChunks } from '#projections/platform/chunks.ts'
import type { TripDocuments } from '#projections/replica/tripDocuments.ts'

/** Documents are never changed in place, so each is sorted once, not for each page or screen. */
const sorted = new WeakMap<TripDocuments['expenses'], readonly ExpenseRecord[]>()
/** The chunks that were sorted last. */
let last: TripDocuments['expenses'] = []

/**
 * Newest first; those of one day and one import are sorted alike, and stay in the order in which they were added. A change
 * moves only its own records in the last order: with 5,000 expenses, sorting all of them takes longer than a frame.
 */
export function expenseRecords({ expenses }: Pick<TripDocuments, 'expenses'>): readonly ExpenseRecord[] {
  const records = sorted.get(expenses) ?? changedOrder(expenses) ?? sortedChunks(expenses)
  sorted.set((last = expenses), records)
  return records
}

const sortedChunks = (chunks: TripDocuments['expenses']) =>
  flattenChunks(chunks).sort(compareExpensesNewestFirst)

/** Null after another trip's, and where a new record is sorted like another one. */
function changedOrder(chunks: TripDocuments['expenses']): ExpenseRecord[] | null {
  if (!chunks.some((chunk) => last.includes(chunk))) return null
  const [before, after] = [recordsMissingIn(chunks, last), recordsMissingIn(last, chunks)]
  const records = (sorted.get(last) ?? []).filter((record) => !before.has(record) || after.has(record))
  for (const record of [...after].filter((each) => !before.has(each))) {
    let [low, high] = [0, records.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const order = compareExpensesNewestFirst(records[middle]!, record)
      if (order === 0) return null
      if (order < 0) low = middle + 1
      else high = middle
    }
    records.splice(low, 0, record)
  }
  return records
}

/** The records of the chunks that `others` do not have. */
function recordsMissingIn(others: TripDocuments['expenses'], chunks: TripDocuments['expenses']) {
  const known = new Set(others)
  return new Set(flattenChunks(chunks.filter((chunk) => !known.has(chunk))))
}

type Ordered = Pick<ExpenseRecord, 'expenseDate' | 'createdAt' | 'revision'>

/** Newest expense date first, then newest recorded. */
export function compareExpensesNewestFirst(a: Ordered, b: Ordered): number {
  return (
    compareText(b.expenseDate, a.expenseDate) ||
    compareText(b.createdAt, a.createdAt) ||
    b.revision - a.revision
  )
}

/** Newest first. A payment that was restored is the last of the document, with the time at which it was recorded. */
export const paymentRecords = ({ payments }: Pick<TripDocuments, 'payments'>): PaymentRecord[] =>
  flattenChunks(payments)
    .reverse()
    .sort((a, b) => compareText(b.createdAt, a.createdAt))

export type PoolRecord = ContributionRecord | ExpenseRecord

/** The contributions, and the expenses that the pool paid, newest first. */
export const poolRecords = ({
  contributions,
  expenses,
}: Pick<TripDocuments, 'contributions' | 'expenses'>): PoolRecord[] =>
  [
    ...flattenChunks(contributions),
    ...flattenChunks(expenses).filter(({ payers }) => payers === 'pool'),
  ].sort((a, b) => compareText(b.createdAt, a.createdAt) || compareText(a.id, b.id))

/** @param records of the pool, newest first */
export const poolStats = (records: readonly PoolRecord[]) => ({
  contributorCount: new Set(
    records.flatMap((record) => ('contributor' in record ? record.contributor.id : [])),
  ).size,
  lastActivity: records[0]?.createdAt ?? null,
})
