// Reads a table that no app is known for, by the columns a person chose: one payer per row or a column of what each paid,
// and sharers who share equally unless each has a column of shares. What the table leaves open is asked.

import type { CalendarDate } from '#core/kernel/calendar.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { shareParts } from '#core/money/split/shares.ts'
import { POOL_NAME } from '#core/money/roster.ts'
import { cellAt, isBlankRow, cellReaders, type TableContext } from '#core/imports/text/csvTable.ts'
import { decimalToMinor } from '#core/imports/text/decimal.ts'
import { askForCurrency, askForDate, draftFile, type FileDraft } from '#core/imports/draftFile.ts'
import { fileCurrency, unknownCurrency } from '#core/imports/draftRecord.ts'
import { withoutFormulaGuard } from '#core/imports/text/fileText.ts'
import {
  columnName,
  headerCurrency,
  kindReader,
  suggestColumns,
  totalWord,
} from '#core/imports/apps/genericColumns.ts'
import {
  areWeights,
  nameReader,
  numberIn,
  rowShares,
  splitColumns,
  type TableNames,
} from '#core/imports/apps/genericShares.ts'
import { moneyText } from '#core/imports/text/moneyText.ts'
import type { CsvRow } from '#core/imports/text/parseCsv.ts'
import type { GenericColumns, ImportedPart, ParsedFile, ReadOptions } from '#core/imports/parsedFile.ts'

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
  noteUnread(headers, below, context)
  return draft.finish()
}

interface Context extends TableContext {
  columns: GenericColumns
  names: TableNames
  /** The person of a column of shares or payments: key and name. */
  personOf: ReadonlyMap<number, { person: string; name: string }>
  /** Of the header of the amounts, such as 'Amount in EUR'. */
  headed: CurrencyCode | null
  askedFor: CurrencyCode | null
  /** One date for all rows, where the table has none. */
  oneDate: CalendarDate | null
  areWeights: boolean
  /** The columns that say how a row is split, those included in which shares of people were found. */
  splits: Set<number>
  isSpendingNegative: boolean
  kindOf: ReturnType<typeof kindReader>
}

function contextOf(
  rows: readonly CsvRow[],
  headers: readonly string[],
  columns: GenericColumns,
  draft: FileDraft,
  options: ReadOptions,
): Context {
  const { sharers, payer, amount, date, currency } = columns
  const shareColumns = sharers && 'shareOf' in sharers ? sharers.shareOf : []
  const paidColumns = typeof payer === 'number' ? [] : payer.paidBy
  const names = nameReader(rows, columns, draft)
  const personIn = (of: readonly number[]) =>
    of.map((column, index) => {
      const own = columnName(headers, of, column)
      // Two columns of one name are two people.
      const before = of.slice(0, index).filter((other) => columnName(headers, of, other) === own).length
      const name = before === 0 ? own : `${own} (${before + 1})`
      return [column, { name, person: name === POOL_NAME ? draft.addPool() : names.add(name) }] as const
    })
  const personOf = new Map([...personIn(paidColumns), ...personIn(shareColumns)])
  names.addCells()
  const headed = headerCurrency(headers[amount] ?? '')
  const isWithoutCurrency = rows.some(
    (row) =>
      headed === null && cellAt(row, currency).trim() === '' && moneyText(cellAt(row, amount)).sign === '',
  )
  const readers = cellReaders(rows, options, draft)
  const readNumber = readers.numbers((row) =>
    [amount, ...shareColumns, ...paidColumns].map((column) => numberIn(cellAt(row, column))),
  )
  const kindOf = kindReader(rows, headers, columns, draft, options)
  const valueOf = (cell: string) => readNumber(numberIn(cell))
  const hasOf = (is: (digits: bigint) => boolean) =>
    rows.filter((row) => kindOf(row) === null && is(valueOf(cellAt(row, amount))?.digits ?? 0n)).length
  const negative = hasOf((digits) => digits < 0n)
  const negatives = options.negatives ?? (hasOf((digits) => digits > 0n) === 0 ? 'spending' : 'refunds')
  if (negative > 0) draft.ask({ kind: 'negatives', assumed: negatives, count: negative })
  const weights = areWeights(rows, amount, shareColumns, valueOf)
  if (weights)
    draft.note('The numbers of the people add up to no amount, so they are read as how many parts each has')
  return {
    ...{ draft, columns, names, personOf, headed, kindOf, readNumber, areWeights: weights },
    splits: new Set(splitColumns(headers)),
    askedFor: isWithoutCurrency ? askForCurrency(draft, options) : null,
    oneDate: date === null ? askForDate(draft, options) : null,
    isSpendingNegative: negative > 0 && negatives === 'spending',
    readDate: readers.dates((row) => cellAt(row, date)),
  }
}

/** Says which columns with something in them are not read. */
function noteUnread(
  headers: readonly string[],
  rows: readonly CsvRow[],
  { draft, columns, splits }: Context,
): void {
  const { date, amount, payer, description, sharers, category, currency, kinds } = columns
  const read = new Set([
    ...splits,
    ...[date, amount, description, category, currency, ...kinds],
    ...(typeof payer === 'number' ? [payer] : payer.paidBy),
    ...(sharers === null ? [] : 'column' in sharers ? [sharers.column] : sharers.shareOf),
  ])
  const unread = headers.flatMap((header, column) =>
    read.has(column) || rows.every((row) => cellAt(row, column).trim() === '')
      ? []
      : [header === '' ? `column ${column + 1}` : `“${header.slice(0, 40)}”`],
  )
  const shown = unread.length > 6 ? [...unread.slice(0, 5), `${unread.length - 5} more`] : unread
  if (unread.length > 0) draft.note(`Not read: ${shown.join(', ')}`)
}

