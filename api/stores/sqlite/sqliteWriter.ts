// The thread that writes the log. All waiting jobs become one transaction with one sync of the disk; meanwhile the next
// batch collects. Each append's revision is checked inside the transaction, so a wrong one fails alone, also when
// another process writes to the same file.

import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { NO_STREAM, type EventText } from '#core/store/eventStore.ts'
import { errorText } from '#api/platform/diskError.ts'
import { markNewest, openHighWaterMark, type MarkedRow } from '#api/stores/highWaterMark.ts'
import { isDamage, retryWhileBusy } from '#api/stores/sqlite/sqliteErrors.ts'
import { openToWrite } from '#api/stores/sqlite/sqliteSchema.ts'

export interface WriterOptions {
  file: string
  /** How long to wait for another writing process. */
  busyMs: number
  /** How long truncated data may stay in the write-ahead log, and any data once nothing more is written. */
  wipeMs: number
}

export interface AppendJob {
  stream: string
  expected: number
  events: EventText[]
  keep: number | undefined
}
export interface TruncateJob {
  stream: string
  before: number
}
export type Job = AppendJob | TruncateJob
/** 'close' comes last. */
export type WriterMessage = Job[] | 'close'

/** The revision and number of an append's last event. */
export interface WrittenOutcome {
  revision: number
  eventNumber: number
  /** The stream keeps only its newest events: the append may have truncated others, also of this transaction. */
  truncates: boolean
}
export interface WrongRevisionOutcome {
  wrong: number
  /** All events of the stream are truncated. */
  isTruncated: boolean
}
export interface FailedOutcome {
  failed: string
  /** The file is damaged: the next attempt fails as well. */
  damaged: boolean
}
export type WriteOutcome = WrittenOutcome | WrongRevisionOutcome | 'truncated' | FailedOutcome
/** 'ready' comes first; then the outcomes of all jobs in their order. */
export type WriterReply = 'ready' | WriteOutcome[]

const { file, busyMs, wipeMs } = workerData as WriterOptions
const port = parentPort!
const db = openToWrite(file, busyMs)
const findStream = db.prepare('SELECT last, keep FROM streams WHERE name = ?')
const findEvent = db.prepare('SELECT 1 FROM events WHERE stream = ? LIMIT 1')
const insert = db.prepare('INSERT INTO events (stream, revision, type, data, meta) VALUES (?, ?, ?, ?, ?)')
const updateStream = db.prepare(
  'INSERT INTO streams (name, last, keep) VALUES (?, ?, ?) ' +
    'ON CONFLICT (name) DO UPDATE SET last = excluded.last, keep = excluded.keep',
)
const emptyRowsBefore = db.prepare(
  'UPDATE events SET stream = NULL, revision = NULL, type = NULL, data = NULL, meta = NULL ' +
    'WHERE stream = ? AND revision < ?',
)
/** The last row of the current transaction. */
let newest: MarkedRow | undefined
let wiping: NodeJS.Timeout | undefined
const mark = openHighWaterMark(file)
markNewest(mark, db)

wipe()
port.on('message', work)
port.postMessage('ready' satisfies WriterReply)

function work(first: WriterMessage) {
  const jobs: Job[] = []
  let message: WriterMessage | undefined = first
  while (message && message !== 'close') {
    jobs.push(...message)
    message = receiveMessageOnPort(port)?.message
  }
  if (jobs.length > 0) port.postMessage(commit(jobs) satisfies WriterReply)
  if (message === 'close') {
    clearTimeout(wiping)
    mark.close()
    db.close()
    port.close()
  }
}

function commit(jobs: Job[]): WriteOutcome[] {
  try {
    retryWhileBusy(busyMs, () => db.exec('BEGIN IMMEDIATE'))
    const outcomes = jobs.map((job) => ('events' in job ? append(job) : truncate(job)))
    db.exec('COMMIT')
    wiping ??= setTimeout(wipe, wipeMs)
    moveMark()
    return outcomes
  } catch (error) {
    newest = undefined
    if (db.isTransaction) db.exec('ROLLBACK')
    return jobs.map(() => ({ failed: errorText(error), damaged: isDamage(error) }))
  }
}

function moveMark() {
  if (!newest) return
  try {
    mark.move(newest)
  } catch {
    // The events are durable; an older mark claims less.
  }
  newest = undefined
}

function append({ stream, expected, events, keep }: AppendJob): WriteOutcome {
  const found = findStream.get(stream) as { last: number; keep: number | null } | undefined
  let revision = found?.last ?? NO_STREAM
  if (revision !== expected)
    return { wrong: revision, isTruncated: found !== undefined && findEvent.get(stream) === undefined }
  let eventNumber = 0
  for (const { type, data, meta } of events) {
    eventNumber = Number(insert.run(stream, ++revision, type, data, meta).lastInsertRowid)
    newest = { eventNumber, stream, revision, type, data, meta }
  }
  const maxEvents = keep ?? found?.keep ?? null
  updateStream.run(stream, revision, maxEvents)
  if (maxEvents !== null) emptyRowsBefore.run(stream, revision + 1 - maxEvents)
  return { revision, eventNumber, truncates: maxEvents !== null }
}

function truncate({ stream, before }: TruncateJob): WriteOutcome {
  emptyRowsBefore.run(stream, before)
  return 'truncated'
}

/**
 * Folds the write-ahead log into the file and truncates it. Until then it contains emptied rows in full, and damage to
 * it would affect the newest events.
 */
function wipe() {
  wiping = wiped() ? undefined : setTimeout(wipe, wipeMs)
}

/** false when an older part is being read, or the disk fails; the next append reports a failure. */
function wiped(): boolean {
  try {
    mark.sync()
    return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0
  } catch {
    return false
  }
}
