// The SQLite file of the read models: the leaves of all documents, and the checkpoint that they have. A cache of the log:
// it may be deleted at any time.

import { existsSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { isDiskError } from '#api/platform/diskError.ts'
import { createPrivateFile } from '#api/stores/privateFile.ts'
import { isBusy, isDamage } from '#api/stores/sqlite/sqliteErrors.ts'
import type { Leaf } from '#projections/platform/leaves.ts'
import { START } from '#core/store/eventStore.ts'
import type { Checkpoint } from '#projections/platform/readStore.ts'

/** Part of the file's name (openReadModels.ts). */
export const SCHEMA_VERSION = 2

const SCHEMA = `
  CREATE TABLE leaves (
    projection TEXT, key TEXT, leaf INTEGER, text TEXT NOT NULL, checksum INTEGER NOT NULL,
    PRIMARY KEY (projection, key, leaf)
  ) STRICT, WITHOUT ROWID;
  -- erased_at: milliseconds since 1970 of the first document removed since the file was last compacted
  CREATE TABLE checkpoint (position TEXT NOT NULL, ready INTEGER NOT NULL, erased_at INTEGER) STRICT;
  INSERT INTO checkpoint VALUES ('', 0, NULL);
  CREATE TABLE followers (name TEXT PRIMARY KEY, position TEXT NOT NULL) STRICT;
  PRAGMA user_version = ${SCHEMA_VERSION};
`

/** Creates the tables in an empty file. @throws Error for a file that is damaged or has another schema */
export function openReadModelsToWrite(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 1000 })
  try {
    // Deleted text is overwritten. A power cut may take the newest commits, and the log has them.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON')
    // Large enough for a build, whose rows have random keys.
    db.exec('PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 16384')
    const version = db.prepare('PRAGMA user_version').get()?.['user_version']
    if (version === 0) db.exec(`BEGIN; ${SCHEMA} COMMIT`)
    else if (version !== SCHEMA_VERSION) throw new Error(`${file} has schema ${String(version)}`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

export interface ReadModelReader {
  checkpoint(): Checkpoint
  /** The positions of the followers. */
  followers(): [name: string, position: string][]
  leaves(projection: string, key: string): Leaf[]
  /** The leaves of a document after this one, in pages that take a few milliseconds to parse. */
  leavesAfter(projection: string, key: string, leaf: number): { leaves: Leaf[]; isLast: boolean }
  /** Ascending, after this one; at most `limit`. */
  keysAfter(projection: string, key: string | null, limit: number): string[]
  /** Every document with its leaves, as they are at the first one. */
  all(): Generator<{ projection: string; key: string; leaves: Leaf[] }>
  /** May be repeated. */
  close(): void
}

const PAGE_CHARACTERS = 500_000

type StoredLeaf = [leaf: number, text: string, checksum: number]

/** SQLite itself notices no changed byte within a text: an altered amount would be served as it is. */
export const checksumOf = (projection: string, key: string, leaf: number, text: string): number =>
  crc32(text, crc32(`${projection} ${key} ${leaf}`))

/**
 * @param verifies whether `leaves` throws for a text that is not as it was written; default true
 * @throws Error for a file that is not there or damaged; each method throws for a damaged one
 */
export function openReadModelReader(file: string, verifies = true): ReadModelReader {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 1000 })
  const prepare = (sql: string) => {
    const statement = db.prepare(sql)
    statement.setReturnArrays(true)
    return statement
  }
  const checkpoint = prepare('SELECT position, ready FROM checkpoint')
  const followers = prepare('SELECT name, position FROM followers')
  const leaves = prepare(
    'SELECT leaf, text, checksum FROM leaves WHERE projection = ? AND key = ? AND leaf > ? ORDER BY leaf',
  )
  const allLeaves = prepare('SELECT leaf, text, checksum FROM leaves WHERE projection = ? AND key = ?')
  // Each document has the leaf -1.
  const first = prepare('SELECT key FROM leaves WHERE projection = ? AND leaf = -1 ORDER BY key LIMIT ?')
  const next = prepare(
    'SELECT key FROM leaves WHERE projection = ? AND key > ? AND leaf = -1 ORDER BY key LIMIT ?',
  )
  const checked = (projection: string, key: string, [leaf, text, checksum]: StoredLeaf): Leaf => {
    if (verifies && checksum !== checksumOf(projection, key, leaf, text))
      throw new Error(`${file}: ${projection} ${key} ${leaf} is not as it was written`)
    return [leaf, text]
  }
  const all = prepare('SELECT projection, key, leaf, text FROM leaves ORDER BY projection, key, leaf')
  return {
    checkpoint() {
      const [position, ready] = checkpoint.get() as unknown as [string, number]
      return { position, ready: ready === 1 }
    },
    followers: () => followers.all() as unknown as [string, string][],
    leaves: (projection, key) =>
      (allLeaves.all(projection, key) as unknown as StoredLeaf[]).map((row) => checked(projection, key, row)),
    leavesAfter(projection, key, leaf) {
      const page: Leaf[] = []
      let characters = 0
      for (const row of leaves.iterate(projection, key, leaf) as unknown as Iterable<StoredLeaf>) {
        if (characters >= PAGE_CHARACTERS) return { leaves: page, isLast: false }
        page.push(checked(projection, key, row))
        characters += row[1].length
      }
      return { leaves: page, isLast: true }
    },
    keysAfter(projection, key, limit) {
      const rows = key === null ? first.all(projection, limit) : next.all(projection, key, limit)
      return (rows as unknown as [string][]).map(([found]) => found)
    },
    *all() {
      let document: { projection: string; key: string; leaves: Leaf[] } | undefined
      for (const row of all.iterate() as unknown as Iterable<[string, string, number, string]>) {
        const [projection, key, leaf, text] = row
        if (document?.projection !== projection || document.key !== key) {
          if (document) yield document
          document = { projection, key, leaves: [] }
        }
        document.leaves.push([leaf, text])
      }
      if (document) yield document
    },
    close: () => db.isOpen && db.close(),
  }
}

