// Multiplies the log of a year: each copy has other people, trips, conversations and commands, so that the documents are
// as many and as large as after so many events of a real installation. The hash chains of the copies are not valid.

import { DatabaseSync } from 'node:sqlite'

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const NAME = /\bperson(\d+)\b/g

interface Row {
  place: number
  stream: string
  revision: number
  type: string
  data: string
  meta: string
}

/**
 * Appends copies to a closed log until it has at least this many events.
 * @returns the number of events
 */
export function multiplyLog(file: string, atLeast: number): number {
  const db = new DatabaseSync(file)
  const rows = db
    .prepare('SELECT * FROM events WHERE stream IS NOT NULL ORDER BY place')
    .all() as unknown as Row[]
  const streams = db.prepare('SELECT * FROM streams').all() as {
    name: string
    last: number
    keep: number | null
  }[]
  const insert = db.prepare(
    'INSERT INTO events (place, stream, revision, type, data, meta) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const addStream = db.prepare('INSERT INTO streams (name, last, keep) VALUES (?, ?, ?)')
  const width = rows.at(-1)!.place
  let copies = 1
  for (; copies * rows.length < atLeast; copies++) {
    const renamed = (text: string) => renameIn(text, copies)
    db.exec('BEGIN')
    for (const { place, stream, revision, type, data, meta } of rows)
      insert.run(copies * width + place, renamed(stream), revision, type, renamed(data), renamed(meta))
    for (const { name, last, keep } of streams) addStream.run(renamed(name), last, keep)
    db.exec('COMMIT')
  }
  db.close()
  return copies * rows.length
}

/** Ids differ in their first four digits: random ones, which do not meet by chance. */
function renameIn(text: string, copy: number): string {
  return text
    .replace(
      ID,
      (id) => (Number.parseInt(id.slice(0, 4), 16) ^ copy).toString(16).padStart(4, '0') + id.slice(4),
    )
    .replace(NAME, `person$1copy${copy}`)
}
