// Reads the CSV of Splitwise. A person's cell is what they paid minus what they owe, so each row adds up to 0, and who
// paid is certain only where one person alone is owed money.

import { allocate, sumOfAmounts } from '#core/kernel/money.ts'
import {
  cellAt,
  isBlankRow,
  type PersonColumn,
  plainHeader,
  cellReaders,
  type TableContext,
} from '#core/imports/text/csvTable.ts'
import { decimalToMinor, readDecimal } from '#core/imports/text/decimal.ts'
import { draftFile, type FileDraft } from '#core/imports/draftFile.ts'
import { fileCurrency, unknownCurrency, type DraftExpense } from '#core/imports/draftRecord.ts'
import type { CsvRow } from '#core/imports/text/parseCsv.ts'
import type { ParsedFile, ImportedPart, ReadOptions } from '#core/imports/parsedFile.ts'
import { paymentWords, splitwiseHeaders, totalWords } from '#core/imports/apps/splitwiseWords.ts'

/** Before the columns of people: date, description, category, cost, currency. */
const FIXED_COLUMNS = 5

/** Whether the row heads Splitwise's columns: by its words, or by a row below it that adds up as Splitwise's do. */
export function isSplitwiseHeader(row: CsvRow, below: readonly CsvRow[]): boolean {
  if (row.cells.length <= FIXED_COLUMNS) return false
  const rows = below.filter((each) => !isBlankRow(each))
  const isWord = splitwiseHeaders.map((words, index) => words.has(plainHeader(row.cells[index]!)))
  const isConfirmed = isWord.filter((is) => is).length >= 3 && (isWord[COST]! || isWord[CURRENCY]!)
  // Other tables begin with such columns too, and name people below them.
  if (isConfirmed) return rows.length === 0 || rows.some(hasNumbersOnly)
  // A row of the table is no header, although the row below it adds up, too.
  const isData = row.cells.slice(FIXED_COLUMNS).some((cell) => readDecimal(cell, 'point') !== null)
  return row.cells.length > FIXED_COLUMNS + 1 && !isData && rows.some(addsUpToZero)
}

const CATEGORY = 2
const COST = 3
const CURRENCY = 4

const hasNumbersOnly = ({ cells }: CsvRow): boolean =>
  cells.slice(FIXED_COLUMNS).every((cell) => /^[-+−\d.,\s()'’]{0,40}$/.test(cell))

function addsUpToZero({ cells }: CsvRow): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(cells[0] ?? '') || !/^[A-Z]{3}$/.test(cells[CURRENCY] ?? '')) return false
  const numbers = [cells[COST] ?? '', ...cells.slice(FIXED_COLUMNS)].map((cell) => readDecimal(cell, 'point'))
  if (numbers.includes(null)) return false
  const [, ...people] = numbers.map((number) => decimalToMinor(number!, 'HKD')?.minor ?? NaN)
  return people.length > 1 && people.reduce((sum, minor) => sum + minor, 0) === 0
}

interface Context extends TableContext {
  columns: readonly PersonColumn[]
  totals: ReadonlySet<CsvRow>
}

/** @param header the index of the row of headers; rows above it are notes */
export function readSplitwise(rows: readonly CsvRow[], header: number, options: ReadOptions): ParsedFile {
  const draft = draftFile('splitwise', options)
  const below = rows.slice(header + 1)
  const filled = below.filter((row) => !isBlankRow(row))
  const columns = personColumns(rows[header]!, filled, draft)
  const totals = totalsIn(below)
  const readers = cellReaders(filled, options, draft)
  const context: Context = {
    ...{ draft, columns, totals },
    readNumber: readers.numbersOrZero((row) =>
      [COST, ...columns.map(({ column }) => column)].map((column) => cellAt(row, column)),
    ),
    readDate: readers.dates((row) => cellAt(row, 0)),
  }
  draft.each(filled, (row) => readRow(row, context))
  if (filled.length > 0 && totals.size === 0) draft.note(WITHOUT_TOTALS)
  return draft.finish()
}

const WITHOUT_TOTALS =
  'The file has no totals at its end, as Splitwise writes them, so its end may be missing'

const isWithoutCost = ({ cells }: CsvRow): boolean =>
  (cells[COST] ?? '').trim() === '' && (cells[CATEGORY] ?? '').trim() === ''

/**
 * The rows of totals: by their word, some with a cost of 0. In a language that is not known, those without a cost that an
 * empty line parts from the rows above.
 */
function totalsIn(rows: readonly CsvRow[]): ReadonlySet<CsvRow> {
  const named = rows.filter(
    ({ cells }) => totalWords.has(plainHeader(cells[1] ?? '')) && !/[1-9]/.test(cells[COST] ?? ''),
  )
  if (named.length > 0) return new Set(named)
  const end = rows.findLastIndex((row) => !isBlankRow(row)) + 1
  const last = rows.slice(rows.slice(0, end).findLastIndex(isBlankRow) + 1, end)
  return new Set(last.every(isWithoutCost) ? last : [])
}

