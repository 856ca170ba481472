// Reads a file of another expense app: from bytes to people, records and questions. It never throws; a file that cannot be
// read is refused with a sentence. No file, server or clock is needed, so it runs in a worker.

import { archivePaths } from '#core/imports/archiveFiles.ts'
import { isCospendHeader, readCospend } from '#core/imports/apps/cospend.ts'
import { isBlankRow } from '#core/imports/text/csvTable.ts'
import { decodeText, startsWith } from '#core/imports/text/decodeText.ts'
import { readGeneric } from '#core/imports/apps/generic.ts'
import { isStatistics, suggestColumns } from '#core/imports/apps/genericColumns.ts'
import {
  isIhatemoneyHeader,
  isIhatemoneyJson,
  isIhatemoneyPlan,
  isIhatemoneyPlanHeader,
  readIhatemoneyCsv,
  readIhatemoneyJson,
} from '#core/imports/apps/ihatemoney.ts'
import { isJsonText, parseJsonFile } from '#core/imports/text/jsonText.ts'
import { parseCsv, type CsvRow } from '#core/imports/text/parseCsv.ts'
import { refusedFile, type ParsedFile, type ReadOptions, type RefusedFile } from '#core/imports/parsedFile.ts'
import { readArchive } from '#core/imports/readArchive.ts'
import { isSettleUpHeader, readSettleUp } from '#core/imports/apps/settleUp.ts'
import { isSpliitCsvHeader, readSpliitCsv } from '#core/imports/apps/spliitCsv.ts'
import { isSpliitJson, readSpliitJson } from '#core/imports/apps/spliitJson.ts'
import { isSplitwiseHeader, readSplitwise } from '#core/imports/apps/splitwise.ts'
import {
  isSplitwiseBalances,
  isSplitwiseJson,
  readSplitwiseBalances,
  readSplitwiseJson,
} from '#core/imports/apps/splitwiseJson.ts'
import { isTricountHeader, readTricountCsv } from '#core/imports/apps/tricountCsv.ts'
import { isTricountJson, readTricountJson } from '#core/imports/apps/tricountJson.ts'
import { ZIP_MARK, readZip } from '#core/imports/text/zip.ts'
import { fileLimits } from '#core/kernel/files.ts'
import { limits } from '#core/kernel/limits.ts'
import { POOL } from '#core/money/balances/ledger.ts'

const MB = 1024 * 1024

export const importLimits = {
  bytes: 5 * MB,
  /** Of the archive of a trip, with the photos and files that a trip can have. */
  archiveBytes: fileLimits.bytesOfTrip + 5 * MB,
  /** Rows that are not blank. */
  rows: 10_000,
  /** Columns of a CSV file. */
  columns: 1000,
} as const

/** The first bytes of files that people choose by mistake. */
const OTHER_FILES: readonly (readonly [mark: readonly number[], reason: string])[] = [
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF. Please choose the CSV or JSON file of the other app.'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'This is a workbook of a spreadsheet. Please save the sheet as CSV.'],
]

export function readImportFile(bytes: Uint8Array, options: ReadOptions = {}): ParsedFile | RefusedFile {
  if (bytes.length === 0) return refusedFile('The file is empty.')
  const isZip = startsWith(bytes, ZIP_MARK)
  const most = isZip ? importLimits.archiveBytes : importLimits.bytes
  if (bytes.length > most) return refusedFile(`The file is larger than ${most / MB} MB.`)
  if (isZip) return readZipFile(bytes, options)
  const other = OTHER_FILES.find(([mark]) => startsWith(bytes, mark))
  if (other) return refusedFile(other[1])
  const decoded = decodeText(bytes, options.encoding)
  if (decoded === null)
    return refusedFile('The file is not text, so no app can have exported it as CSV or JSON.')
  const { text, guess, isCutOff } = decoded
  if (MARKUP.test(text)) return refusedFile(WEB_PAGE)
  const parsed = isJsonText(text) ? readJson(text, options) : readCsv(text, options)
  if (parsed.kind === 'refused') return parsed
  if (isCrowd(parsed)) return refusedFile(`${limits.peopleOnTrip.text}.`)
  if (isCutOff) parsed.notes.unshift(CUT_OFF)
  if (guess) parsed.questions.unshift({ kind: 'encoding', assumed: guess.encoding, sample: guess.sample })
  return parsed
}

