// Reads the CSV of Settle Up. Lists of people and of their amounts stand in one cell each, joined by semicolons.

import { type CurrencyCode, sumOfAmounts } from '#core/kernel/money.ts'
import { shareParts } from '#core/money/split/shares.ts'
import {
  type CellOf,
  columnsOf,
  cellReaders,
  tableBelow,
  type TableContext,
} from '#core/imports/text/csvTable.ts'
import { decimalToMinor } from '#core/imports/text/decimal.ts'
import { draftFile } from '#core/imports/draftFile.ts'
import { fileCurrency, unknownCurrency } from '#core/imports/draftRecord.ts'
import type { CsvRow } from '#core/imports/text/parseCsv.ts'
import type { ParsedFile, ReadOptions } from '#core/imports/parsedFile.ts'

export function isSettleUpHeader(row: CsvRow): boolean {
  const { has } = columnsOf(row)
  return ['who paid', 'amount', 'currency', 'for whom', 'split amounts'].every(has)
}

const listIn = (cell: string): string[] => cell.split(';').map((item) => item.trim())

interface Context extends TableContext {
  cellOf: CellOf
}

export function readSettleUp(rows: readonly CsvRow[], header: number, options: ReadOptions): ParsedFile {
  const draft = draftFile('settleUp', options)
  const { cellOf, below } = tableBelow(rows, header)
  // Two people of one name cannot be told apart in this format.
  for (const row of below)
    for (const name of [...listIn(cellOf(row, 'who paid')), ...listIn(cellOf(row, 'for whom'))])
      if (name !== '') draft.personOf(name, name)
  const readers = cellReaders(below, options, draft)
  const context: Context = {
    ...{ draft, cellOf },
    readDate: readers.dates((row) => cellOf(row, 'date & time')),
    readNumber: readers.numbers((row) => [
      ...listIn(cellOf(row, 'amount')),
      ...listIn(cellOf(row, 'split amounts')),
    ]),
  }
  draft.each(below, (row) => readRow(row, context))
  return draft.finish()
}

interface NamedAmount {
  name: string
  person: string
  amount: number
}

function readRow(row: CsvRow, context: Context): void {
  const { draft, cellOf, readDate } = context
  const code = cellOf(row, 'currency')
  const currency = fileCurrency(code)
  if (currency === null) return draft.refuse(row, unknownCurrency(code))
  const paid = pairsIn(cellOf(row, 'who paid'), cellOf(row, 'amount'), currency, context)
  const split = pairsIn(cellOf(row, 'for whom'), cellOf(row, 'split amounts'), currency, context)
  if (paid === null || split === null)
    return draft.refuse(row, 'The people and their amounts do not fit together, or a number cannot be read')
  const rate = Number(cellOf(row, 'exchange rate').replace(',', '.'))
  if (rate > 0 && Number.isFinite(rate)) draft.setRate(currency, rate)
  draft.addRow(currency, paid, split)
  const amount = sumOfAmounts(paid)
  const missing = amount - sumOfAmounts(split)
  if (Math.abs(missing) > split.length)
    return draft.refuse(row, 'The split amounts do not add up to what was paid')
  if (amount === 0) return draft.skip(row, 'Nothing was paid')
  // Each of the sharers' amounts is rounded on its own in the file.
  if (missing !== 0) draft.addTolerance(currency, Math.abs(missing))
  const shares = withMissing(
    split,
    missing,
    JSON.stringify([row.cells[0], cellOf(row, 'date & time'), amount]),
  )
  const common = {
    place: row,
    date: readDate(cellOf(row, 'date & time')),
    description: cellOf(row, 'purpose'),
    category: cellOf(row, 'category'),
    currency,
    cells: [
      ...paid.map(({ name, amount }) => [name, `paid ${amount}`]),
      ...split.map(({ name, amount }) => [name, String(amount)]),
    ] as [string, string][],
  }
  const [from, to] = [paid[0], split[0]]
  if (cellOf(row, 'type').trim().toLowerCase() === 'transfer' && paid.length === 1 && split.length === 1)
    return draft.addPayment({ ...common, amount, from: from!.person, to: to!.person })
  const isEqual = split.every(({ amount }) => amount === split[0]!.amount)
  draft.addExpense({
    ...common,
    amount,
    payers: paid,
    shares,
    areSharesRoundedHere: missing !== 0 && isEqual,
  })
}

/** People and amounts of two cells, pair by pair; null when they do not fit together. */
function pairsIn(
  names: string,
  amounts: string,
  currency: CurrencyCode,
  { draft, readNumber }: Context,
): NamedAmount[] | null {
  const [listed, numbers] = [listIn(names), listIn(amounts)]
  if (listed.length !== numbers.length) return null
  const pairs = listed.flatMap((name, index): NamedAmount[] => {
    const decimal = readNumber(numbers[index]!)
    const minor = decimal && decimalToMinor(decimal, currency)
    return name === '' || !minor ? [] : [{ ...draft.personOf(name, name), amount: minor.minor }]
  })
  return pairs.length < listed.length ? null : pairs
}

/** Distributes the difference between amount and shares among the sharers with `shareParts`: at most a unit for each. */
function withMissing(split: readonly NamedAmount[], missing: number, row: string): NamedAmount[] {
  if (missing === 0) return [...split]
  const units = shareParts(
    row,
    Math.abs(missing),
    split.map(({ name }) => name),
  )
  return split.map((share, index) => ({
    ...share,
    amount: share.amount + Math.sign(missing) * units[index]!,
  }))
}
