// A log copied into another kind of store keeps its revisions, its hash chains and the order that documents depend on. The copy can be interrupted and
// repeated, and is never mixed with another log.

import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashEvent } from '#core/kernel/ids.ts'
import {
  NO_STREAM,
  START,
  StoreUnavailable,
  type EventStore,
  type StoredEvent,
} from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { createDocumentKeys } from '#projections/platform/documentKeys.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { projections } from '#api/projections.ts'
import { createProductCodec } from '#api/platform/productCodec.ts'
import { projectorDeps } from '#api/projectorDeps.ts'
import { seedDemoData } from '#api/seed/seed.ts'
import { BrokenChain } from '#api/stores/chains.ts'
import { CannotCopyLog, copyLog, copyStepsOf } from '#api/stores/copyLog.ts'
import { everything, meta } from '#tests/contracts/logDriver.ts'
import { expectChains } from '#tests/store/chain.ts'
import { openPatiently } from '#tests/support/eventStoreServer/openPatiently.ts'
import { startEventStoreServer, type EventStoreServer } from '#tests/support/eventStoreServer/server.ts'

let server: EventStoreServer
let from: EventStore
let to: EventStore
const last = new Map<string, StoredEvent>()
const keysOf = createDocumentKeys(createProductCodec(), projections)

beforeEach(async () => {
  server = await startEventStoreServer()
  from = createMemoryEventStore()
  to = await openPatiently(server.url)
  last.clear()
})
afterEach(async () => {
  await to.close()
  server.close()
})

/** Appends as the product does: each event has the hash of the one before. */
async function write(stream: string, count: number, keep?: number): Promise<void> {
  let before = last.get(stream)
  const events = Array.from({ length: count }, (_, n) => {
    const revision = (before?.revision ?? -1) + 1
    const prev = before ? hashEvent(before) : null
    const event = {
      type: 'Noted',
      data: { n, text: 'Zoë 火鍋' },
      meta: { ...meta, key: `${stream}-${revision}`, prev },
    }
    before = { ...event, stream, revision, position: '' }
    return event
  })
  await from.append(
    stream,
    last.get(stream)?.revision ?? NO_STREAM,
    events,
    keep === undefined ? {} : { keep },
  )
  last.set(stream, before!)
}

async function writeMuch(): Promise<void> {
  for (let n = 0; n < 40; n++) await write(`s${randomInt(6)}`, 1 + randomInt(3))
  for (let n = 0; n < 7; n++) await write('newest', 1, 1)
  await write('long', 450)
  await from.truncate('long', 420)
  await write('gone', 3)
  await from.truncate('gone', 3)
  await write('s0', 2)
}

/** Without positions, by stream: events of two streams may have changed places. */
const plain = (log: StoredEvent[]) =>
  log
    .map(({ position: _, ...event }) => event)
    .sort((a, b) => (a.stream < b.stream ? -1 : a.stream > b.stream ? 1 : 0))

/** Without positions, of which each store has its own; `chatChanges` calls them ids. */
async function documentsOf(store: EventStore): Promise<string[]> {
  const readStore = createMemoryReadStore()
  const runner = startRunner(projectorDeps({ store, readStore, log: pino({ level: 'silent' }) }))
  await runner.ready
  await runner.stop()
  const { docs } = readStore.snapshot()
  return docs
    .filter(({ projection }) => !projection.startsWith('knownLog@'))
    .map(({ projection, key, doc }) => `${projection} ${key} ${JSON.stringify(doc)}`)
    .map((text) => text.replaceAll(/"(id|position)":"\d+"/g, ''))
    .sort()
}

/** A store that fails at this append, before or after writing it. */
function failing(store: EventStore, at: number): EventStore {
  let appends = 0
  return {
    ...store,
    async append(...asked) {
      const isLast = ++appends === at
      if (isLast && at % 2 === 0) throw new StoreUnavailable('the power is gone')
      const appended = await store.append(...asked)
      if (isLast) throw new StoreUnavailable('the power is gone')
      return appended
    },
  }
}