/** People often save a log-in page instead of the file; spreadsheets can save XML. */
const MARKUP = /^\s*<(?:!doctype|html|\?xml|!--)/i
const WEB_PAGE = 'This is a web page or XML. Please choose the CSV or JSON file of the other app.'
const CUT_OFF = 'The file ends in the middle of a character, so its end is missing'

const isCrowd = ({ people }: ParsedFile) =>
  people.filter(({ key }) => key !== POOL).length > limits.peopleOnTrip.max

const OTHER_ZIP =
  'This is a ZIP archive or a workbook of a spreadsheet. Please choose the CSV or JSON file, or save the sheet as CSV.'

function readZipFile(bytes: Uint8Array, options: ReadOptions): ParsedFile | RefusedFile {
  const files = readZip(bytes)
  // The manifest is the first entry: its name is there, whatever is cut off.
  const isOurs = () =>
    new TextDecoder().decode(bytes.subarray(0, FIRST_NAME_WITHIN)).includes(archivePaths.manifest)
  if (typeof files === 'string') return refusedFile(isOurs() ? files : OTHER_ZIP)
  const parsed = readArchive(files, options)
  if (parsed === null) return refusedFile(OTHER_ZIP)
  return parsed.kind === 'recognized' && isCrowd(parsed)
    ? refusedFile(`${limits.peopleOnTrip.text}.`)
    : parsed
}

/** Bytes of the head and the name of a ZIP file's first entry, with room for a folder. */
const FIRST_NAME_WITHIN = 100

function readJson(text: string, options: ReadOptions): ParsedFile | RefusedFile {
  const json = parseJsonFile(text)
  if (json === undefined) return refusedFile('The file begins as JSON, and is damaged or cut off.')
  const readers: [
    (json: unknown) => boolean,
    (json: unknown, options: ReadOptions) => ParsedFile | RefusedFile,
  ][] = [
    [isSpliitJson, readSpliitJson],
    [isTricountJson, readTricountJson],
    [isIhatemoneyJson, readIhatemoneyJson],
    [isIhatemoneyPlan, () => refusedFile(PLAN_ONLY)],
    [isSplitwiseJson, readSplitwiseJson],
    [isSplitwiseBalances, readSplitwiseBalances],
    [isStatisticsJson, () => refusedFile(STATISTICS_ONLY)],
  ]
  const found = readers.find(([is]) => is(json))
  if (!found) return refusedFile('This JSON file is from no app that can be read here.')
  const parsed = found[1](json, options)
  return parsed.kind === 'recognized' && parsed.records.length + parsed.refused.length > importLimits.rows
    ? tooManyRows
    : parsed
}

/** As I hate money writes them: what each member paid, spent and has left. */
const isStatisticsJson = (json: unknown): boolean =>
  Array.isArray(json) && typeof json[0] === 'object' && json[0] !== null && isStatistics(Object.keys(json[0]))

const tooManyRows = refusedFile('The file has more than 10,000 rows.')

function readCsv(text: string, options: ReadOptions): ParsedFile | RefusedFile {
  const recognized = recognizeCsv(text)
  if (recognized === null) return refusedFile('No table was found in the file.')
  const { delimiter, header, read } = recognized
  const rows = parseCsv(text, delimiter, 2 * importLimits.rows + 1)
  if (
    rows.length > 2 * importLimits.rows ||
    rows.filter((row) => !isBlankRow(row)).length > importLimits.rows
  )
    return tooManyRows
  if (rows[header]!.cells.length > importLimits.columns)
    return refusedFile('The table has more than 1,000 columns.')
  return read(rows, header, options)
}

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
