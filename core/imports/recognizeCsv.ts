// Finds out which app wrote a CSV file, from its header, whatever notes stand above it and whatever separates its cells.

import { isCospendHeader, readCospend } from '#core/imports/cospend.ts'
import { readGeneric } from '#core/imports/generic.ts'
import { isStatistics, suggestColumns } from '#core/imports/genericColumns.ts'
import { isIhatemoneyHeader, isIhatemoneyPlanHeader, readIhatemoneyCsv } from '#core/imports/ihatemoney.ts'
import { parseCsv, type CsvRow } from '#core/imports/parseCsv.ts'
import { refusedFile, type ParsedFile, type ReadOptions, type RefusedFile } from '#core/imports/parsedFile.ts'
import { isSettleUpHeader, readSettleUp } from '#core/imports/settleUp.ts'
import { isSpliitCsvHeader, readSpliitCsv } from '#core/imports/spliitCsv.ts'
import { isSplitwiseHeader, readSplitwise } from '#core/imports/splitwise.ts'
import { isTricountHeader, readTricountCsv } from '#core/imports/tricountCsv.ts'

/** @param header the index of the row of headers */
type CsvReader = (rows: readonly CsvRow[], header: number, options: ReadOptions) => ParsedFile | RefusedFile

export const PLAN_ONLY =
  'This is the plan of who pays whom of I hate money, without its expenses. Please export the bills instead.'

export const STATISTICS_ONLY =
  'This file holds statistics about people, without their expenses. Please export the expenses instead.'

/** In this order, because Splitwise is recognized by little. */
const formats: readonly [isHeader: (row: CsvRow, below: readonly CsvRow[]) => boolean, read: CsvReader][] = [
  [isSpliitCsvHeader, readSpliitCsv],
  [isTricountHeader, readTricountCsv],
  [isSettleUpHeader, readSettleUp],
  [isCospendHeader, (rows, _, options) => readCospend(rows, options)],
  [isIhatemoneyHeader, readIhatemoneyCsv],
  [isIhatemoneyPlanHeader, () => refusedFile(PLAN_ONLY)],
  [isSplitwiseHeader, readSplitwise],
  [({ cells }) => isStatistics(cells), () => refusedFile(STATISTICS_ONLY)],
]

const DELIMITERS = [',', ';', '\t']
/** A note and the name of the file can stand above the header. */
const ROWS_ABOVE = 20
const SAMPLED_ROWS = 40
/** A row without end must not be parsed for each delimiter. */
const SAMPLED_LENGTH = 65_536
/** A table of one or two columns has no expenses. */
const FEWEST_COLUMNS = 3

export interface RecognizedCsv {
  delimiter: string
  /** The index of the row of headers. */
  header: number
  read: CsvReader
}

/** null for a text that is no table. A table of no known app is generic. */
export function recognizeCsv(text: string): RecognizedCsv | null {
  const named = /^"?sep=([^\r\n"])"?[\r\n]/i.exec(text.slice(0, 10))?.[1]
  const delimiters = named === undefined ? DELIMITERS : [named]
  const start = text.slice(0, SAMPLED_LENGTH)
  const samples = delimiters.map((delimiter) => ({
    delimiter,
    rows: parseCsv(start, delimiter, SAMPLED_ROWS),
  }))
  for (const { delimiter, rows } of samples)
    for (const [header, row] of rows.slice(0, ROWS_ABOVE).entries()) {
      const format = formats.find(([isHeader]) => isHeader(row, rows.slice(header + 1)))
      if (format) return { delimiter, header, read: format[1] }
    }
  // A title can stand above the header of a table, too, and is narrower.
  const tables = samples.flatMap(({ delimiter, rows }) => {
    const wide = [...rows.slice(0, ROWS_ABOVE).entries()].filter(
      ([, { cells }]) => cells.length >= FEWEST_COLUMNS,
    )
    // Another table can stand above, of balances.
    const clear = wide.find(([at, { cells }]) => suggestColumns(cells, rows.slice(at + 1)) !== null)
    const header = (clear ?? wide[0])?.[0] ?? -1
    return header < 0 ? [] : [{ delimiter, header, read: readGeneric, width: rows[header]!.cells.length }]
  })
  return tables.toSorted((a, b) => b.width - a.width)[0] ?? null
}