/**
 * Keeps other processes from writing to the file until it is closed; null when another one does already.
 * @throws Error when the disk fails
 */
export function lockReadModels(file: string): { close(): void } | null {
  const name = `${file}-lock`
  createPrivateFile(name)
  try {
    return tryLock(name)
  } catch (error) {
    if (isBusy(error)) return null
    if (!isDamage(error)) throw error
    // Emptied, not removed: a process that locks it at this moment keeps its lock on the same file.
    truncateSync(name)
    return lockReadModels(file)
  }
}

function tryLock(name: string): DatabaseSync {
  const db = new DatabaseSync(name)
  try {
    db.exec('BEGIN EXCLUSIVE')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

export function removeReadModels(file: string): void {
  for (const name of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) rmSync(name, { force: true })
}

const FILES = /^readmodels-[0-9a-f]{12}\.db/
const DATABASES = /^readmodels-[0-9a-f]{12}\.db$/

/** Removes the read models in this folder. @param except the start of the names of those that stay */
export function removeReadModelsIn(folder: string, except?: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder))
    if (FILES.test(name) && (except === undefined || !name.startsWith(except)))
      rmSync(join(folder, name), { force: true })
}

/** The names of the read models in this folder, of every generation. */
export const readModelsIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => DATABASES.test(name)) : []

/**
 * For a process with its read models elsewhere: nothing would ever remove forgotten text from these files.
 * @returns those that stay, because another process writes to them or the disk fails
 */
export function removeUnusedReadModels(folder: string): string[] {
  return readModelsIn(folder).filter((name) => {
    try {
      const lock = lockReadModels(join(folder, name))
      if (lock) removeReadModels(join(folder, name))
      lock?.close()
      return !lock
    } catch {
      return true
    }
  })
}

/** The checkpoint of the file; it is replaced when its content cannot be read. @throws Error when the disk fails */
export function openOrReplace(file: string, onError: (error: unknown) => void): Checkpoint {
  try {
    return tryOpen(file)
  } catch (error) {
    if (isDiskError(error)) throw error
    onError(error)
    removeReadModels(file)
    return tryOpen(file)
  }
}

function tryOpen(file: string): Checkpoint {
  createPrivateFile(file)
  openReadModelsToWrite(file).close()
  const reader = openReadModelReader(file)
  try {
    const checkpoint = reader.checkpoint()
    if (checkpoint.ready || checkpoint.position === START) return checkpoint
  } finally {
    reader.close()
  }
  // A build is not synced to the disk before it is complete.
  removeReadModels(file)
  return tryOpen(file)
}
