// Reads the CSV that Tricount’s app exported in the past, in English or French. Only the columns of each person are
// trusted: the sign of the amount differs between files, and `Paid by` names one of several payers.

import {
  cellAt,
  type CellOf,
  plainHeader,
  cellReaders,
  tableBelow,
  type TableContext,
} from '#core/imports/text/csvTable.ts'
import { decimalToMinor } from '#core/imports/text/decimal.ts'
import { askForCurrency, draftFile, type FileDraft } from '#core/imports/draftFile.ts'
import { fileCurrency, unknownCurrency } from '#core/imports/draftRecord.ts'
import { decodeEntities } from '#core/imports/text/fileText.ts'
import type { CsvRow } from '#core/imports/text/parseCsv.ts'
import { refusedFile, type ParsedFile, type ReadOptions, type RefusedFile } from '#core/imports/parsedFile.ts'
import { type CurrencyCode, sumOfAmounts } from '#core/kernel/money.ts'

const PAID = /^(?:paid by|payé par) (.+)$/is
const IMPACTED = /^(?:impacted to|impacté à) (.+)$/is
const TRANSFERS = /transfer|transfert|virement|überweisung|transferencia|bonifico|remboursement/i
/** The last line: tricount Lisbon - Exported on 2019-02-01 */
const TITLE_LINE = /^tricount /i

export const isTricountHeader = ({ cells }: CsvRow): boolean =>
  cells.some((cell) => PAID.test(cell.trim())) && cells.some((cell) => IMPACTED.test(cell.trim()))

interface PersonColumns {
  key: string
  name: string
  paid: number[]
  impacted: number[]
}

interface Context extends TableContext {
  people: readonly PersonColumns[]
  currency: CurrencyCode
  cellOf: CellOf
  dateHeader: string
}

export function readTricountCsv(
  rows: readonly CsvRow[],
  header: number,
  options: ReadOptions,
): ParsedFile | RefusedFile {
  const draft = draftFile('tricount', options)
  const { cells } = rows[header]!
  const { cellOf, below: filled } = tableBelow(rows, header)
  const titleRow = filled.find((row) => row.cells.length === 1 && TITLE_LINE.test(row.cells[0]!))
  if (titleRow) draft.setGroupTitle(titleIn(titleRow.cells[0]!))
  const below = filled.filter((row) => row !== titleRow)
  const named = cells
    .map((cell) => /\(([A-Z]{3})\)\s*$/.exec(cell.slice(-40))?.[1])
    .find((code) => code !== undefined)
  const currency = named === undefined ? askForCurrency(draft, options) : fileCurrency(named)
  if (currency === null)
    return refusedFile(`${unknownCurrency(named!)}, and it is the currency of the whole file.`)
  const people = peopleIn(cells, draft)
  const places = people.flatMap(({ paid, impacted }) => [...paid, ...impacted])
  const dateHeader = plainHeader(cells.find((cell) => /^date/i.test(cell.trim())) ?? 'date')
  const readers = cellReaders(below, options, draft)
  const context: Context = {
    ...{ draft, people, currency, cellOf, dateHeader },
    readDate: readers.dates((row) => cellOf(row, dateHeader)),
    readNumber: readers.numbersOrZero((row) => places.map((column) => cellAt(row, column))),
  }
  draft.each(below, (row) => readRow(row, context))
  return draft.finish()
}

/** The name is between the app's name and what follows the last hyphen. */
function titleIn(line: string): string {
  const end = line.lastIndexOf(' - ')
  return decodeEntities(line.slice('tricount '.length, end < 0 ? undefined : end))
}

/** Two people of one name have two columns each, in the same order. */
function peopleIn(cells: readonly string[], draft: FileDraft): PersonColumns[] {
  const people: PersonColumns[] = []
  for (const [kind, pattern] of [
    ['paid', PAID],
    ['impacted', IMPACTED],
  ] as const)
    for (const [column, cell] of cells.entries()) {
      const found = pattern.exec(cell.trim())?.[1]
      if (found === undefined) continue
      const name = decodeEntities(found).trim()
      let person = people.find((each) => each.name === name && each[kind].length === 0)
      if (!person) people.push((person = { key: draft.addPerson(name), name, paid: [], impacted: [] }))
      person[kind].push(column)
    }
  return people
}

function readRow(row: CsvRow, context: Context): void {
  const { draft, currency, cellOf, readDate, dateHeader } = context
  const paid = partsIn(row, 'paid', context)
  const impacted = partsIn(row, 'impacted', context)
  if (paid === null || impacted === null) return draft.refuse(row, 'A number in this row cannot be read')
  for (const { person, amount } of [...paid, ...impacted]) draft.addToBalance(currency, person, amount)
  const amount = sumOfAmounts(paid)
  if (amount === 0 && paid.length === 0 && impacted.length === 0) return draft.skip(row, 'Nothing was paid')
  const shares = impacted.map((part) => ({ ...part, amount: -part.amount }))
  const common = {
    place: row,
    date: readDate(cellOf(row, dateHeader)),
    description: decodeEntities(cellOf(row, 'title', 'titre')),
    category: decodeEntities(cellOf(row, 'category', 'catégorie')),
    currency,
    original: originalOf(row, context),
    cells: [...paid, ...impacted].map(({ name, amount }) => [name, String(amount)] as const),
  }
  const isTransfer = TRANSFERS.test(cellOf(row, 'transaction type', 'type de transaction').slice(0, 100))
  if (!isTransfer || paid.length !== 1) return draft.addExpense({ ...common, amount, payers: paid, shares })
  draft.addPayments({ ...common, amount, original: null }, paid[0]!.person, shares)
}

/** Minor units, without zeros; null when a number cannot be read. */
function partsIn(row: CsvRow, kind: 'paid' | 'impacted', { people, currency, readNumber, draft }: Context) {
  const parts = people.flatMap(({ key, name, [kind]: places }) =>
    places.map((column) => {
      const text = cellAt(row, column)
      const decimal = readNumber(text)
      const minor = decimal && decimalToMinor(decimal, currency)
      if (minor && !minor.isExact) draft.addTolerance(currency, 1)
      return { person: key, name, amount: minor?.minor ?? null }
    }),
  )
  return parts.some(({ amount }) => amount === null)
    ? null
    : parts.flatMap((part) => (part.amount === 0 ? [] : [{ ...part, amount: part.amount! }]))
}

/** The amounts of the people are converted already; this is the row’s own currency and rate. */
function originalOf(row: CsvRow, { currency, cellOf, readNumber }: Context) {
  const other = fileCurrency(cellOf(row, 'currency', 'devise'))
  const amount = readNumber(cellOf(row, 'amount', 'montant'))
  const minor = other && amount && decimalToMinor(amount, other)
  const rate = Number(cellOf(row, 'exchange rate', 'taux de change').replace(',', '.'))
  if (!other || other === currency || !minor || !Number.isFinite(rate)) return null
  return { amount: Math.abs(minor.minor), currency: other, rate }
}
