// Reads a table that no app is known for, by the columns a person chose. One payer per row; sharers share equally unless
// each has a column of shares.

import type { CalendarDate } from '#core/kernel/calendar.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { shareParts } from '#core/money/shares.ts'
import { dateReader, isBlankRow, numberReader } from '#core/imports/csvTable.ts'
import { decimalToMinor, type Decimal } from '#core/imports/decimal.ts'
import { askedCurrency, draftReading, type ReadingDraft } from '#core/imports/draftReading.ts'
import { supportedCurrency, unsupported } from '#core/imports/draftRecord.ts'
import { withoutFormulaGuard } from '#core/imports/fileText.ts'
import { suggestColumns } from '#core/imports/genericColumns.ts'
import type { CsvRow } from '#core/imports/parseCsv.ts'
import type { FileReading, GenericColumns, ImportedPart, ReadOptions } from '#core/imports/reading.ts'

/** Rows that a question shows. */
const SAMPLE_ROWS = 5

export function readGeneric(rows: readonly CsvRow[], header: number, options: ReadOptions): FileReading {
  const draft = draftReading('generic', options)
  const headers = rows[header]!.cells.map((cell) => cell.trim())
  const below = rows.slice(header + 1).filter((row) => !isBlankRow(row))
  const columns = options.columns ?? suggestColumns(headers)
  const sample = below.slice(0, SAMPLE_ROWS).map(({ cells }) => cells.map((cell) => cell.slice(0, 100)))
  draft.ask({ kind: 'columns', headers, rows: sample, assumed: columns })
  if (columns === null) return draft.finish()
  const context = contextOf(below, headers, columns, draft, options)
  draft.each(below, (row) => readRow(row, context))
  return draft.finish()
}

const cellAt = ({ cells }: CsvRow, at: number | null): string => (at === null ? '' : (cells[at] ?? ''))

interface Context {
  draft: ReadingDraft
  columns: GenericColumns
  /** Keys by name. */
  people: ReadonlyMap<string, string>
  /** Names by key. */
  nameOf: ReadonlyMap<string, string>
  /** The person of a column of shares. */
  personOf: ReadonlyMap<number, string>
  askedFor: CurrencyCode | null
  readDate: (text: string) => CalendarDate | null
  readNumber: (text: string) => Decimal | null
}

function contextOf(
  rows: readonly CsvRow[],
  headers: readonly string[],
  columns: GenericColumns,
  draft: ReadingDraft,
  options: ReadOptions,
): Context {
  const { sharers, payer, amount, date, currency } = columns
  const people = new Map<string, string>()
  const keyOf = (name: string) => {
    if (!people.has(name)) people.set(name, draft.addPerson(name))
    return people.get(name)!
  }
  const shareColumns = sharers && 'shareOf' in sharers ? sharers.shareOf : []
  const personOf = new Map(shareColumns.map((at) => [at, keyOf(headers[at] || `Column ${at + 1}`)]))
  for (const row of rows)
    for (const name of [nameIn(cellAt(row, payer)), ...sharerNames(row, columns)])
      if (name !== '') keyOf(name)
  const isWithoutCurrency = rows.some((row) => cellAt(row, currency).trim() === '')
  return {
    draft,
    columns,
    people,
    nameOf: new Map([...people].map(([name, key]) => [key, name])),
    personOf,
    askedFor: isWithoutCurrency ? askedCurrency(draft, options) : null,
    readDate: dateReader(
      rows.map((row) => cellAt(row, date)),
      options,
      draft,
    ),
    readNumber: numberReader(rows.flatMap((row) => [amount, ...shareColumns].map((at) => cellAt(row, at)))),
  }
}

const nameIn = (cell: string): string => withoutFormulaGuard(cell.trim())

/** The names in the cell of the sharers, which commas, semicolons, bars or line breaks separate. */
function sharerNames(row: CsvRow, { sharers }: GenericColumns): string[] {
  if (!sharers || !('column' in sharers)) return []
  return [
    ...new Set(
      cellAt(row, sharers.column)
        .split(/[,;|\n]/)
        .map(nameIn),
    ),
  ].filter((name) => name !== '')
}

function readRow(row: CsvRow, context: Context): void {
  const { draft, columns, people, nameOf, askedFor, readDate, readNumber } = context
  const code = cellAt(row, columns.currency).trim()
  const currency = code === '' ? askedFor : supportedCurrency(code)
  if (currency === null) return draft.refuse(row, unsupported(code))
  const decimal = readNumber(cellAt(row, columns.amount))
  const amount = decimal && decimalToMinor(decimal, currency)
  if (!amount) return draft.refuse(row, 'The amount cannot be read')
  if (!amount.isExact) return draft.refuse(row, `The amount has more digits than ${currency}`)
  if (amount.minor === 0) return draft.skip(row, 'Nothing was paid')
  const name = nameIn(cellAt(row, columns.payer))
  const payer = people.get(name)
  if (payer === undefined) return draft.refuse(row, 'It does not say who paid')
  const shares = sharesIn(row, amount.minor, currency, context)
  if (shares === null) return draft.refuse(row, 'The shares of the people cannot be read')
  draft.addToBalance(currency, payer, amount.minor)
  for (const share of shares) draft.addToBalance(currency, share.person, -share.amount)
  const shareCells = columns.sharers && 'shareOf' in columns.sharers ? columns.sharers.shareOf : []
  draft.addExpense({
    place: row,
    date: readDate(cellAt(row, columns.date)),
    description: withoutFormulaGuard(cellAt(row, columns.description)),
    category: cellAt(row, columns.category),
    currency,
    amount: amount.minor,
    payers: [{ person: payer, amount: amount.minor }],
    shares,
    cells: [
      [name, 'paid'],
      ...sharerNames(row, columns).map((name) => [name, 'shares'] as const),
      ...shares
        .slice(0, shareCells.length)
        .map(({ person, amount }) => [nameOf.get(person)!, String(amount)] as const),
    ],
    areSharesRoundedHere: shareCells.length === 0,
  })
}

/** With the sign of the amount; null when a share cannot be read, or nobody shares. */
function sharesIn(
  row: CsvRow,
  amount: number,
  currency: CurrencyCode,
  { columns, people, personOf, readNumber }: Context,
): ImportedPart[] | null {
  if (columns.sharers && 'shareOf' in columns.sharers) {
    const shares = columns.sharers.shareOf.flatMap((at) => {
      const text = cellAt(row, at).trim()
      if (text === '') return []
      const decimal = readNumber(text)
      const minor = decimal && decimalToMinor(decimal, currency)
      return [{ person: personOf.get(at)!, amount: minor?.minor ?? null }]
    })
    const isReadable = shares.every((share): share is ImportedPart => share.amount !== null)
    return isReadable ? shares.filter(({ amount }) => amount !== 0) : null
  }
  const names = columns.sharers === null ? [...people.keys()] : sharerNames(row, columns)
  if (names.length === 0) return null
  const parts = shareParts(JSON.stringify([row.cells, amount]), Math.abs(amount), names)
  return names.map((name, at) => ({ person: people.get(name)!, amount: Math.sign(amount) * parts[at]! }))
}
