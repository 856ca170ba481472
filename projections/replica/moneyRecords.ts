// The records of a trip's money in the order of its lists.

import { compareText } from '#core/kernel/compareText.ts'
import type { ContributionRecord, ExpenseRecord, PaymentRecord } from '#core/money/events.ts'
import { flattenChunks } from '#projections/platform/chunks.ts'
import type { TripDocuments } from '#projections/replica/tripDocuments.ts'

/** Documents are never changed in place, so each is sorted once, not for each page or screen. */
const sorted = new WeakMap<TripDocuments['expenses'], readonly ExpenseRecord[]>()
let lastSorted: readonly ExpenseRecord[] = []

/**
 * Newest first. Those of one day and one import are sorted alike, and stay in the order in which they were added. The sort
 * starts with the last order, in which a change of the same trip moves few: of 5,000 it takes longer than a frame otherwise.
 */
export function expenseRecords({ expenses }: Pick<TripDocuments, 'expenses'>): readonly ExpenseRecord[] {
  const known = sorted.get(expenses)
  if (known) return known
  const places = new Map(flattenChunks(expenses).map((record, place) => [record, place]))
  const records = [...new Set([...lastSorted.filter((record) => places.has(record)), ...places.keys()])]
  records.sort((a, b) => compareExpensesNewestFirst(a, b) || places.get(a)! - places.get(b)!)
  sorted.set(expenses, records)
  return (lastSorted = records)
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

/** The deposits, and the expenses that the pool paid, newest first. */
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
