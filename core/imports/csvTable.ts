// The columns, numbers and dates of a CSV table, for the readers of all formats.

import type { CalendarDate } from '#core/kernel/calendar.ts'
import { numberStyleOf, readDecimal, type Decimal } from '#core/imports/decimal.ts'
import type { FileDraft } from '#core/imports/draftFile.ts'
import { dateOrderOf, readFileDate } from '#core/imports/fileDates.ts'
import type { CsvRow } from '#core/imports/parseCsv.ts'
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
export function columnsOf({ cells }: CsvRow): {
  has: (name: string) => boolean
  cellOf: (row: CsvRow, ...names: readonly string[]) => string
} {
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

/** Reads the numbers of a file in the style that all of them allow, and asks when none decides it; null for no number. */
export function numberReader(
  texts: readonly string[],
  { numberStyle: answered }: ReadOptions,
  draft: FileDraft,
): (text: string) => Decimal | null {
  const style = numberStyleOf(texts)
  if (style !== 'unclear') return (text) => readDecimal(text, style)
  const sample = texts.find((text) => numberStyleOf([text]) === 'unclear') ?? ''
  draft.ask({ kind: 'numberStyle', assumed: answered ?? null, sample: sample.trim() })
  return (text) => readDecimal(text, answered ?? style)
}

/** As `numberReader`; a blank cell is 0, because the person has no part in the row. */
export function blankAsZero(...of: Parameters<typeof numberReader>): (text: string) => Decimal | null {
  const read = numberReader(...of)
  return (text) => (text.trim() === '' ? { digits: 0n, scale: 0 } : read(text))
}

/** Reads the dates of a file in the order that all of them allow, and asks when none decides it. */
export function dateReader(
  texts: readonly string[],
  { dateOrder = 'dayFirst' }: ReadOptions,
  draft: FileDraft,
): (text: string) => CalendarDate | null {
  const order = dateOrderOf(texts)
  if (order === 'unclear') {
    const sample = texts.find((text) => dateOrderOf([text]) === 'unclear') ?? ''
    draft.ask({ kind: 'dateOrder', assumed: dateOrder, sample })
  }
  const decided = order === 'unclear' || order === null ? dateOrder : order
  return (text) => readFileDate(text, decided)
}