describe('a moved log', () => {
  test('A moved log has the same events at the same revisions, with the same truncations', async () => {
    await writeMuch()
    const parts: number[] = []
    const moved = await copyLog({ from, to, keysOf }, (_, part) => parts.push(part))
    const log = await everything(from, START)
    const copied = await everything(to, START)
    expect(plain(copied)).toEqual(plain(log))
    expectChains(copied)
    expect(moved).toMatchObject({
      events: log.length,
      copied: log.length,
      streams: new Set(log.map((e) => e.stream)).size,
    })
    expect(parts.at(-1)).toBe(1)
    expect(await to.read('newest')).toHaveLength(1)
    await to.append('newest', 6, [{ type: 'Noted', data: {}, meta }])
  })

  test('The documents of a moved log are those of the original, byte for byte', async () => {
    await seedDemoData(from, 'low', Date.UTC(2026, 4, 2))
    await copyLog({ from, to, keysOf })
    const order = (log: readonly StoredEvent[]) => log.map(({ stream, revision }) => `${stream} ${revision}`)
    const [before, after] = [await everything(from, START), await everything(to, START)]
    expect(order(after), 'otherwise the order is not tested').not.toEqual(order(before))
    expect(await documentsOf(to)).toEqual(await documentsOf(from))
  })

  test('A moved log has nothing of an erased stream but its last event', async () => {
    await write('erased', 3)
    await from.truncate('erased', 2)
    await copyLog({ from, to, keysOf })
    const moved = server.log.all.filter(({ stream }) => stream === 'erased')
    expect(moved.map(({ type }) => type)).toEqual(['Forgotten', 'Forgotten', 'Noted'])
    server.scavenge()
    expect(await copyLog({ from, to, keysOf })).toMatchObject({ copied: 0, events: 1 })
    expect(plain(await everything(to, START))).toEqual(plain(await everything(from, START)))
  })

  test('A log moved there and back equals the original', async () => {
    await writeMuch()
    const there = await copyLog({ from, to, keysOf })
    const home = createMemoryEventStore()
    const back = await copyLog({ from: to, to: home, keysOf })
    expect(back.digest).toBe(there.digest)
    expect(plain(await everything(home, START))).toEqual(plain(await everything(from, START)))
  })

  test('An interrupted move continues where it stopped', async () => {
    await writeMuch()
    for (const at of [1, 2, 4, 3, 1, 2])
      await copyLog({ from, to: failing(to, at), keysOf }).catch((error: unknown) =>
        expect(error).toBeInstanceOf(StoreUnavailable),
      )
    const { copied, events } = await copyLog({ from, to, keysOf })
    expect(copied).toBeLessThan(events)
    expect(plain(await everything(to, START))).toEqual(plain(await everything(from, START)))
    expect(await copyLog({ from, to, keysOf })).toMatchObject({ copied: 0, events })
  })

  test('A repeated move copies later events and truncations', async () => {
    await write('a', 3)
    await write('b', 4)
    await copyLog({ from, to, keysOf })
    await write('a', 2)
    await from.truncate('b', 4)
    await from.truncate('a', 1)
    expect(await copyLog({ from, to, keysOf })).toMatchObject({ copied: 2, events: 4 })
    expect(plain(await everything(to, START))).toEqual(plain(await everything(from, START)))
  })

  test('A move into a store with other events is refused before anything is written', async () => {
    await write('a', 3)
    await to.append('other', NO_STREAM, [{ type: 'Noted', data: {}, meta }])
    const before = server.log.all.length
    await expect(copyLog({ from, to, keysOf })).rejects.toThrow(CannotCopyLog)
    await expect(copyLog({ from, to, keysOf })).rejects.toThrow(/other at revision 0/)
    expect(server.log.all).toHaveLength(before)
  })

  test('A move into a store that has later events is refused', async () => {
    await write('a', 3)
    await copyLog({ from, to, keysOf })
    await to.append('a', 2, [{ type: 'Noted', data: {}, meta }])
    await expect(copyLog({ from, to, keysOf })).rejects.toThrow(/a at revision 3/)
  })

  test('A move of a log with a broken hash chain is refused', async () => {
    await write('a', 3)
    await from.append('a', 2, [{ type: 'Noted', data: {}, meta: { ...meta, prev: 'f'.repeat(64) } }])
    const refused = await copyLog({ from, to, keysOf }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(BrokenChain)
    expect(refused).toMatchObject({ message: expect.stringContaining('a does not follow') as string })
    expect(await everything(to, START), 'nothing was copied').toEqual([])
  })
})

test('An interrupted move of a repaired log continues between a link and what relinks it', async () => {
  await write('a', 2)
  const [first, second] = await from.read('a')
  const unlinked = { ...second!, meta: { ...second!.meta, prev: hashEvent({ ...first!, revision: 7 }) } }
  const broken = createMemoryEventStore()
  await broken.append('a', NO_STREAM, [first!, unlinked])
  await to.append('a', NO_STREAM, [first!, unlinked])
  const links = [{ revision: 1, prev: hashEvent(first!) }]
  const last = (await broken.read('a'))[1]!
  await broken.append('a', 1, [
    { type: 'ChainRelinked', data: { links }, meta: { ...meta, prev: hashEvent(last) } },
  ])
  expect(await copyLog({ from: broken, to, keysOf })).toMatchObject({ events: 3, copied: 1 })
})

describe('the order of a move', () => {
  const anEvent = fc.record({
    type: fc.constantFrom('trip', 'money', 'message'),
    id: fc.nat(3),
    keys: fc.uniqueArray(fc.nat(5), { maxLength: 2 }),
  })

  test('Events of one document or one id keep their order, and are in one step only where they are of one stream', () => {
    fc.assert(
      fc.property(fc.array(anEvent, { maxLength: 60 }), (chosen) => {
        const revisions = new Map<string, number>()
        const keys = new Map<StoredEvent, string[]>()
        const events = chosen.map(({ type, id, keys: own }) => {
          const stream = `${type}-${id}`
          const revision = (revisions.get(stream) ?? -1) + 1
          revisions.set(stream, revision)
          const event = { stream, revision, position: '', type, data: {}, meta }
          keys.set(event, [...own.map(String), `id ${id}`])
          return event
        })
        const steps = copyStepsOf(events, (event) => keys.get(event)!)
        const stepOf = new Map(steps.flatMap((step, n) => step.flat().map((event) => [event, n] as const)))
        expect(stepOf.size).toBe(events.length)
        for (const run of steps.flat()) {
          expect(new Set(run.map(({ stream }) => stream)).size).toBe(1)
          expect(run).toEqual(run.toSorted((a, b) => a.revision - b.revision))
        }
        for (const [n, later] of events.entries())
          for (const earlier of events.slice(0, n)) {
            if (!keys.get(later)!.some((key) => keys.get(earlier)!.includes(key))) continue
            const distance = stepOf.get(later)! - stepOf.get(earlier)!
            if (earlier.stream === later.stream) expect(distance).toBeGreaterThanOrEqual(0)
            else expect(distance).toBeGreaterThan(0)
          }
      }),
    )
  })

  test('Documents that are excepted from the order are the same in any order of people and trips', () => {
    const named = ['ann', 'Ann', 'bo', 'Bö', 'cy']
    const details = { isPublic: true, startDate: '2026-05-02', endDate: '2026-05-09', status: 'planning' }
    const changes = {
      user: ['UserDisabled', 'UserEnabled'],
      trip: ['TripDetailsChanged', 'TripDetailsChanged', 'TripDeleted'],
    }
    const aStream = fc.record({
      type: fc.constantFrom('user' as const, 'trip' as const),
      n: fc.nat(4),
      changes: fc.array(fc.nat(2), { maxLength: 3 }),
    })
    const streams = fc.uniqueArray(aStream, { selector: ({ type, n }) => `${type}-${n}`, maxLength: 8 })
    const order = fc.array(fc.nat(7), { minLength: 40, maxLength: 40 })
    const eventsOf = ({
      type,
      n,
      changes: chosen,
    }: {
      type: 'user' | 'trip'
      n: number
      changes: number[]
    }) => {
      const data = { userId: `${n}`, tripId: `${n}`, username: named[n], details }
      const moved = (change: number) => ({
        ...details,
        isPublic: change !== 1,
        startDate: `2026-05-0${n % 2}`,
      })
      return [
        { type: type === 'user' ? 'UserRegistered' : 'TripPlanned', data },
        ...chosen.map((change) => ({
          type: changes[type][change % changes[type].length]!,
          data: { ...data, details: moved(change) },
        })),
      ].map((event) => ({ ...event, stream: `${type}-${n}` }))
    }
    const excepted = projections.filter(({ commutes }) => commutes)
    expect(
      excepted.map(({ name }) => name),
      'needs events of each to mean anything',
    ).toEqual(['directory', 'publicTrips'])
    const documents = (of: ReturnType<typeof eventsOf>) =>
      excepted.map(({ on, empty }) =>
        JSON.stringify(
          of.reduce<unknown>((doc, event) => on[event.type]?.(doc, event as never, '') ?? doc, empty('')),
        ),
      )
    /** The events of all streams, the next one always of the stream that is chosen, if it has more. */
    const mixed = (all: ReturnType<typeof eventsOf>[], choices: number[]) => {
      const rest = all.map((events) => [...events])
      const taken = choices.flatMap((choice) => rest[choice]?.splice(0, 1) ?? [])
      return [...taken, ...rest.flat()]
    }
    fc.assert(
      fc.property(streams, order, order, (chosen, one, other) => {
        const all = chosen.map(eventsOf)
        expect(documents(mixed(all, one))).toEqual(documents(mixed(all, other)))
      }),
    )
  })

  test('Messages and expenses of one trip are written in few appends, although they alternate in the log', () => {
    const events = Array.from({ length: 100 }, (_, n) => ({
      stream: n % 2 ? 'money-a' : 'conversation-b',
      revision: n >> 1,
      position: '',
      type: 'Noted',
      data: {},
      meta,
    }))
    expect(copyStepsOf(events, () => [])).toHaveLength(1)
    expect(copyStepsOf(events, () => []).flat()).toHaveLength(2)
  })
})
