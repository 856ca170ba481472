// Who shares a row of a table that no known app wrote: the names in one cell, a column for each person with their share or
// a mark, or everybody.

import { decimalToMinor, type Decimal } from '#core/imports/decimal.ts'
import { withoutFormulaGuard } from '#core/imports/fileText.ts'
import { moneyText } from '#core/imports/moneyText.ts'
import type { CsvRow } from '#core/imports/parseCsv.ts'
import type { GenericColumns, ImportedPart } from '#core/imports/parsedFile.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { shareParts } from '#core/money/shares.ts'

export const cellAt = ({ cells }: Pick<CsvRow, 'cells'>, column: number | null): string =>
  column === null ? '' : (cells[column] ?? '')

export const nameIn = (cell: string): string => withoutFormulaGuard(cell.trim())

/** The names in the cell of the sharers, which commas, semicolons, bars or line breaks separate. */
export function sharerNames(row: CsvRow, { sharers }: GenericColumns): string[] {
  if (!sharers || !('column' in sharers)) return []
  return [
    ...new Set(
      cellAt(row, sharers.column)
        .split(/[,;|\n]/)
        .map(nameIn),
    ),
  ].filter((name) => name !== '')
}

const YES = new Set([
  'x',
  '✓',
  '✔',
  '✔️',
  '✅',
  '☑',
  '☑️',
  'yes',
  'y',
  'true',
  'ja',
  'oui',
  'sí',
  'si',
  'sim',
  'wahr',
  'vrai',
])
const NO = new Set([
  '',
  '-',
  '–',
  '☐',
  '✗',
  '✘',
  '❌',
  'no',
  'n',
  'false',
  'nein',
  'non',
  'não',
  'falsch',
  'faux',
])
const plain = (cell: string) => cell.slice(0, 10).trim().toLowerCase()

/** Whether a cell can be a person's share: blank, a number or a mark. */
export const isShareCell = (cell: string): boolean =>
  NO.has(plain(cell)) || YES.has(plain(cell)) || /^[-+−(]?\d[\d.,'’\s]*\)?$/.test(moneyText(cell).number)

interface SharesContext {
  columns: GenericColumns
  /** Keys by name, of everybody in the file. */
  people: ReadonlyMap<string, string>
  /** The person of a column of shares. */
  personOf: ReadonlyMap<number, string>
  readNumber: (text: string) => Decimal | null
}

export interface GenericShares {
  /** The shares, with the sign of the amount. */
  parts: ImportedPart[]
  /** The file has no numbers for them. */
  isEqual: boolean
}

/** null when a share cannot be read, or nobody shares. */
export function rowShares(
  row: CsvRow,
  amount: number,
  currency: CurrencyCode,
  { columns, people, personOf, readNumber }: SharesContext,
): GenericShares | null {
  const { sharers } = columns
  const equal = (of: readonly { name: string; person: string }[]): GenericShares | null => {
    if (of.length === 0) return null
    const names = of.map(({ name }) => name)
    const sizes = shareParts(JSON.stringify([row.cells, amount]), Math.abs(amount), names)
    const parts = of.map(({ person }, index) => ({ person, amount: Math.sign(amount) * sizes[index]! }))
    return { parts, isEqual: true }
  }
  if (!sharers || 'column' in sharers) {
    const names = sharers === null ? [...people.keys()] : sharerNames(row, columns)
    return equal(names.map((name) => ({ name, person: people.get(name)! })))
  }
  const filled = sharers.shareOf.filter((column) => !NO.has(plain(cellAt(row, column))))
  if (filled.length > 0 && filled.every((column) => YES.has(plain(cellAt(row, column)))))
    return equal(filled.map((column) => ({ name: personOf.get(column)!, person: personOf.get(column)! })))
  const shares = filled.map((column) => {
    const decimal = readNumber(moneyText(cellAt(row, column)).number)
    const minor = decimal && decimalToMinor(decimal, currency)
    return { person: personOf.get(column)!, amount: minor?.minor ?? null }
  })
  const isReadable = shares.every((share): share is ImportedPart => share.amount !== null)
  return isReadable ? { parts: shares.filter((share) => share.amount !== 0), isEqual: false } : null
}