function readRow(row: CsvRow, context: Context): void {
  const { draft, columns, askedFor, headed, readDate, readNumber, oneDate, kindOf } = context
  const kind = kindOf(row)
  if (kind !== null && typeof kind === 'object')
    return draft.refuse(row, `What “${kind.word}” means is not known`)
  if (kind === 'none') return draft.skip(row, 'Left out, as the table says')
  const money = moneyText(cellAt(row, columns.amount))
  const code = headed ?? (cellAt(row, columns.currency).trim() || money.sign)
  const currency = code === '' ? askedFor : code === money.sign ? money.currency : fileCurrency(code)
  if (currency === null) return draft.refuse(row, unknownCurrency(code))
  if (money.currency !== null && money.currency !== currency)
    return draft.refuse(row, `The amount is in ${money.currency}, and its currency is ${currency}`)
  const isTotal = row.cells.some(totalWord) && payerCells(row, context).every((cell) => cell.trim() === '')
  if (isTotal) return draft.skip(row, 'A row of totals')
  const decimal = readNumber(money.number)
  const read = decimal && decimalToMinor(decimal, currency)
  if (!read) return draft.refuse(row, 'The amount cannot be read')
  if (!read.isExact) return draft.refuse(row, `The amount has more digits than ${currency}`)
  if (read.minor === 0) return draft.skip(row, 'Nothing was paid')
  const isRefund = kind === null ? read.minor < 0 !== context.isSpendingNegative : kind === 'refund'
  const amount = isRefund ? -Math.abs(read.minor) : Math.abs(read.minor)
  const payers = payersIn(row, amount, currency, context)
  if (typeof payers === 'string') return draft.refuse(row, payers)
  const shares = rowShares(row, amount, currency, context)
  if (typeof shares === 'string') return draft.refuse(row, shares)
  draft.addRow(currency, payers.parts, shares.parts)
  const common = {
    place: row,
    date: oneDate ?? readDate(cellAt(row, columns.date)),
    // A date that was chosen for this import does not identify the row.
    ...(columns.date === null && { instant: '' }),
    description: withoutFormulaGuard(cellAt(row, columns.description)),
    category: cellAt(row, columns.category),
    currency,
    cells: [...payers.cells, ...shares.cells],
  }
  if (kind === 'payment')
    return columns.sharers === null
      ? draft.refuse(row, NOBODY_RECEIVED)
      : payers.parts.length > 1
        ? draft.refuse(row, NOBODY_RECEIVED)
        : draft.addPayments(
            { ...common, amount: payers.parts[0]!.amount },
            payers.parts[0]!.person,
            shares.parts.map((part, index) => ({ ...part, name: shares.cells[index]![0] })),
          )
  if (payers.parts.length > 1 && payers.isEstimated) draft.note(SAME_EACH)
  draft.addExpense({
    ...common,
    amount,
    payers: payers.parts,
    shares: shares.parts,
    arePayersEstimated: payers.parts.length > 1 && payers.isEstimated,
    areSharesRoundedHere: shares.isEqual,
  })
}

const SAME_EACH = 'Where a cell names several payers, each is taken to have paid the same'

const payerCells = (row: CsvRow, { columns: { payer } }: Context): string[] =>
  (typeof payer === 'number' ? [payer] : payer.paidBy).map((column) => cellAt(row, column))

const NOBODY_RECEIVED = 'It does not say who paid whom'

interface RowPayers {
  /** With the sign of the amount. */
  parts: ImportedPart[]
  /** The file does not say how much each paid. */
  isEstimated: boolean
  cells: [name: string, cell: string][]
}

/** @returns why they cannot be read, as a string */
function payersIn(row: CsvRow, amount: number, currency: CurrencyCode, context: Context): RowPayers | string {
  const { columns, names, personOf, readNumber } = context
  const sign = Math.sign(amount)
  if (typeof columns.payer === 'number') {
    const found = names.in(cellAt(row, columns.payer))
    if (found.length === 0) return 'It does not say who paid'
    const keys = found.map(({ person }) => person)
    const sizes = shareParts(JSON.stringify([row.cells, 'paid']), Math.abs(amount), keys)
    return {
      parts: keys.map((person, index) => ({ person, amount: sign * sizes[index]! })),
      isEstimated: true,
      cells: found.map(({ name }) => [name, 'paid']),
    }
  }
  const parts = columns.payer.paidBy.flatMap((column) => {
    const text = cellAt(row, column)
    if (text.trim() === '') return []
    const decimal = readNumber(numberIn(text))
    const minor = decimal && decimalToMinor(decimal, currency)
    return minor?.minor === 0 ? [] : [{ ...personOf.get(column)!, amount: minor?.minor ?? null }]
  })
  const isReadable = parts.every(
    (part): part is { person: string; name: string; amount: number } => part.amount !== null,
  )
  if (!isReadable) return 'What the people paid cannot be read'
  if (parts.length === 0) return 'It does not say who paid'
  const turn = parts.reduce((sum, part) => sum + part.amount, 0) === -amount ? -1 : 1
  return {
    parts: parts.map(({ person, amount }) => ({ person, amount: turn * amount })),
    isEstimated: false,
    cells: parts.map(({ name, amount }) => [name, `paid ${amount}`]),
  }
}
