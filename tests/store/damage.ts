// Damages a log's files as a failing disk would. The log must not be open in this process.

import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export function flipByte(file: string, at: number): void {
  const bytes = readFileSync(file)
  bytes[at]! ^= 0xff
  writeFileSync(file, bytes)
}

/** Zeros one page in the middle of the table of events. */
export function zeroPage(log: string): void {
  const db = new DatabaseSync(log)
  const found = db.prepare(`SELECT rootpage FROM sqlite_master WHERE name = 'events'`).get()
  db.close()
  const bytes = readFileSync(log)
  const pageSize = bytes.readUInt16BE(16)
  const root = (Number(found!['rootpage']) - 1) * pageSize
  const innerPage = 5
  if (bytes[root] !== innerPage) throw new Error('the log is too small: its events are on one page')
  const children = bytes.readUInt16BE(root + 3)
  const cell = bytes.readUInt16BE(root + 12 + 2 * Math.floor(children / 2))
  const child = bytes.readUInt32BE(root + cell)
  bytes.fill(0, (child - 1) * pageSize, child * pageSize)
  writeFileSync(log, bytes)
}

/** Truncates the data of one event, so that it is invalid JSON. */
export function breakJson(log: string, stream: string, revision: number): void {
  const db = new DatabaseSync(log)
  db.prepare(`UPDATE events SET data = '{"n":' WHERE stream = ? AND revision = ?`).run(stream, revision)
  db.close()
}
