// The columns, numbers and dates of a CSV table, for the readers of all formats.

import type { CalendarDate } from '#core/kernel/calendar.ts'
import { numberStyleOf, readDecimal, type Decimal } from '#core/imports/text/decimal.ts'
import type { FileDraft } from '#core/imports/draftFile.ts'
import { dateOrderOf, readFileDate } from '#core/imports/text/fileDates.ts'
import type { CsvRow } from '#core/imports/text/parseCsv.ts'
import type { ReadOptions } from '#core/imports/parsedFile.ts'

export const isBlankRow = ({ cells }: CsvRow): boolean => cells.every((cell) => cell.trim() === '')

/** Empty where the row is shorter, or there is no such column. */
export const cellAt = ({ cells }: Pick<CsvRow, 'cells'>, column: number | null): string =>
  column === null ? '' : (cells[column] ?? '')

/** A header is compared in lower case and without blanks around it. */
export const plainHeader = (cell: string): string => cell.trim().toLowerCase()

/** A column whose cells are one person's. */
export interface PersonColumn {
  /** Its index. */
  column: number
  key: string
  name: string
}

/** The cell of a row under a header; empty where the row is shorter. The first column of a name counts. */
export type CellOf = (row: CsvRow, ...names: readonly string[]) => string
export function columnsOf({ cells }: CsvRow): { has: (name: string) => boolean; cellOf: CellOf } {
  const places = new Map<string, number>()
  for (const [column, cell] of cells.entries())
    if (!places.has(plainHeader(cell))) places.set(plainHeader(cell), column)
  return {
    has: (name) => places.has(name),
    cellOf: (row, ...names) => {
      const name = names.find((name) => places.has(name))
      return name === undefined ? '' : (row.cells[places.get(name)!] ?? '')
    },
  }
}

/** What the readers of all formats need for each of their rows. */
export interface TableContext {
  draft: FileDraft
  readNumber: (text: string) => Decimal | null
  readDate: (text: string) => CalendarDate | null
}

/**
 * Readers of the numbers and dates of all items of a file together, because one alone does not say in which style and
 * order they are; they ask where none decides it.
 */
export function cellReaders<Item>(
  items: readonly Item[],
  { numberStyle, dateOrder = 'dayFirst' }: ReadOptions,
  draft: FileDraft,
) {
  /** null for no number. */
  const numbers = (textsOf: (item: Item) => readonly string[]): TableContext['readNumber'] => {
    const texts = items.flatMap(textsOf)
    const style = numberStyleOf(texts)
    if (style !== 'unclear') return (text) => readDecimal(text, style)
    const sample = texts.find((text) => numberStyleOf([text]) === 'unclear') ?? ''
    draft.ask({ kind: 'numberStyle', assumed: numberStyle ?? null, sample: sample.trim() })
    return (text) => readDecimal(text, numberStyle ?? style)
  }
  return {
    numbers,
    /** A blank cell is 0, because the person has no part in the row. */
    numbersOrZero(textsOf: (item: Item) => readonly string[]): TableContext['readNumber'] {
      const read = numbers(textsOf)
      return (text) => (text.trim() === '' ? { digits: 0n, scale: 0 } : read(text))
    },
    dates(textOf: (item: Item) => string): TableContext['readDate'] {
      const texts = items.map(textOf)
      const order = dateOrderOf(texts)
      if (order === 'unclear') {
        const sample = texts.find((text) => dateOrderOf([text]) === 'unclear') ?? ''
        draft.ask({ kind: 'dateOrder', assumed: dateOrder, sample })
      }
      const decided = order === 'unclear' || order === null ? dateOrder : order
      return (text) => readFileDate(text, decided)
    },
  }
}

/** The rows below a header that are not blank, and their cells by the words above them. */
export function tableBelow(rows: readonly CsvRow[], header: number) {
  return { ...columnsOf(rows[header]!), below: rows.slice(header + 1).filter((row) => !isBlankRow(row)) }
}
