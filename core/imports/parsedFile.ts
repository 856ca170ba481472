// What a file of another expense app says, in neutral terms: people, records, rows that were refused, and questions. It
// is plain data (Maps included), so that a worker can post it.

import type { CalendarDate } from '#core/kernel/calendar.ts'
import type { AttachedFile } from '#core/kernel/files.ts'
import type { Sha256 } from '#core/kernel/ids.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { Original } from '#core/money/events.ts'
import type { Split } from '#core/money/split/split.ts'
import type { ArchivedPlan, ArchivedTrip } from '#core/imports/archivedTrip.ts'
import type { NumberStyle } from '#core/imports/text/decimal.ts'
import type { FileEncoding } from '#core/imports/text/decodeText.ts'
import type { DateOrder } from '#core/imports/text/fileDates.ts'

/** The names of the apps, as people know them. */
export const sources = {
  splitwise: 'Splitwise',
  spliit: 'Spliit',
  tricount: 'Tricount',
  cospend: 'Cospend',
  ihatemoney: 'I hate money',
  settleUp: 'Settle Up',
  groupTrip: 'Group Trip Planner',
  generic: 'a table',
} as const
export type Source = keyof typeof sources

export interface ImportedPerson {
  /** Valid for this file only: `p1`, `p2` … in the order of the file; `POOL` for the pool of a trip's archive. */
  key: string
  name: string
  /** Left the group in the other app. */
  isFormer: boolean
}

/** `amount` in minor units. */
export interface ImportedPart {
  person: string
  amount: number
}

interface Imported {
  /** From 1: the line where the row begins, or the number of the entry in a JSON file. */
  line: number
  /** SHA-256, hex: equal for the same row in a later export of the same group. */
  rowKey: string
  date: CalendarDate
  description: string
  /** The description before it was cut to our limit; null when it fits. */
  fullText: string | null
  note: string | null
  currency: CurrencyCode
  /** Minor units, above 0. */
  amount: number
  /** What the file says about another currency: minor units of it, and units of `currency` for one of it. */
  original: { amount: number; currency: CurrencyCode; rate: number } | null
}

export interface ImportedExpense extends Imported {
  kind: 'expense' | 'refund'
  /** The id of one of our categories. */
  category: string
  /** Who paid; of a refund, who received. They add up to the amount. */
  payers: ImportedPart[]
  /** They add up to the amount. A share can be 0: 0.01 for three people. */
  shares: ImportedPart[]
  /** The file has only balances, so the payers and their amounts are estimates. */
  arePayersEstimated: boolean
  /** The shares are equal, and the file has no rounded ones: who gets the odd cent was decided here. */
  areSharesRoundedHere: boolean
  /** null except in the archive of a trip. */
  stored: StoredExpense | null
}

/** How an expense of an archive was entered. Its shares were rounded when it was stored. */
export interface StoredExpense {
  /** On its trip. */
  id: string
  /** The id of one of our categories. */
  category: string
  receiptUrl: string | null
  /** Those whose bytes are in the archive. */
  receipts?: readonly AttachedFile[]
  /** Minor units of that currency, and units of the trip's currency for one of it. */
  original: { amount: number; currency: CurrencyCode; exchangeRate: number } | null
  /** Names people by their keys. */
  split: Split
  /** `entered`: minor units of the original currency; `amount` can be 0 where it is less than half a minor unit. */
  payers: 'pool' | (ImportedPart & { entered: number })[]
}

export interface ImportedPayment extends Imported {
  kind: 'payment'
  /** Keys of people. */
  from: string
  to: string
  /** null except in the archive of a trip. */
  stored: StoredPayment | null
}

export interface StoredPayment {
  /** On its trip. */
  id: string
  isContribution: boolean
  /** Of a payment in another currency. */
  original?: Original
  /** The key of the person who has the money of a contribution in hand. */
  keptBy?: string
}

export type ImportedRecord = ImportedExpense | ImportedPayment

/** A row that makes no record, with a sentence for people. */
export interface OmittedRow {
  line: number
  /** As in the file, cut to 200 characters. */
  text: string
  reason: string
  /** Of a refused row: the file's balances have its numbers. */
  isCounted?: true
}

/** Minor units by currency and person: positive is owed money, negative owes it. */
export type ImportedBalances = ReadonlyMap<CurrencyCode, ReadonlyMap<string, number>>

