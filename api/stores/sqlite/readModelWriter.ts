// The thread that writes the file of the read models. The rows of one commit come in pieces, so that neither thread holds
// the other up, and become one transaction with its checkpoint.

import { parentPort, workerData } from 'node:worker_threads'
import type { DatabaseSync } from 'node:sqlite'
import type { Checkpoint } from '#projections/platform/readStore.ts'
import { createPrivateFile } from '#api/stores/privateFile.ts'
import { checksumOf, openReadModelsToWrite, removeReadModels } from '#api/stores/sqlite/readModelFile.ts'
import { isDamage } from '#api/stores/sqlite/sqliteErrors.ts'

/** Without a leaf: removes the document. Without a text: removes the leaf. */
export type LeafRow = readonly [projection: string, key: string, leaf: number | null, text: string | null]

/** Ends a transaction. */
export interface CommitJob {
  rows: LeafRow[]
  checkpoint: Checkpoint
  /** The positions of the followers. */
  followers: [name: string, position: string][]
}

/** A commit and a reset get a reply; 'close' ends the thread. */
export type ReadModelJob = { rows: LeafRow[] } | CommitJob | 'reset' | 'close'

/** null when it is done. */
export type ReadModelReply = { failed: string | null; isDamaged?: boolean }

export interface ReadModelWriterOptions {
  file: string
  /**
   * How long copies of removed text may stay in the file: SQLite overwrites what it removes, but moving rows between pages
   * leaves copies behind that it does not find.
   */
  compactMs: number
}

/** How long removed text may stay in the write-ahead log. */
const WIPE_MS = 2000

const { file, compactMs } = workerData as ReadModelWriterOptions
const port = parentPort!
let wiping: NodeJS.Timeout | undefined
let compacting: NodeJS.Timeout | undefined
/** The error of the transaction under way. */
let failed: unknown = null
let db = open()
let building = isBuilding()
let statements = prepareStatements(db)
scheduleCompaction()

port.on('message', (job: ReadModelJob) => {
  if (job === 'reset') reply(reset)
  else if (job === 'close') close()
  else {
    write(job.rows, () => {
      if ('checkpoint' in job) move(job)
    })
    if ('checkpoint' in job) reply(commit)
  }
})

function open(): DatabaseSync {
  createPrivateFile(file)
  return openReadModelsToWrite(file)
}

/** A build that is interrupted begins again, so it is synced to the disk only at its end. */
function isBuilding(): boolean {
  const { ready } = db.prepare('SELECT ready FROM checkpoint').get()!
  if (ready === 0) db.exec('PRAGMA synchronous = OFF')
  return ready === 0
}

/** All documents are on the disk before the checkpoint says so. */
function endBuild(): void {
  db.exec('COMMIT; PRAGMA synchronous = NORMAL; PRAGMA wal_checkpoint(TRUNCATE); BEGIN IMMEDIATE')
  building = false
}

function prepareStatements(of: DatabaseSync) {
  return {
    clear: of.prepare('DELETE FROM leaves WHERE projection = ? AND key = ?'),
    remove: of.prepare('DELETE FROM leaves WHERE projection = ? AND key = ? AND leaf = ?'),
    set: of.prepare('INSERT OR REPLACE INTO leaves VALUES (?, ?, ?, ?, ?)'),
    move: of.prepare('UPDATE checkpoint SET position = ?, ready = ?'),
    follow: of.prepare('INSERT OR REPLACE INTO followers VALUES (?, ?)'),
    erase: of.prepare('UPDATE checkpoint SET erased_at = coalesce(erased_at, ?)'),
    erasedAt: of.prepare('SELECT erased_at AS at FROM checkpoint'),
  }
}

/** A failure is reported with the commit. */
function write(rows: readonly LeafRow[], also: () => void): void {
  if (failed !== null) return
  try {
    if (!db.isTransaction) db.exec('BEGIN IMMEDIATE')
    for (const [projection, key, leaf, text] of rows)
      if (leaf === null) clear(projection, key)
      else if (text === null) statements.remove.run(projection, key, leaf)
      else statements.set.run(projection, key, leaf, text, checksumOf(projection, key, leaf, text))
    also()
  } catch (error) {
    failed = error
  }
}

function move({ checkpoint: { position, ready }, followers }: CommitJob): void {
  if (building && ready) endBuild()
  statements.move.run(position, Number(ready))
  for (const [name, followed] of followers) statements.follow.run(name, followed)
}

function clear(projection: string, key: string): void {
  if (Number(statements.clear.run(projection, key).changes) > 0) statements.erase.run(Date.now())
}

function commit(): void {
  if (failed !== null) {
    const reason = failed
    failed = null
    if (db.isTransaction) db.exec('ROLLBACK')
    throw reason
  }
  db.exec('COMMIT')
  if (!building) wiping ??= setTimeout(wipe, WIPE_MS)
  scheduleCompaction()
}

function scheduleCompaction(): void {
  const erasedAt = statements.erasedAt.get()?.['at'] ?? null
  if (erasedAt === null || compacting) return
  compacting = setTimeout(compact, Math.max(Number(erasedAt) + compactMs - Date.now(), 0))
}

/**
 * Writes the whole file anew. Commits wait meanwhile, and reads do not. What was removed is forgotten only afterwards: a
 * process that is killed in between compacts again.
 */
function compact(): void {
  compacting = undefined
  if (db.isTransaction) {
    compacting = setTimeout(compact, WIPE_MS)
    return
  }
  try {
    db.exec('VACUUM; UPDATE checkpoint SET erased_at = NULL')
  } catch {
    // No room on the disk.
    compacting = setTimeout(compact, compactMs)
  }
  wiping ??= setTimeout(wipe, 0)
}

/** Moves the write-ahead log into the file; a reader of an older state delays it. */
function wipe(): void {
  wiping = undefined
  try {
    if (db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0) return
  } catch {
    // The next commit reports a disk that fails.
  }
  wiping = setTimeout(wipe, WIPE_MS)
}

/** May be repeated: the disk may fail in between. */
function reset(): void {
  stopTimers()
  if (db.isOpen) db.close()
  removeReadModels(file)
  db = open()
  building = isBuilding()
  statements = prepareStatements(db)
  failed = null
}

function close(): void {
  stopTimers()
  if (db.isOpen) db.close()
  port.close()
}

function stopTimers(): void {
  clearTimeout(wiping)
  clearTimeout(compacting)
  wiping = compacting = undefined
}

function reply(act: () => void): void {
  const done: ReadModelReply = { failed: null }
  try {
    act()
  } catch (error) {
    done.failed = String(error)
    done.isDamaged = isDamage(error)
  }
  port.postMessage(done)
}
