// A disk that fails is no damage of what is on it: the log and the read models stay as they are, and nobody is told to
// replace them. Here files beside a database cannot be opened; tests/process/diskFails.process.test.ts has real disks.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NO_STREAM, START, StoreUnavailable } from '#core/store/eventStore.ts'
import { errorText } from '#api/platform/diskError.ts'
import { formatPosition } from '#core/store/position.ts'
import { lockReadModels } from '#api/stores/sqlite/readModelFile.ts'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { backUpLog, restoreLog } from '#api/stores/sqlite/sqliteBackup.ts'
import { openSqliteReadStore } from '#api/stores/sqlite/sqliteReadStore.ts'
import { everything, noted } from '#tests/contracts/logDriver.ts'

let folder: string
let log: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'disk-'))
  log = join(folder, 'events.db')
  const store = await openSqliteEventStore({ file: log })
  await store.append('s', NO_STREAM, noted(1))
  await store.close()
})
afterEach(() => rmSync(folder, { recursive: true }))

/** SQLite finds the file of this database whole, and cannot open the one beside it. */
function block(file: string): void {
  rmSync(`${file}-wal`, { force: true })
  mkdirSync(`${file}-wal`)
}
const unblock = (file: string) => rmSync(`${file}-wal`, { recursive: true })

test('A log that cannot be opened for now is not called damaged, by the server and by the tools, and is whole afterwards', async () => {
  const copy = join(folder, 'copy.db')
  await backUpLog(log, copy)
  block(log)
  const restoring = () => restoreLog(copy, log, { force: false, now: new Date() })
  const opening = () => openSqliteEventStore({ file: log })
  const attempts = [opening, () => backUpLog(log, join(folder, 'second.db')), restoring]
  for (const attempt of attempts) {
    const error: unknown = await attempt().then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(errorText(error)).toMatch(/cannot be read: the file or one beside it cannot be opened/)
    expect(errorText(error)).not.toMatch(/damaged|restore|force/i)
  }
  unblock(log)
  const store = await openSqliteEventStore({ file: log })
  expect(await everything(store, START)).toHaveLength(1)
  await store.close()
})

test('Read models that cannot be opened for now stay as they are, and are used afterwards', async () => {
  const file = join(folder, 'readmodels.db')
  const texts = { name: 'texts', version: 1, keys: () => [], empty: () => '', on: {} }
  const onError = () => undefined
  const first = await openSqliteReadStore({ file, onError })
  const write = { projection: texts, key: 'k', doc: 'written' }
  await first.commit({ after: START, position: formatPosition(1), writes: [write], ready: true })
  await first.close()
  block(file)
  await expect(openSqliteReadStore({ file, onError })).rejects.toThrow(/unable to open/)
  unblock(file)
  const second = await openSqliteReadStore({ file, onError })
  expect(await second.begin()).toEqual({ position: formatPosition(1), ready: true })
  await second.close()
})

test('A lock that cannot be made is an error, and not another process that uses the read models', () => {
  const file = join(folder, 'readmodels.db')
  mkdirSync(`${file}-lock`)
  expect(() => lockReadModels(file)).toThrow(/unable to open/)
})
