// The thread that writes the log. All that waits when it turns to its mail becomes one transaction with one sync of
// the disk; meanwhile the next batch collects. Each append's revision is checked inside the transaction, so a wrong
// one costs only itself, also when another process writes to the same file.

import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { NO_STREAM } from '#core/store/eventStore.ts'
import type { EventText } from '#core/store/eventText.ts'
import { whenFree } from '#api/stores/sqliteBusy.ts'
import { openToWrite } from '#api/stores/sqliteSchema.ts'

export interface WriterOptions {
  file: string
  /** How long to wait for another process that writes. */
  busyMs: number
  /** How long forgotten data may stay in the write-ahead log. */
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
export type Mail = Job[] | 'close'

export interface Written {
  revision: number
  place: number
}
/** The revision the stream is at, which is not the one expected. */
export interface Wrong {
  wrong: number
}
export interface Failed {
  failed: string
}
export type Outcome = Written | Wrong | 'truncated' | Failed
/** 'ready' comes first; then the outcomes of all jobs in their order. */
export type Reply = 'ready' | Outcome[]

const { file, busyMs, wipeMs } = workerData as WriterOptions
const port = parentPort!
const db = openToWrite(file, busyMs)
const findStream = db.prepare('SELECT last, keep FROM streams WHERE name = ?')
const insert = db.prepare('INSERT INTO events (stream, revision, type, data, meta) VALUES (?, ?, ?, ?, ?)')
const moveOn = db.prepare(
  'INSERT INTO streams (name, last, keep) VALUES (?, ?, ?) ' +
    'ON CONFLICT (name) DO UPDATE SET last = excluded.last, keep = excluded.keep',
)
const empty = db.prepare(
  'UPDATE events SET stream = NULL, revision = NULL, type = NULL, data = NULL, meta = NULL ' +
    'WHERE stream = ? AND revision < ?',
)
let wiping: NodeJS.Timeout | undefined

wipe()
port.on('message', work)
port.postMessage('ready' satisfies Reply)

function work(first: Mail) {
  const jobs: Job[] = []
  let mail: Mail | undefined = first
  while (mail && mail !== 'close') {
    jobs.push(...mail)
    mail = receiveMessageOnPort(port)?.message
  }
  if (jobs.length > 0) port.postMessage(commit(jobs) satisfies Reply)
  if (mail === 'close') {
    clearTimeout(wiping)
    db.close()
    port.close()
  }
}

function commit(jobs: Job[]): Outcome[] {
  try {
    whenFree(busyMs, () => db.exec('BEGIN IMMEDIATE'))
    const outcomes = jobs.map((job) => ('events' in job ? append(job) : truncate(job)))
    db.exec('COMMIT')
    return outcomes
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    return jobs.map(() => ({ failed: String(error) }))
  }
}

function append({ stream, expected, events, keep }: AppendJob): Outcome {
  const found = findStream.get(stream) as { last: number; keep: number | null } | undefined
  let revision = found?.last ?? NO_STREAM
  if (revision !== expected) return { wrong: revision }
  let place = 0
  for (const { type, data, meta } of events) {
    place = Number(insert.run(stream, ++revision, type, data, meta).lastInsertRowid)
  }
  const kept = keep ?? found?.keep ?? null
  moveOn.run(stream, revision, kept)
  if (kept !== null) forget(stream, revision + 1 - kept)
  return { revision, place }
}

function truncate({ stream, before }: TruncateJob): Outcome {
  forget(stream, before)
  return 'truncated'
}

function forget(stream: string, before: number) {
  const { changes } = empty.run(stream, before)
  if (changes > 0) wiping ??= setTimeout(wipe, wipeMs)
}

/** Emptied rows are still whole in the write-ahead log until it is folded into the file and cut off. */
function wipe() {
  wiping = undefined
  if (!wiped()) wiping = setTimeout(wipe, wipeMs)
}

/** False where somebody is reading an older part, or the disk will not have it; the next append will say so. */
function wiped(): boolean {
  try {
    return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0
  } catch {
    return false
  }
}
