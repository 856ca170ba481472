// A backup is complete or absent, and a restore never replaces a log by mistake.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashEvent } from '#core/kernel/ids.ts'
import { NO_STREAM, START, type EventStore } from '#core/store/eventStore.ts'
import { BrokenChain } from '#api/stores/chains.ts'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { backUpLog, CannotCopy, restoreLog } from '#api/stores/sqlite/sqliteBackup.ts'
import { everything, meta } from '#tests/contracts/logDriver.ts'

let folder: string
let log: string
let copy: string
let store: EventStore
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'))
  log = join(folder, 'events.db')
  copy = join(folder, 'copy.db')
  store = await openSqliteEventStore({ file: log })
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

async function append(stream: string, count: number, text = ''): Promise<void> {
  for (let n = 0; n < count; n++) {
    const [last] = await store.read(stream, { backward: true, limit: 1 })
    const prev = last ? hashEvent(last) : null
    await store.append(stream, last?.revision ?? NO_STREAM, [
      { type: 'Noted', data: { n, text }, meta: { ...meta, prev } },
    ])
  }
}

async function read(file: string) {
  const opened = await openSqliteEventStore({ file })
  const events = await everything(opened, START)
  await opened.close()
  return events
}

const options = { force: false, now: new Date('2026-05-02T10:00:00Z') }

describe('a backup', () => {
  test('A backup made during writes holds a complete beginning of the log', async () => {
    await append('a', 30)
    const done = new AbortController()
    const writing = (async () => {
      while (!done.signal.aborted) await append('b', 1)
    })()
    const chains = await backUpLog(log, copy)
    done.abort()
    await writing
    expect(readdirSync(folder).filter((name) => /part|copy\.db-/.test(name))).toEqual([])
    const [saved, now] = [await read(copy), await everything(store, START)]
    expect(saved.length).toBe(chains.events())
    expect(saved.length).toBeGreaterThanOrEqual(30)
    expect(saved).toEqual(now.slice(0, saved.length))
    expect(statSync(copy).mode & 0o777).toBe(0o600)
  })

  test('A backup of a log that takes several steps holds the log as it was when the backup began', async () => {
    await append('a', 6, 'x'.repeat(1_000_000))
    const backup = backUpLog(log, copy)
    // A backup that began anew at each of these would not end while a server writes.
    await append('b', 20)
    expect((await backup).events()).toBe(6)
  })

  test('A backup needs a new target file and an existing log', async () => {
    writeFileSync(copy, 'mine')
    await expect(backUpLog(log, copy)).rejects.toThrow(CannotCopy)
    expect(readFileSync(copy, 'utf8')).toBe('mine')
    await expect(backUpLog(join(folder, 'none.db'), `${copy}2`)).rejects.toThrow(/no log at/)
    expect(existsSync(`${copy}2`)).toBe(false)
  })

  test('A backup of a log with a broken hash chain is refused', async () => {
    await append('a', 2)
    await store.append('a', 1, [{ type: 'Noted', data: {}, meta }])
    await expect(backUpLog(log, copy)).rejects.toThrow(BrokenChain)
    expect(existsSync(copy)).toBe(false)
  })
})

describe('a restore', () => {
  beforeEach(async () => {
    await append('a', 5)
    await backUpLog(log, copy)
    await append('a', 2)
  })

  test('A restore copies the backup where no log exists', async () => {
    const elsewhere = join(folder, 'new.db')
    const { chains, aside } = await restoreLog(copy, elsewhere, options)
    expect([chains.events(), aside]).toEqual([5, undefined])
    expect(await read(elsewhere)).toEqual(await read(copy))
    expect(statSync(elsewhere).mode & 0o777).toBe(0o600)
  })

  test('A restore is refused while a server has the log open, also with force', async () => {
    await expect(restoreLog(copy, log, { ...options, force: true })).rejects.toThrow(/in use/)
    await append('a', 1)
    expect(await everything(store, START)).toHaveLength(8)
  })

  test('A restore replaces existing events only with force, and then keeps them in another file', async () => {
    await store.close()
    await expect(restoreLog(copy, log, options)).rejects.toThrow(/--force/)
    expect(await read(log)).toHaveLength(7)
    const { aside } = await restoreLog(copy, log, { ...options, force: true })
    expect(await read(log)).toHaveLength(5)
    expect(await read(aside!)).toHaveLength(7)
  })

  test('A restore of a damaged file or of no log changes nothing', async () => {
    await store.close()
    const damaged = join(folder, 'damaged.db')
    const db = new DatabaseSync(copy)
    db.exec(`UPDATE events SET data = '{"n":99}' WHERE place = 2`)
    db.close()
    await expect(restoreLog(copy, log, { ...options, force: true })).rejects.toThrow(BrokenChain)
    writeFileSync(damaged, 'no database at all, only some text that is long enough'.repeat(50))
    await expect(restoreLog(damaged, log, { ...options, force: true })).rejects.toThrow(/no log/)
    expect(await read(log)).toHaveLength(7)
    expect(readdirSync(folder).filter((name) => /restoring|before/.test(name))).toEqual([])
  })
})