function personColumns(header: CsvRow, rows: readonly CsvRow[], draft: FileDraft): PersonColumn[] {
  return header.cells.flatMap((cell, column): PersonColumn[] => {
    if (column < FIXED_COLUMNS) return []
    const isUsed = rows.some(({ cells }) => /[1-9]/.test(cells[column] ?? ''))
    if (cell.trim() === '' && !isUsed) return []
    if (cell.trim() === '') draft.note(`Column ${column + 1} has amounts and no name above them`)
    const name = cell.trim() === '' ? `Column ${column + 1}` : cell.replace(REMOVED_SUFFIX, '').trim()
    return [{ column, name, key: draft.addPerson(name, REMOVED_SUFFIX.test(cell)) }]
  })
}

/** Splitwise's mark of somebody who left the group. It is no part of the name, so that leaving changes no row's key. */
const REMOVED_SUFFIX = /\(removed\)\s*$/i

function readRow(row: CsvRow, context: Context): void {
  const { draft, columns, totals, readNumber, readDate } = context
  const [day = '', description = '', category = '', costCell = '', code = ''] = row.cells
  const isEmpty = columns.every(({ column }) => !/[1-9]/.test(row.cells[column] ?? ''))
  if (totals.has(row)) return addTotals(row, context)
  if (isWithoutCost(row)) return isEmpty ? draft.skip(row, NO_COST) : draft.refuse(row, NO_COST)
  if (isEmpty)
    return draft.skip(row, /[1-9]/.test(costCell) ? 'Nobody owes anything for it' : 'Nothing was paid')
  const currency = fileCurrency(code)
  if (currency === null) return draft.refuse(row, unknownCurrency(code))
  const read = (text: string) => {
    const decimal = readNumber(text)
    return decimal && decimalToMinor(decimal, currency)
  }
  const cost = read(costCell)
  const nets = columns.map(({ column }) => read(row.cells[column] ?? ''))
  if (cost === null || nets.includes(null)) return draft.refuse(row, 'A number in this row cannot be read')
  const parts = columns.map(({ key }, index) => ({ person: key, amount: nets[index]!.minor }))
  // Each row with more digits than the currency can differ by a unit from Splitwise's own sum, and so can the total.
  const isRounded = [cost, ...nets].some((number) => number?.isExact === false)
  if (isRounded) draft.addTolerance(currency, 1)
  for (const { person, amount } of parts) draft.addToBalance(currency, person, amount)
  if (sumOfAmounts(parts) !== 0) return draft.refuse(row, 'The amounts of the people do not add up to 0')
  addRecord(
    {
      place: row,
      date: readDate(day),
      description,
      category,
      currency,
      amount: cost.minor,
      cells: columns.flatMap(({ name }, index): [string, string][] =>
        parts[index]!.amount === 0 ? [] : [[name, String(parts[index]!.amount)]],
      ),
    },
    parts.filter(({ amount }) => amount !== 0),
    draft,
  )
}

const NO_COST = 'It has no cost'
const UNREADABLE_TOTALS = 'Totals of the file cannot be read, so they were not compared'

function addTotals({ cells }: CsvRow, { draft, columns, readNumber }: Context): void {
  const currency = fileCurrency(cells[CURRENCY] ?? '')
  if (currency === null) return draft.note(UNREADABLE_TOTALS)
  const totals = columns.map(({ key, column }) => {
    const decimal = readNumber(cells[column] ?? '')
    return { person: key, total: decimal && decimalToMinor(decimal, currency) }
  })
  if (totals.some(({ total }) => total === null)) return draft.note(UNREADABLE_TOTALS)
  if (totals.some(({ total }) => total?.isExact === false)) draft.addTolerance(currency, 1)
  for (const { person, total } of totals) draft.addTotal(currency, person, total!.minor)
}

/** @param nets what each person paid minus what they owe, without zeros */
function addRecord(
  row: Omit<DraftExpense, 'payers' | 'shares'>,
  nets: readonly ImportedPart[],
  draft: FileDraft,
): void {
  const [to, from] = nets.toSorted((a, b) => a.amount - b.amount)
  if (paymentWords.has(plainHeader(row.category ?? '')) && nets.length === 2) {
    if (Math.abs(row.amount) !== from!.amount) return draft.refuse(row.place, DISAGREES)
    return draft.addPayment({ ...row, amount: from!.amount, from: from!.person, to: to!.person })
  }
  // A refund is an expense with all signs turned.
  const sign = row.amount < 0 ? -1 : 1
  const lenders = nets.filter(({ amount }) => sign * amount > 0)
  // What the borrowers do not owe, the lenders shared among themselves; of several, only the sum is certain.
  const rest = sign * (row.amount - sumOfAmounts(lenders))
  // In a row whose cells all round to 0, nobody is owed anything.
  if (rest < 0 || lenders.length === 0) return draft.refuse(row.place, DISAGREES)
  const parts = allocate(
    rest,
    lenders.map(() => 1),
  )
  const ownShares = new Map(lenders.map(({ person }, index) => [person, sign * parts[index]!]))
  draft.addExpense({
    ...row,
    payers: lenders.map(({ person, amount }) => ({ person, amount: amount + ownShares.get(person)! })),
    shares: nets
      .map(({ person, amount }) => ({ person, amount: ownShares.get(person) ?? -amount }))
      .filter(({ amount }) => amount !== 0),
    arePayersEstimated: lenders.length > 1,
  })
  if (lenders.length > 1) draft.note(ESTIMATED)
}

const ESTIMATED =
  'Where several people paid, Splitwise does not say how much each: the payers are estimated, the balances are exact'
const DISAGREES = 'The cost and the amounts of the people do not fit together'