/** Of a table that no known app wrote: each the index of a column; null for none. */
export interface GenericColumns {
  /** null: one date for all rows. */
  date: number | null
  description: number | null
  amount: number
  /** The names of who paid, or a column for each person with what they paid. */
  payer: number | { paidBy: readonly number[] }
  /** Names in one cell, a column of shares for each person, or null: everybody in the file shares equally. */
  sharers: { column: number } | { shareOf: readonly number[] } | null
  category: number | null
  currency: number | null
  /** Their words say what a row is. */
  kinds: readonly number[]
}

/** What a row of a table is; `none` does not count. */
export type RowKind = 'expense' | 'refund' | 'payment' | 'none'

export type ClearNumberStyle = Exclude<NumberStyle, 'unclear'>

/** `ReadOptions` has the answers, with which the file is read again. Until then `assumed` applies. */
export type Question =
  | { kind: 'encoding'; assumed: FileEncoding; sample: string }
  | { kind: 'currency'; assumed: CurrencyCode }
  | { kind: 'dateOrder'; assumed: DateOrder; sample: string }
  /** All commas have three digits after them. Without an answer (null) a number with one is not read. */
  | { kind: 'numberStyle'; assumed: ClearNumberStyle | null; sample: string }
  /** The file does not say who paid. Without an answer (null) the row is refused. */
  | {
      kind: 'payer'
      line: number
      description: string
      currency: CurrencyCode
      amount: number
      candidates: string[]
      assumed: string | null
    }
  /** The file does not have the weights of these people. 1 is assumed. */
  | { kind: 'weights'; people: string[] }
  /** The file has no dates. Without an answer (null) its rows are refused. */
  | { kind: 'date'; assumed: CalendarDate | null }
  /** What negative amounts are, of which there are `count`. */
  | { kind: 'negatives'; assumed: 'spending' | 'refunds'; count: number }
  /** Words, in lower case, that say what a row is. Without an answer (null) the rows are refused. */
  | { kind: 'rowKinds'; words: { word: string; assumed: RowKind | null }[] }
  | { kind: 'columns'; headers: string[]; rows: string[][]; assumed: GenericColumns | null }

export interface ParsedFile {
  kind: 'recognized'
  source: Source
  label: string
  groupTitle: string | null
  people: ImportedPerson[]
  records: ImportedRecord[]
  /** Rows that cannot be imported. */
  refused: OmittedRow[]
  /** Rows that are not meant to be imported: deleted ones, payments of nothing. */
  skipped: OmittedRow[]
  /** Of the file's own rows, the refused ones included where their numbers can be read. */
  fileBalances: ImportedBalances
  /** Of the file's rows of totals; null when it has none. */
  fileTotals: ImportedBalances | null
  /** Minor units by which balances may differ, because the file has more digits than the currency. */
  tolerance: ReadonlyMap<CurrencyCode, number>
  /** The file's own rates, to be suggested: units of the group's currency for one of this. */
  rates: ReadonlyMap<CurrencyCode, number>
  /** Sentences for people. */
  notes: string[]
  questions: Question[]
  /** null except for the archive of a trip: what a new trip gets, and the roles on it. */
  trip: TripOfFile | null
}

export interface TripOfFile extends ArchivedPlan {
  /** Key of a person → role. */
  roles: ReadonlyMap<string, ArchivedTrip['people'][number]['role']>
}

export interface RefusedFile {
  kind: 'refused'
  /** A sentence for people. */
  reason: string
}

export const refusedFile = (reason: string): RefusedFile => ({ kind: 'refused', reason })

/** What the file does not say: answers to its questions, and what the trip knows. */
export interface ReadOptions {
  /** The currency of a file without currencies. */
  currency?: CurrencyCode | undefined
  encoding?: FileEncoding | undefined
  dateOrder?: DateOrder | undefined
  numberStyle?: ClearNumberStyle | undefined
  /** Line → key of the person who paid. */
  payers?: ReadonlyMap<number, string> | undefined
  /** By key of a person: a decimal number above 0. */
  weights?: ReadonlyMap<string, string> | undefined
  columns?: GenericColumns | undefined
  /** Of a file without dates. */
  date?: CalendarDate | undefined
  negatives?: 'spending' | 'refunds' | undefined
  /** By word, in lower case. */
  rowKinds?: ReadonlyMap<string, RowKind> | undefined
  /** IANA name, for times that are instants; without it the file's own dates count. */
  timeZone?: string | undefined
  onProgress?: ((done: number, all: number) => void) | undefined
  /** A faster implementation than the default. */
  sha256?: Sha256 | undefined
}
