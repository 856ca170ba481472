// Collects what a reader finds in a file: people, records, refused rows, the file's own balances, and what to say or ask.

import type { CalendarDate } from '#core/kernel/calendar.ts'
import { sha256Hex } from '#core/kernel/ids.ts'
import { DEFAULT_CURRENCY, sumOfAmounts, type CurrencyCode } from '#core/kernel/money.ts'
import { POOL } from '#core/money/balances/ledger.ts'
import { POOL_NAME } from '#core/money/roster.ts'
import { addBalance, type BalanceSheet } from '#core/imports/balances.ts'
import {
  checkedExpense,
  checkedPayment,
  rowKeysOf,
  type DraftExpense,
  type DraftPayment,
  type Place,
} from '#core/imports/draftRecord.ts'
import { cleanName, cleanText, cutTo } from '#core/imports/text/fileText.ts'
import {
  sources,
  type ParsedFile,
  type ImportedPart,
  type ImportedPerson,
  type ImportedRecord,
  type OmittedRow,
  type Question,
  type ReadOptions,
  type Source,
} from '#core/imports/parsedFile.ts'

export type FileDraft = ReturnType<typeof draftFile>

export function draftFile(source: Source, { onProgress, sha256 = sha256Hex }: ReadOptions) {
  const people: ImportedPerson[] = []
  const records: ImportedRecord[] = []
  const refused: OmittedRow[] = []
  const skipped: OmittedRow[] = []
  const notes = new Set<string>()
  const questions: Question[] = []
  const fileBalances: BalanceSheet = new Map()
  const fileTotals: BalanceSheet = new Map()
  const tolerance = new Map<CurrencyCode, number>()
  const rates = new Map<CurrencyCode, number>()
  const byId = new Map<string, { person: string; name: string }>()
  let groupTitle: string | null = null

  const rowKeyOf = rowKeysOf(source, sha256)

  /** Whether the row that is read has changed the file's balances. */
  let isCounted = false
  const refuse = (place: Place, reason: string) =>
    void refused.push({ ...omitted(place, reason), ...(isCounted && { isCounted }) })

  /** Minor units that the file's row changes somebody's balance by. */
  const addToBalance = (currency: CurrencyCode, person: string, amount: number): void => {
    isCounted = true
    addBalance(fileBalances, currency, person, amount)
  }
  const skip = (place: Place, reason: string) => void skipped.push(omitted(place, reason))

  /** Adds somebody, also with a name that is there already. @returns the key */
  const addPerson = (name: string, isFormer = false): string => {
    const key = `p${people.length + 1}`
    people.push({ key, name: cleanName(name) ?? `Person ${people.length + 1}`, isFormer })
    return key
  }
  const addPayment = (draft: DraftPayment): void => {
    const payment = checkedPayment(draft)
    if (typeof payment === 'string') refuse(draft.place, payment)
    else records.push({ ...payment, rowKey: rowKeyOf(draft) })
  }

  return {
    addPerson,
    /** Who has this id or name in the file, added at the first mention; without a name, by their number. */
    personOf(id: string, name: string | null, isFormer = false): { person: string; name: string } {
      const own = name ?? `Person ${people.length + 1}`
      const found = byId.get(id) ?? { person: addPerson(own, isFormer), name: own }
      byId.set(id, found)
      return found
    },
    /** Makes the pool a party of the file at the first call. @returns its key */
    addPool(): string {
      if (!people.some(({ key }) => key === POOL))
        people.push({ key: POOL, name: POOL_NAME, isFormer: false })
      return POOL
    },
    addExpense(draft: DraftExpense): void {
      const expense = checkedExpense(draft)
      if (typeof expense === 'string') refuse(draft.place, expense)
      else records.push({ ...expense, rowKey: rowKeyOf(draft) })
    },
    addPayment,
    /** A payment to each other person who shares the amount. Who has less than 0 of it pays it back. */
    addPayments(
      row: Omit<DraftPayment, 'from' | 'to'>,
      payer: string,
      shares: readonly Received[],
      cellsOf = ({ name }: Received): DraftPayment['cells'] => [...row.cells, [name, 'got']],
    ): void {
      if (sumOfAmounts(shares) !== row.amount)
        return refuse(row.place, 'What was paid and what was received is not the same')
      const received = shares.filter(({ person, amount }) => person !== payer && amount !== 0)
      if (received.length === 0) skip(row.place, 'It moves no money between people')
      for (const share of received) {
        const [from, to] = share.amount > 0 ? [payer, share.person] : [share.person, payer]
        addPayment({ ...row, cells: cellsOf(share), amount: Math.abs(share.amount), from, to })
      }
    },
    refuse,
    skip,
    note: (text: string) => void notes.add(text),
    ask: (question: Question) => void questions.push(question),
    setGroupTitle: (title: string) => void (groupTitle = cleanName(title)),
    addToBalance,
    /** What the file's row says that people paid and shared. */
    addRow(currency: CurrencyCode, paid: readonly ImportedPart[], shares: readonly ImportedPart[]): void {
      for (const { person, amount } of paid) addToBalance(currency, person, amount)
      for (const { person, amount } of shares) addToBalance(currency, person, -amount)
    },
    addTotal: (currency: CurrencyCode, person: string, amount: number) =>
      addBalance(fileTotals, currency, person, amount),
    addTolerance: (currency: CurrencyCode, units: number) =>
      void tolerance.set(currency, (tolerance.get(currency) ?? 0) + units),
    setRate: (currency: CurrencyCode, rate: number) => void rates.set(currency, rate),
    /** Calls `read` for each item and reports the progress. */
    each<Item>(items: readonly Item[], read: (item: Item, index: number) => void): void {
      for (const [index, item] of items.entries()) {
        isCounted = false
        read(item, index)
        if (index % ROWS_PER_REPORT === 0) onProgress?.(index, items.length)
      }
      onProgress?.(items.length, items.length)
    },
    finish: (): ParsedFile => ({
      kind: 'recognized',
      source,
      label: sources[source],
      groupTitle,
      people,
      records,
      refused,
      skipped,
      fileBalances,
      fileTotals: fileTotals.size === 0 ? null : fileTotals,
      tolerance,
      rates,
      notes: [...notes],
      questions,
      trip: null,
    }),
  }
}

/** The name identifies the row, because the key of a person is valid for one file only. */
interface Received extends ImportedPart {
  name: string
}

const ROWS_PER_REPORT = 250
const TEXT_LENGTH = 200

const omitted = ({ line, text }: Place, reason: string): OmittedRow => ({
  line,
  text: cutTo(cleanText(text.slice(0, 2 * TEXT_LENGTH)), TEXT_LENGTH),
  reason,
})

/** Adds the question of the currency. @returns the answer so far, else the default */
export function askForCurrency(draft: FileDraft, { currency = DEFAULT_CURRENCY }: ReadOptions): CurrencyCode {
  draft.ask({ kind: 'currency', assumed: currency })
  return currency
}

/** Adds the question of the date. @returns the answer so far */
export function askForDate(
  draft: FileDraft,
  { date = null }: { date?: CalendarDate | null | undefined },
): CalendarDate | null {
  draft.ask({ kind: 'date', assumed: date })
  return date
}
