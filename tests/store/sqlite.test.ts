// The SQLite adapter beyond the common contract: file permissions, traces of truncated events, other processes, and
// failing disks and files.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NO_STREAM, START, StoreUnavailable, type EventStore } from '#core/store/eventStore.ts'
import { openSqliteEventStore, type SqliteOptions } from '#api/stores/sqlite/sqlite.ts'
import { everything, meta, noted, numbers, revisions, take } from '#tests/contracts/logDriver.ts'

let folder: string
let file: string
let stores: EventStore[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'))
  file = join(folder, 'deep', 'log.db')
  stores = []
})
afterEach(async () => {
  for (const store of stores) await store.close()
  rmSync(folder, { recursive: true })
})

async function open(options: Partial<SqliteOptions> = {}): Promise<EventStore> {
  const store = await openSqliteEventStore({ file, ...options })
  stores.push(store)
  return store
}

test.skipIf(process.platform === 'win32')('Only its owner can read the log’s file', async () => {
  const store = await open()
  await store.append('s', NO_STREAM, noted(1))
  for (const name of ['log.db', 'log.db-wal', 'log.db-shm']) {
    expect(statSync(join(folder, 'deep', name)).mode & 0o777).toBe(0o600)
  }
  expect(statSync(join(folder, 'deep')).mode & 0o777).toBe(0o700)
})

test('A subscription does not get an event that a later one of its transaction has truncated', async () => {
  const store = await open()
  const [, , events] = await Promise.all([
    store.append('s', NO_STREAM, noted(1), { keep: 1 }),
    store.append('s', 0, noted(1)),
    take(store, 1, { after: START }),
  ])
  expect(revisions(events)).toEqual([1])
})

test('An old password hash disappears from the files soon after its truncation', async () => {
  const store = await open({ wipeMs: 20 })
  const secret = (n: number, length: number) => [
    { type: 'PasswordSet', data: { hash: `secret-${n};${'x'.repeat(length)}` }, meta },
  ]
  const secrets = 60
  for (let n = 0; n < secrets; n++) {
    // Streams of various lengths, up to several pages, mixed with events of other streams.
    await store.append(`user-${n}`, NO_STREAM, noted(1 + (n % 5)))
    await store.append('credentials', n - 1, secret(n, (n * 397) % 9000))
    await store.append(`trip-${n % 7}`, Math.floor(n / 7) - 1, secret(1000 + n, (n * 97) % 900))
  }
  expect(filesHold(/secret-\d+;/g)).toContain('secret-0;')
  await store.append('credentials', secrets - 1, secret(secrets, 10), { keep: 1 })
  for (let trip = 0; trip < 7; trip++) await store.truncate(`trip-${trip}`, Infinity)
  await expect.poll(() => filesHold(/secret-\d+;/g)).toEqual([`secret-${secrets};`])
  await store.close()
  expect(filesHold(/secret-\d+;/g)).toEqual([`secret-${secrets};`])
})

test('A subscriber gets the events that another process writes', async () => {
  const [here, there] = [await open(), await open()]
  await here.append('s', NO_STREAM, noted(1))
  const taken = take(here, 3, { after: START })
  await pause(20)
  await there.append('s', 0, noted(2, 1))
  expect(numbers(await taken)).toEqual([0, 1, 2])
})

test('A conflict names the revision that another process has written', async () => {
  const [here, there] = [await open(), await open()]
  await here.append('s', NO_STREAM, noted(1))
  await there.append('s', 0, noted(1, 1))
  await expect(here.append('s', 0, noted(1))).rejects.toMatchObject({ expected: 0, actual: 1 })
  expect(revisions(await here.read('s'))).toEqual([0, 1])
})

test('An append fails and writes nothing while another program locks the file, and the next one succeeds', async () => {
  const store = await open({ busyMs: 30 })
  const intruder = new DatabaseSync(file)
  intruder.exec('BEGIN IMMEDIATE')
  await expect(store.append('s', NO_STREAM, noted(1))).rejects.toThrow(StoreUnavailable)
  await expect(store.truncate('s', 1)).rejects.toThrow(StoreUnavailable)
  expect(await store.read('s')).toEqual([])
  intruder.exec('ROLLBACK')
  intruder.close()
  expect((await store.append('s', NO_STREAM, noted(1))).revision).toBe(0)
})

test('A subscription survives a time in which the log cannot be read', async () => {
  const errors: Error[] = []
  const store = await open({ onError: (error) => errors.push(error) })
  await store.append('s', NO_STREAM, noted(2))
  const taken = take(store, 3, { after: START })
  const intruder = new DatabaseSync(file)
  await pause(20)
  intruder.exec('ALTER TABLE events RENAME TO away')
  await expect.poll(() => errors.length).toBeGreaterThan(0)
  expect(errors[0]).toBeInstanceOf(StoreUnavailable)
  await expect(store.read('s')).rejects.toThrow(StoreUnavailable)
  await expect(store.append('s', 1, noted(1))).rejects.toThrow(StoreUnavailable)
  intruder.exec('ALTER TABLE away RENAME TO events')
  intruder.close()
  await store.append('s', 1, noted(1, 2))
  expect(numbers(await taken)).toEqual([0, 1, 2])
})

test('A file that is no log, of a newer version or in a missing folder does not open', async () => {
  await (await open()).close()
  const db = new DatabaseSync(file)
  db.exec('PRAGMA user_version = 99')
  db.close()
  await expect(open()).rejects.toThrow(/schema 99/)

  writeFileSync(join(folder, 'notes.txt'), 'Dinner at eight. '.repeat(100))
  await expect(open({ file: join(folder, 'notes.txt') })).rejects.toThrow(StoreUnavailable)
  await expect(open({ file: join(folder, 'notes.txt', 'log.db') })).rejects.toThrow(StoreUnavailable)
})

test('A log that two processes open at the same moment is created once', async () => {
  const [one, two] = await Promise.all([open(), open()])
  await one.append('s', NO_STREAM, noted(1))
  await two.append('s', 0, noted(1, 1))
  expect(numbers(await everything(one, START))).toEqual([0, 1])
})

/** Another process reads the file: closing it in this process would release SQLite's locks. */
function filesHold(pattern: RegExp): string[] {
  const program = `
    const fs = require('node:fs')
    for (const end of ['', '-wal']) try { process.stdout.write(fs.readFileSync(process.argv[1] + end)) } catch {}`
  const bytes = execFileSync(process.execPath, ['-e', program, file], { maxBuffer: 1e9, encoding: 'latin1' })
  return [...new Set(bytes.match(pattern) ?? [])]
}
