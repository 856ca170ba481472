// Finds the records of a file that are on the trip already, and those that look like one that was entered by hand.

import * as v from 'valibot'
import type { ImportedRecord } from '#core/imports/parsedFile.ts'
import { foldName } from '#core/kernel/text.ts'
import { differingRows, importedId } from '#core/money/importRules.ts'
import { importBody } from '#core/money/importBodies.ts'
import { POOL } from '#core/money/balances/ledger.ts'
import type { ExpenseRecord } from '#core/money/events.ts'
import { type Chunks, flattenChunks } from '#projections/platform/chunks.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { type ImportTarget, importedBody } from '#web/money/imports/sending/importedBody.ts'
import { keysIn } from '#web/money/imports/personChoices.ts'
import { newKey } from '#web/platform/http/newKey.ts'

type ListedExpense = Pick<
  ExpenseRecord,
  'id' | 'description' | 'expenseDate' | 'amount' | 'currency' | 'original'
>

export interface SortedRecords {
  /** Imported before: the server would skip them. */
  present: ImportedRecord[]
  /** With the date, text and amount of an expense of the trip, under another id. */
  similar: ImportedRecord[]
  fresh: ImportedRecord[]
}

/** The ids that records have on the trip, each hashed once: a list that changes while it is imported asks again and again. */
export function idsOnTrip(tripId: string): (record: Pick<ImportedRecord, 'rowKey'>) => string {
  const ids = new Map<string, string>()
  return ({ rowKey }) => {
    const before = ids.get(rowKey)
    if (before !== undefined) return before
    const id = importedId(tripId, rowKey)
    ids.set(rowKey, id)
    return id
  }
}

/** @param otherIds of the payments and contributions of the trip */
export function sortByPresence(
  records: readonly ImportedRecord[],
  trip: {
    idOf: ReturnType<typeof idsOnTrip>
    expenses: readonly ListedExpense[]
    otherIds: readonly string[]
  },
): SortedRecords {
  if (trip.expenses.length === 0 && trip.otherIds.length === 0)
    return { present: [], similar: [], fresh: [...records] }
  const ids = new Set([...trip.expenses.map(({ id }) => id), ...trip.otherIds])
  // An expense that was imported from this file is no lookalike of its other rows.
  const imported = new Set(records.map(trip.idOf))
  const looks = new Set(trip.expenses.filter(({ id }) => !imported.has(id)).map(lookOfExpense))
  const sorted: SortedRecords = { present: [], similar: [], fresh: [] }
  for (const record of records) {
    const isSimilar = record.kind !== 'payment' && looks.has(lookOf(record))
    // The file of a trip that is imported into itself.
    const isItself = record.stored !== null && ids.has(record.stored.id)
    if (isItself || ids.has(trip.idOf(record))) sorted.present.push(record)
    else sorted[isSimilar ? 'similar' : 'fresh'].push(record)
  }
  return sorted
}

/**
 * Whether the trip has something else under a record's row key: the server skips it too, and its response names it. A record
 * that names somebody who becomes a new guest, or whose rate is open, is not compared. The documents have the ids of the log.
 */
export function differsFromTrip(
  target: ImportTarget,
  { trip, expenses, payments, contributions }: ExistingTrip,
): (record: ImportedRecord) => boolean {
  const byId = <Item extends { id: string }>(chunks: Chunks<Item>) =>
    new Map(flattenChunks(chunks).map((item) => [item.id, item]))
  const records = { expenses: byId(expenses), payments: byId(payments), contributions: byId(contributions) }
  return (record) => {
    const isOpen =
      keysIn(record).some((key) => key !== POOL && !target.people.has(key)) ||
      (record.currency !== target.currency && !target.rates.has(record.currency))
    if (isOpen) return false
    // The fields of the import itself are not compared.
    const fields = { importId: newKey(), source: '-', fileHash: record.rowKey }
    const parsed = v.safeParse(importBody, { ...fields, records: [importedBody(record, target)] })
    return (
      parsed.success &&
      differingRows({ entry: parsed.output, by: '', trip }, target.currency, records).length > 0
    )
  }
}

const lookOf = ({
  date,
  description,
  amount,
  currency,
}: Pick<ImportedRecord, 'date' | 'description' | 'amount' | 'currency'>): string =>
  JSON.stringify([date, foldName(description).trim(), amount, currency])

function lookOfExpense({ expenseDate, description, ...expense }: ListedExpense): string {
  const { amount, currency } = expense.original ?? expense
  return lookOf({ date: expenseDate as ImportedRecord['date'], description, amount, currency })
}
