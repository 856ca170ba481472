// The high-water mark: the last acknowledged event, in a small file beside the log. SQLite drops the damaged end of its
// write-ahead log without an error; the mark shows missing events at the next start.

import { hash } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { LogDamaged } from '#core/store/eventStore.ts'
import { readModelsIn } from '#api/stores/sqlite/readModelFile.ts'
import { readLog } from '#api/stores/sqlite/sqliteErrors.ts'

/** The newest acknowledged event: its number in the log, and the hash of its row. */
interface Mark {
  eventNumber: number
  hash: string
}

export interface MarkedRow {
  eventNumber: number
  stream: string | null
  revision: number | null
  type: string | null
  data: string | null
  meta: string | null
}

/** Two marks are written alternately, so that one is whole when the machine stops while the other is written. */
const SLOT_BYTES = 128
const ROWS = 'SELECT place AS eventNumber, stream, revision, type, data, meta FROM events'
const NEWEST = `${ROWS} ORDER BY place DESC LIMIT 1`

export const highWaterMarkFile = (log: string): string => `${log}-head`

export interface HighWaterMark {
  /** Called once the row is durable: a mark must never be ahead of the log. */
  move(row: MarkedRow): void
  /** Without a sync, a stop of the machine may leave an older mark, which claims less and is never wrong. */
  sync(): void
  close(): void
}

/** @throws Error when the file cannot be made or written */
export function openHighWaterMark(log: string): HighWaterMark {
  const file = openSync(highWaterMarkFile(log), constants.O_RDWR | constants.O_CREAT, 0o600)
  let slot = 0
  return {
    move(row) {
      const text = `${row.eventNumber} ${hashOf(row)}`
      writeSync(file, `${text} ${checksumOf(text)}`.padEnd(SLOT_BYTES - 1) + '\n', slot * SLOT_BYTES)
      slot = 1 - slot
    },
    sync: () => fsyncSync(file),
    close: () => closeSync(file),
  }
}

/** Marks the log's current end, once it was verified. */
export function markNewest(mark: HighWaterMark, db: DatabaseSync): void {
  const newest = db.prepare(NEWEST).get()
  if (newest) mark.move(newest as unknown as MarkedRow)
}

/**
 * Compares the log with its mark; changes nothing, not even a damaged write-ahead log.
 * @throws LogDamaged when an acknowledged event is missing or differs; StoreUnavailable when that cannot be read for now
 */
export function checkHighWaterMark(log: string): void {
  const mark = readLog(() => readMark(log))
  if (!existsSync(log)) {
    if (mark || sizeOf(`${log}-wal`) > 0)
      throw new LogDamaged(`${log} is missing, but ${log}-wal or ${log}-head still exists`)
    const [readModels] = readLog(() => readModelsIn(dirname(log)))
    if (readModels !== undefined)
      throw new LogDamaged(`${log} is missing, but ${readModels} beside it was built from a log`)
    return
  }
  if (!mark) return
  const { newest, marked } = readLog(
    () => rowsOf(log, mark.eventNumber),
    () => log,
  )
  if (newest < mark.eventNumber)
    throw new LogDamaged(
      `${log} ends at position ${newest}, but changes up to position ${mark.eventNumber} were acknowledged`,
    )
  // A truncated event keeps its number and nothing else.
  if (!marked || (marked.stream !== null && hashOf(marked) !== mark.hash))
    throw new LogDamaged(
      `${log} has another event at position ${mark.eventNumber} than the one acknowledged there`,
    )
}

function rowsOf(log: string, eventNumber: number): { newest: number; marked: MarkedRow | undefined } {
  if (sizeOf(log) === 0) return { newest: 0, marked: undefined }
  const db = new DatabaseSync(log, { readOnly: true, timeout: 5000 })
  try {
    // Its tables were in a write-ahead log that is gone.
    if (!db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'events'`).get())
      return { newest: 0, marked: undefined }
    const newest = db.prepare(NEWEST).get() as MarkedRow | undefined
    const marked = db.prepare(`${ROWS} WHERE place = ?`).get(eventNumber)
    return { newest: newest?.eventNumber ?? 0, marked: marked as MarkedRow | undefined }
  } finally {
    db.close()
  }
}

function readMark(log: string): Mark | undefined {
  if (!existsSync(highWaterMarkFile(log))) return undefined
  const lines = readFileSync(highWaterMarkFile(log), 'utf8').split('\n')
  const marks = lines.flatMap((line) => {
    const [eventNumber = '', hash = '', checksum] = line.trim().split(' ')
    return checksum === checksumOf(`${eventNumber} ${hash}`)
      ? [{ eventNumber: Number(eventNumber), hash }]
      : []
  })
  return marks.reduce<Mark | undefined>(
    (newest, mark) => (newest && newest.eventNumber > mark.eventNumber ? newest : mark),
    undefined,
  )
}

const hashOf = ({ stream, revision, type, data, meta }: MarkedRow): string =>
  hash('sha256', JSON.stringify([stream, revision, type, data, meta]))

const checksumOf = (text: string): string => hash('sha256', text).slice(0, 16)

const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0)
