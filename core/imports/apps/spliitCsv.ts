// Reads the CSV export of Spliit. A cell is a person's share, with the sign of the payer turned: a payer without a share
// of their own is not in it, and is asked for unless nobody else is left.

import { allocate, type CurrencyCode } from '#core/kernel/money.ts'
import {
  cellAt,
  type CellOf,
  columnsOf,
  type PersonColumn,
  plainHeader,
  cellReaders,
  tableBelow,
  type TableContext,
} from '#core/imports/text/csvTable.ts'
import { decimalToMinor } from '#core/imports/text/decimal.ts'
import { askForCurrency, draftFile, type FileDraft } from '#core/imports/draftFile.ts'
import { fileCurrency, unknownCurrency, type DraftExpense } from '#core/imports/draftRecord.ts'
import { withoutFormulaGuard } from '#core/imports/text/fileText.ts'
import type { CsvRow } from '#core/imports/text/parseCsv.ts'
import type { ParsedFile, ImportedPart, ReadOptions } from '#core/imports/parsedFile.ts'

const SPLIT_MODE = 'split mode'

export function isSpliitCsvHeader(row: CsvRow): boolean {
  const { has } = columnsOf(row)
  return ['date', 'description', 'cost', 'is reimbursement', SPLIT_MODE].every(has)
}

interface Context extends TableContext {
  columns: readonly PersonColumn[]
  cellOf: CellOf
  options: ReadOptions
  /** For rows whose group has a symbol of its own instead of a currency. */
  askedFor: CurrencyCode | null
}

export function readSpliitCsv(rows: readonly CsvRow[], header: number, options: ReadOptions): ParsedFile {
  const draft = draftFile('spliit', options)
  const { cellOf, below } = tableBelow(rows, header)
  const { cells } = rows[header]!
  const firstPerson = cells.findIndex((cell) => plainHeader(cell) === SPLIT_MODE) + 1
  const columns = cells.slice(firstPerson).map((cell, index): PersonColumn => {
    const name = withoutFormulaGuard(cell).trim()
    return { column: firstPerson + index, name, key: draft.addPerson(name) }
  })
  const readers = cellReaders(below, options, draft)
  const readDate = readers.dates((row) => cellOf(row, 'date'))
  draft.note(
    'Spliit’s JSON export says more than its CSV: who paid each expense, and every cent of the shares',
  )
  draft.note('Spliit writes the dates of its server into a CSV, which can be a day early')
  const hasSymbol = below.some((row) => !isCode(cellOf(row, 'currency')))
  const askedFor = hasSymbol ? askForCurrency(draft, options) : null
  const readNumber = readers.numbersOrZero((row) => [
    cellOf(row, 'cost'),
    ...columns.map(({ column }) => cellAt(row, column)),
  ])
  const context = { draft, columns, cellOf, options, askedFor, readDate, readNumber }
  draft.each(below, (row) => readRow(row, context))
  return draft.finish()
}

const isCode = (text: string): boolean => /^[A-Z]{3}$/.test(text.trim())

function readRow(row: CsvRow, context: Context): void {
  const { draft, columns, cellOf, options, askedFor, readDate, readNumber } = context
  const code = cellOf(row, 'currency')
  const currency = isCode(code) ? fileCurrency(code) : askedFor
  if (currency === null) return draft.refuse(row, unknownCurrency(code))
  const read = (text: string) => {
    const decimal = readNumber(text)
    return decimal && (decimalToMinor(decimal, currency)?.minor ?? null)
  }
  const cost = read(cellOf(row, 'cost'))
  const cells = columns.map(({ key, column }) => ({ person: key, amount: read(cellAt(row, column)) }))
  if (cost === null || cells.some(({ amount }) => amount === null))
    return draft.refuse(row, 'A number in this row cannot be read')
  const signed = cells.map(({ person, amount }) => ({ person, amount: amount! }))
  const isEven = /^even/i.test(cellOf(row, SPLIT_MODE).trim())
  const shares = sharesOfCells(signed, cost, isEven)
  if (shares === null) return draft.refuse(row, 'The shares of the people do not add up to the cost')
  const description = withoutFormulaGuard(cellOf(row, 'description'))
  const payer = payerOf(row, { signed, cost, currency, description, draft, options })
  if (payer === null)
    return draft.refuse(row, 'Spliit’s CSV does not say who paid this. Choose who, or use its JSON export')
  const payers = [{ person: payer, amount: cost }]
  draft.addRow(currency, payers, shares)
  const nameOf = (person: string) => columns.find(({ key }) => key === person)!.name
  const common = {
    place: row,
    date: readDate(cellOf(row, 'date')),
    description,
    category: cellOf(row, 'category'),
    currency,
    cells: [
      [nameOf(payer), 'paid'],
      ...signed
        .filter(({ amount }) => amount !== 0)
        .map(({ person, amount }) => [nameOf(person), String(Math.abs(amount))]),
    ] as [string, string][],
  } satisfies Partial<DraftExpense>
  if (cellOf(row, 'is reimbursement').trim().toLowerCase() !== 'yes')
    return draft.addExpense({ ...common, amount: cost, payers, shares })
  draft.addPayments(
    { ...common, amount: cost },
    payer,
    shares.map((share) => ({ ...share, name: nameOf(share.person) })),
  )
}

/**
 * With the sign of the cost. Exports before August 2026 label rows as even whose cells are not: their sharers share
 * equally. null when the cells miss the cost by more than their rounding.
 */
function sharesOfCells(
  signed: readonly ImportedPart[],
  cost: number,
  isEven: boolean,
): ImportedPart[] | null {
  const sharers = signed.filter(({ amount }) => amount !== 0)
  const sizes = sharers.map(({ amount }) => Math.abs(amount))
  if (sizes.length === 0) return null
  const sum = sizes.reduce((sum, size) => sum + size, 0)
  const spread =
    sizes.reduce((most, size) => Math.max(most, size), 0) -
    sizes.reduce((least, size) => Math.min(least, size), Infinity)
  const isWrong = isEven && spread > 1
  if (!isWrong && Math.abs(sum - Math.abs(cost)) > sizes.length) return null
  const weights = isWrong ? sizes.map(() => 1) : sizes
  const parts = allocate(Math.abs(cost), weights)
  return sharers.map(({ person }, index) => ({ person, amount: Math.sign(cost) * parts[index]! }))
}

interface PayerQuestion {
  signed: readonly ImportedPart[]
  cost: number
  currency: CurrencyCode
  description: string
  draft: FileDraft
  options: ReadOptions
}

/** The person whose cell has the payer's sign, else the only person without a share, else the answer. */
function payerOf(
  row: CsvRow,
  { signed, cost, currency, description, draft, options }: PayerQuestion,
): string | null {
  const found = signed.filter(({ amount }) => Math.sign(amount) === Math.sign(cost) && amount !== 0)
  if (found.length > 0) return found.length === 1 ? found[0]!.person : null
  const candidates = signed.filter(({ amount }) => amount === 0).map(({ person }) => person)
  if (candidates.length < 2) return candidates[0] ?? null
  const answered = options.payers?.get(row.line)
  const assumed = answered !== undefined && candidates.includes(answered) ? answered : null
  draft.ask({
    kind: 'payer',
    line: row.line,
    description,
    currency,
    amount: Math.abs(cost),
    candidates,
    assumed,
  })
  return assumed
}
