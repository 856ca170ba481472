// Reads a file of another expense app: from bytes to people, records and questions. It never throws; a file that cannot be
// read is refused with a sentence. No file, server or clock is needed, so it runs in a worker.

import { limits } from '#core/kernel/limits.ts'
import { POOL } from '#core/money/ledger.ts'
import { isBlankRow } from '#core/imports/csvTable.ts'
import { decodeText, startsWith } from '#core/imports/decodeText.ts'
import { isStatistics } from '#core/imports/genericColumns.ts'
import { isIhatemoneyJson, isIhatemoneyPlan, readIhatemoneyJson } from '#core/imports/ihatemoney.ts'
import { isJsonText, parseJsonFile } from '#core/imports/jsonText.ts'
import { parseCsv } from '#core/imports/parseCsv.ts'
import { archivePaths } from '#core/imports/archiveFiles.ts'
import { readArchive } from '#core/imports/readArchive.ts'
import { refusedFile, type ParsedFile, type ReadOptions, type RefusedFile } from '#core/imports/parsedFile.ts'
import { PLAN_ONLY, recognizeCsv, STATISTICS_ONLY } from '#core/imports/recognizeCsv.ts'
import { isSpliitJson, readSpliitJson } from '#core/imports/spliitJson.ts'
import {
  isSplitwiseBalances,
  isSplitwiseJson,
  readSplitwiseBalances,
  readSplitwiseJson,
} from '#core/imports/splitwiseJson.ts'
import { readZip, ZIP_MARK } from '#core/imports/zip.ts'
import { isTricountJson, readTricountJson } from '#core/imports/tricountJson.ts'

export const importLimits = {
  bytes: 5 * 1024 * 1024,
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
  if (bytes.length > importLimits.bytes) return refusedFile('The file is larger than 5 MB.')
  if (startsWith(bytes, ZIP_MARK)) return readZipFile(bytes, options)
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
