// A log that lost acknowledged events or has changed bytes does not open and says so: acknowledged events are never
// dropped silently, and no event is appended after a gap.

import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LogDamaged, NO_STREAM, START, type EventStore } from '#core/store/eventStore.ts'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { backUpLog, restoreLog } from '#api/stores/sqlite/sqliteBackup.ts'
import { everything, noted, take } from '#tests/contracts/logDriver.ts'
import { breakJson, flipByte, zeroPage } from '#tests/store/damage.ts'

let folder: string
let log: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'damage-'))
  log = join(folder, 'events.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

const killed = mkdtempSync(join(tmpdir(), 'killed-'))
beforeAll(() => writeKilledLog(join(killed, 'events.db')))
afterAll(() => rmSync(killed, { recursive: true }))

/** Ten events are in the file, twenty more only in its write-ahead log, and the process was killed. */
async function writeKilledLog(file: string): Promise<void> {
  const store = await openSqliteEventStore({ file })
  await store.append('old', NO_STREAM, noted(10))
  await store.close()
  const { signal } = spawnSync(process.execPath, [join(import.meta.dirname, 'appendAndDie.ts'), file, '20'])
  expect(signal).toBe('SIGKILL')
  expect(readFileSync(`${file}-wal`).length, 'there is something to lose').toBeGreaterThan(20 * 4096)
}

function putKilledLog(): void {
  cpSync(killed, folder, { recursive: true })
}

async function eventsIn(file: string) {
  const store = await openSqliteEventStore({ file })
  try {
    return await everything(store, START)
  } finally {
    await store.close()
  }
}

const damages: [string, () => void][] = [
  ['is deleted', () => rmSync(`${log}-wal`)],
  ['is cut short', () => truncateSync(`${log}-wal`, 10 * 4096)],
  ['has one byte changed', () => flipByte(`${log}-wal`, 10 * 4096)],
]

describe('write-ahead log', () => {
  test('An intact write-ahead log keeps all events acknowledged before the kill', async () => {
    putKilledLog()
    expect(await eventsIn(log)).toHaveLength(30)
  })

  test.each(damages)(
    'A log whose write-ahead log %s does not open, and the error names the last acknowledged position',
    async (_, damage) => {
      putKilledLog()
      damage()
      await expect(eventsIn(log)).rejects.toThrow(LogDamaged)
      await expect(eventsIn(log), 'also not the second time').rejects.toThrow(
        /up to position 30 were acknowledged/,
      )
    },
  )

  test('A refused start leaves the damaged write-ahead log for inspection', async () => {
    putKilledLog()
    flipByte(`${log}-wal`, 10 * 4096)
    const before = readFileSync(`${log}-wal`)
    await expect(eventsIn(log)).rejects.toThrow(LogDamaged)
    expect(readFileSync(`${log}-wal`).equals(before)).toBe(true)
  })

  test('A write-ahead log without its database file does not start an empty log', async () => {
    putKilledLog()
    rmSync(log)
    await expect(eventsIn(log)).rejects.toThrow(/events\.db is missing/)
    rmSync(`${log}-head`)
    await expect(eventsIn(log), 'nor without its mark').rejects.toThrow(/events\.db is missing/)
    rmSync(`${log}-wal`)
    expect(await eventsIn(log), 'but does where nothing was').toEqual([])
  })

  test('A log that is gone while its read models stay does not start an empty log', async () => {
    writeFileSync(join(folder, 'readmodels-0123456789ab.db'), 'documents')
    await expect(eventsIn(log)).rejects.toThrow(LogDamaged)
    await expect(eventsIn(log)).rejects.toThrow(/events\.db is missing, but readmodels-0123456789ab\.db/)
    expect(existsSync(log)).toBe(false)
    putKilledLog()
    expect(await eventsIn(log), 'but the log itself opens beside them').toHaveLength(30)
  })

  test('The write-ahead log is checkpointed into the file soon after the last append', async () => {
    const store = await openSqliteEventStore({ file: log, wipeMs: 20 })
    await store.append('s', NO_STREAM, noted(3))
    const size = () => spawnSync('stat', ['-c', '%s', `${log}-wal`], { encoding: 'utf8' }).stdout.trim()
    await expect.poll(size).toBe('0')
    await store.close()
  })
})

describe('acknowledgement mark', () => {
  test('A log opens after its marked event was truncated', async () => {
    const store = await openSqliteEventStore({ file: log })
    await store.append('s', NO_STREAM, noted(3))
    await store.truncate('s', Infinity)
    await store.close()
    expect(await eventsIn(log)).toEqual([])
  })

  test('A log does not open when another event stands at the marked position', async () => {
    putKilledLog()
    expect(await eventsIn(log)).toHaveLength(30)
    const db = new DatabaseSync(log)
    db.exec(`UPDATE events SET data = '{"n":99}' WHERE place = 30`)
    db.close()
    await expect(eventsIn(log)).rejects.toThrow(/another event at position 30/)
  })

  test('A log opens with a half-written mark, and the mark before it counts', async () => {
    const store = await openSqliteEventStore({ file: log })
    for (let n = 0; n < 4; n++) await store.append('s', n - 1, noted(1, n))
    await store.close()
    for (const slot of [0, 128]) {
      copyFileSync(`${log}-head`, `${log}-whole`)
      flipByte(`${log}-head`, slot + 4)
      expect(await eventsIn(log)).toHaveLength(4)
      copyFileSync(`${log}-whole`, `${log}-head`)
    }
  })

  test('A log with a mark can be replaced by an older backup without counting as damaged', async () => {
    const store = await openSqliteEventStore({ file: log })
    await store.append('s', NO_STREAM, noted(1))
    await store.close()
    const copy = join(folder, 'copy.db')
    await backUpLog(log, copy)
    const again = await openSqliteEventStore({ file: log })
    await again.append('t', NO_STREAM, noted(1))
    await again.close()
    await restoreLog(copy, log, { force: true, now: new Date() })
    expect(await eventsIn(log)).toHaveLength(1)
  })

  test.each(damages)(
    'A log whose end %s is refused as a backup and can be replaced by one',
    async (_, damage) => {
      const copy = join(folder, 'copy.db')
      await (await openSqliteEventStore({ file: log })).close()
      await backUpLog(log, copy)
      putKilledLog()
      damage()
      await expect(backUpLog(log, join(folder, 'second.db'))).rejects.toThrow(LogDamaged)
      await expect(restoreLog(copy, log, { force: false, now: new Date() })).rejects.toThrow(/--force/)
      await restoreLog(copy, log, { force: true, now: new Date() })
      expect(await eventsIn(log)).toEqual([])
    },
  )
})

describe('unreadable page or event', () => {
  async function open(onError: (error: Error) => void = () => undefined): Promise<EventStore> {
    return openSqliteEventStore({ file: log, onError })
  }

  test('An unreadable page ends reads and subscriptions with its position, and is reported to the opener of the log', async () => {
    const store = await open()
    for (let n = 0; n < 40; n++)
      await store.append(`s-${n}`, NO_STREAM, [{ ...noted(1)[0]!, data: { text: 'x'.repeat(2000) } }])
    await store.close()
    zeroPage(log)
    const reported: Error[] = []
    const damaged = await open((error) => reported.push(error))
    await expect(take(damaged, 40, { after: START })).rejects.toThrow(/the log after s-\d+ revision 0/)
    expect(reported.at(-1)).toBeInstanceOf(LogDamaged)
    await damaged.close()
  })

  test('An event that is no JSON is named by its stream and revision', async () => {
    const store = await open()
    await store.append('trip-7', NO_STREAM, noted(3))
    await store.close()
    breakJson(log, 'trip-7', 1)
    const damaged = await open()
    await expect(damaged.read('trip-7')).rejects.toThrow(/trip-7 revision 1 \(position 2\) is not JSON/)
    await expect(take(damaged, 3, { after: START })).rejects.toThrow(LogDamaged)
    await damaged.close()
  })
})
