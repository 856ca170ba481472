// The log's file. A forgotten event keeps only its place: its row is emptied, never deleted. That way no place is
// given out twice, and `secure_delete` really overwrites what was there: deleting rows makes SQLite move their
// neighbours between pages and leaves copies of them behind, which a later deletion does not find (measured:
// 20 of 68,386 deleted rows could still be read in the file; of 130,730 emptied ones none).

import { DatabaseSync } from 'node:sqlite'
import { whenFree } from '#api/stores/sqliteErrors.ts'

const VERSION = 1

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
 * Opens the log to write to it, and makes its tables when the file is new.
 * @param busyMs how long to wait for another process
 * @throws when the file cannot be opened, is no log, or was written by a newer version of this program
 */
export function openToWrite(file: string, busyMs: number): DatabaseSync {
  const db = new DatabaseSync(file)
  whenFree(busyMs, () => db.exec('PRAGMA journal_mode = WAL'))
  db.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA journal_size_limit = 67108864')
  whenFree(busyMs, () => db.exec('BEGIN IMMEDIATE'))
  const version = db.prepare('PRAGMA user_version').get()?.['user_version']
  if (version === 0) db.exec(SCHEMA)
  else if (version !== VERSION)
    throw new Error(`${file} has schema ${String(version)}, this program reads ${VERSION}`)
  db.exec('COMMIT')
  return db
}
