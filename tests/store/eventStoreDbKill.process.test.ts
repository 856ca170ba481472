// EventStoreDB is killed with -9 at random moments while processes append and subscribe: acknowledged events exist
// once, and subscribers get each event once and in order without a restart.
// KILL_ROUNDS=50 for the long run.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  NO_STREAM,
  START,
  StoreUnavailable,
  WrongRevision,
  type EventStore,
  type StoredEvent,
} from '#core/store/eventStore.ts'
import { everything, meta } from '#tests/contracts/logDriver.ts'
import { openPatiently } from '#tests/support/eventStoreServer/openPatiently.ts'
import { startEventStoreProcess, type EventStoreProcess } from '#tests/support/eventStoreServer/process.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 5)

let folder: string
let server: EventStoreProcess
let opened: EventStore[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'log-'))
  server = await startEventStoreProcess({ file: join(folder, 'log') })
  opened = []
})
afterEach(async () => {
  await Promise.all(opened.map((store) => store.close()))
  await server.kill9()
  rmSync(folder, { recursive: true })
})

async function open(): Promise<EventStore> {
  const store = await openPatiently(server.url, { onError: () => undefined })
  opened.push(store)
  return store
}

async function restart() {
  server = await startEventStoreProcess({ file: join(folder, 'log'), port: server.port })
}

test(
  'A database killed at random moments loses no acknowledged event, and subscribers miss and repeat none',
  { timeout: (2 + ROUNDS) * TIMEOUT_MS },
  async () => {
    const stores = await Promise.all([open(), open(), open()])
    const stop = new AbortController()
    const writers = stores.slice(1).map((store, n) => write(store, `w${n}`, stop.signal))
    const heard = [0, 1].map(() => [] as StoredEvent[])
    const ended = new AbortController()
    const followers = heard.map(async (events) => {
      for await (const batch of stores[0].subscribe({ after: START, signal: ended.signal }))
        events.push(...batch)
    })
    for (let round = 0; round < ROUNDS; round++) {
      const before = heard[0]!.length
      await expect.poll(() => heard[0]!.length, { interval: 5 }).toBeGreaterThan(before + 5)
      await pause(Math.random() * 100)
      await server.kill9()
      await pause(Math.random() * 300)
      await restart()
    }
    await expect.poll(() => heard[0]!.length).toBeGreaterThan(0)
    stop.abort()
    const acknowledged = (await Promise.all(writers)).flat()
    const log = await everything(await open(), START)
    for (const events of heard) await expect.poll(() => events.length).toBeGreaterThanOrEqual(log.length)
    ended.abort()
    await Promise.all(followers)

    for (const events of heard) expect(events).toEqual(log)
    const next = new Map<string, number>()
    for (const { stream, revision } of log) {
      expect(revision, stream).toBe(next.get(stream) ?? 0)
      next.set(stream, revision + 1)
    }
    const written = new Map(log.map((event) => [event.meta.key, event]))
    expect(written.size, 'each key once').toBe(log.length)
    for (const { key, position } of acknowledged) expect(written.get(key)?.position, key).toBe(position)
    expect(acknowledged.length).toBeGreaterThan(ROUNDS)
  },
)

test('Requests fail within two seconds while the database is away, and a subscription waits for it', async () => {
  const store = await open()
  await store.append('s', NO_STREAM, [note('a')])
  const stop = new AbortController()
  const heard: string[] = []
  const following = (async () => {
    for await (const events of store.subscribe({ after: START, signal: stop.signal }))
      heard.push(...events.map((event) => event.meta.key))
  })()
  await expect.poll(() => heard).toEqual(['a'])
  await server.kill9()
  await expect(store.append('s', 0, [note('b')])).rejects.toThrow(StoreUnavailable)
  await restart()
  await expect
    .poll(() =>
      store.append('s', 0, [note('c')]).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  await expect.poll(() => heard).toEqual(['a', 'c'])
  stop.abort()
  await following
})

interface Acknowledged {
  key: string
  position: string
}

const note = (key: string) => ({ type: 'Noted', data: {}, meta: { ...meta, key } })

/**
 * Appends as a server does: after an append with an unknown result it reads the stream, and retries only if necessary.
 */
async function write(store: EventStore, name: string, signal: AbortSignal): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = []
  for (let n = 0; !signal.aborted; n++) {
    const stream = n % 3 === 0 ? 'shared' : name
    const key = `${name}-${n}`
    const position = await stubbornly(stream, key)
    acknowledged.push({ key, position })
  }
  return acknowledged

  async function stubbornly(stream: string, key: string): Promise<string> {
    for (;;)
      try {
        const events = await store.read(stream, { backward: true, limit: 20 })
        const found = events.find((event) => event.meta.key === key)
        if (found) return found.position
        return (await store.append(stream, events[0]?.revision ?? NO_STREAM, [note(key)])).position
      } catch (error) {
        if (error instanceof WrongRevision) continue
        if (!(error instanceof StoreUnavailable)) throw error
        await pause(20)
      }
  }
}
