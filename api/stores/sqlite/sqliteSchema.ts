// The schema of the log's file. A truncated event keeps only its number: its row is emptied, never deleted. That way no
// number is assigned twice, and `secure_delete` really overwrites the data: deleting rows makes SQLite move their
// neighbours between pages and leaves copies behind that a later deletion does not find (measured: 20 of 68,386 deleted
// rows were still readable in the file; of 130,730 emptied ones none).

import { DatabaseSync } from 'node:sqlite'
import { retryWhileBusy } from '#api/stores/sqlite/sqliteErrors.ts'

const VERSION = 1

// `place` is the number of the event in the log.
const SCHEMA = `
  CREATE TABLE events (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    stream TEXT, revision INTEGER, type TEXT, data TEXT, meta TEXT
  ) STRICT;
  CREATE UNIQUE INDEX events_of_stream ON events (stream, revision) WHERE stream IS NOT NULL;

  -- last: revision of the newest event ever written; keep: how many of the newest stay, all where it is null
  CREATE TABLE streams (name TEXT PRIMARY KEY, last INTEGER NOT NULL, keep INTEGER) STRICT, WITHOUT ROWID;
  PRAGMA user_version = ${VERSION};
`

/**
 * Opens the log for writing, and creates its tables in a new file.
 * @param busyMs how long to wait for another process
 * @throws Error when the file cannot be opened, is not a log, or has a newer schema
 */
export function openToWrite(file: string, busyMs: number): DatabaseSync {
  const db = new DatabaseSync(file)
  retryWhileBusy(busyMs, () => db.exec('PRAGMA journal_mode = WAL'))
  db.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA journal_size_limit = 67108864')
  retryWhileBusy(busyMs, () => db.exec('BEGIN IMMEDIATE'))
  const version = db.prepare('PRAGMA user_version').get()?.['user_version']
  if (version === 0) db.exec(SCHEMA)
  else if (version !== VERSION)
    throw new Error(`${file} has schema ${String(version)}, this program reads ${VERSION}`)
  db.exec('COMMIT')
  return db
}
