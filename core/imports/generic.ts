// Reads a table that no app is known for, by the columns a person chose. One payer per row; sharers share equally unless
// each has a column of shares.

import type { CalendarDate } from '#core/kernel/calendar.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { dateReader, isBlankRow, numberReader } from '#core/imports/csvTable.ts'
import { decimalToMinor, type Decimal } from '#core/imports/decimal.ts'
import { askForCurrency, draftFile, type FileDraft } from '#core/imports/draftFile.ts'
import { supportedCurrency, unsupported } from '#core/imports/draftRecord.ts'
import { withoutFormulaGuard } from '#core/imports/fileText.ts'
import { cellAt, nameIn, sharerNames, rowShares } from '#core/imports/genericShares.ts'
import { moneyText } from '#core/imports/moneyText.ts'
import { suggestColumns } from '#core/imports/genericColumns.ts'
import type { CsvRow } from '#core/imports/parseCsv.ts'
import type { ParsedFile, GenericColumns, ReadOptions } from '#core/imports/parsedFile.ts'

/** Rows that a question shows. */
const SAMPLE_ROWS = 5

export function readGeneric(rows: readonly CsvRow[], header: number, options: ReadOptions): ParsedFile {
  const draft = draftFile('generic', options)
  const headers = rows[header]!.cells.map((cell) => cell.trim())
  const below = rows.slice(header + 1).filter((row) => !isBlankRow(row))
  const columns = options.columns ?? suggestColumns(headers, below)
  const sample = below.slice(0, SAMPLE_ROWS).map(({ cells }) => cells.map((cell) => cell.slice(0, 100)))
  draft.ask({ kind: 'columns', headers, rows: sample, assumed: columns })
  if (columns === null) return draft.finish()
  const context = contextOf(below, headers, columns, draft, options)
  draft.each(below, (row) => readRow(row, context))
  return draft.finish()
}

interface Context {
  draft: FileDraft
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
  draft: FileDraft,
  options: ReadOptions,
): Context {
  const { sharers, payer, amount, date, currency } = columns
  const people = new Map<string, string>()
  const keyOf = (name: string) => {
    if (!people.has(name)) people.set(name, draft.addPerson(name))
    return people.get(name)!
  }
  const shareColumns = sharers && 'shareOf' in sharers ? sharers.shareOf : []
  const personOf = new Map(
    shareColumns.map((column) => [column, keyOf(headers[column] || `Column ${column + 1}`)]),
  )
  for (const row of rows)
    for (const name of [nameIn(cellAt(row, payer)), ...sharerNames(row, columns)])
      if (name !== '') keyOf(name)
  const isWithoutCurrency = rows.some(
    (row) => cellAt(row, currency).trim() === '' && moneyText(cellAt(row, amount)).sign === '',
  )
  return {
    draft,
    columns,
    people,
    nameOf: new Map([...people].map(([name, key]) => [key, name])),
    personOf,
    askedFor: isWithoutCurrency ? askForCurrency(draft, options) : null,
    readDate: dateReader(
      rows.map((row) => cellAt(row, date)),
      options,
      draft,
    ),
    readNumber: numberReader(
      rows.flatMap((row) => [amount, ...shareColumns].map((column) => moneyText(cellAt(row, column)).number)),
      options,
      draft,
    ),
  }
}

function readRow(row: CsvRow, context: Context): void {
  const { draft, columns, people, nameOf, askedFor, readDate, readNumber } = context
  const money = moneyText(cellAt(row, columns.amount))
  const code = cellAt(row, columns.currency).trim() || money.sign
  const currency = code === '' ? askedFor : code === money.sign ? money.currency : supportedCurrency(code)
  if (currency === null) return draft.refuse(row, unsupported(code))
  if (money.currency !== null && money.currency !== currency)
    return draft.refuse(row, `The amount is in ${money.currency}, and its currency is ${currency}`)
  const decimal = readNumber(money.number)
  const amount = decimal && decimalToMinor(decimal, currency)
  if (!amount) return draft.refuse(row, 'The amount cannot be read')
  if (!amount.isExact) return draft.refuse(row, `The amount has more digits than ${currency}`)
  if (amount.minor === 0) return draft.skip(row, 'Nothing was paid')
  const name = nameIn(cellAt(row, columns.payer))
  const payer = people.get(name)
  if (payer === undefined) return draft.refuse(row, 'It does not say who paid')
  const shares = rowShares(row, amount.minor, currency, context)
  if (shares === null) return draft.refuse(row, 'The shares of the people cannot be read')
  draft.addToBalance(currency, payer, amount.minor)
  for (const share of shares.parts) draft.addToBalance(currency, share.person, -share.amount)
  const isShareOf = columns.sharers !== null && 'shareOf' in columns.sharers
  draft.addExpense({
    place: row,
    date: readDate(cellAt(row, columns.date)),
    description: withoutFormulaGuard(cellAt(row, columns.description)),
    category: cellAt(row, columns.category),
    currency,
    amount: amount.minor,
    payers: [{ person: payer, amount: amount.minor }],
    shares: shares.parts,
    cells: [
      [name, 'paid'],
      ...sharerNames(row, columns).map((name) => [name, 'shares'] as const),
      ...(isShareOf ? shares.parts : []).map(
        ({ person, amount }) => [nameOf.get(person)!, shares.isEqual ? 'shares' : String(amount)] as const,
      ),
    ],
    areSharesRoundedHere: shares.isEqual,
  })
}
