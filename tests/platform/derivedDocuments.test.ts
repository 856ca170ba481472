// Derived documents: made once a batch, once a key of a build, and always consistent with their sources.

import { beforeEach, describe, expect, it } from 'vitest'
import type { DomainEvent } from '#core/kernel/decider.ts'
import { createCodec } from '#core/store/codec.ts'
import { type EventStore, NO_STREAM, StoreUnavailable } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import type { OnProjectionFailure } from '#projections/platform/batchFold.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { type ReadStore, ReadModelNotReady } from '#projections/platform/readStore.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { derivedProjection, idIn, projection } from '#projections/platform/projection.ts'
import { meta } from '#tests/contracts/logDriver.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

type Added = DomainEvent<'Added', { n: number }>
type Named = DomainEvent<'Named', { name: string | null }>
const codec = createCodec({ Added: [], Named: [] })

const key = ({ stream }: { stream: string }) => idIn(stream)
const names = projection<string, Named>({
  name: 'names',
  version: 1,
  key,
  empty: () => '',
  on: { Named: (_, { data }) => data.name },
})
const sums = projection<number, Added>({
  name: 'sums',
  version: 1,
  key,
  empty: () => 0,
  on: {
    Added(doc, { data }) {
      if (data.n === 13) throw new Error('unlucky')
      return doc + data.n
    },
  },
})
let derivations: string[]
const labels = derivedProjection({
  name: 'labels',
  version: 1,
  from: [names, sums],
  derive(name: string, sum: number | null): string {
    derivations.push(name)
    if (sum === 99) throw new Error('cannot be said')
    return `${name}: ${sum ?? 'nothing'}`
  },
})

let store: EventStore
let readStore: ReadStore
let reported: Parameters<OnProjectionFailure>[1][]
beforeEach(() => {
  store = createMemoryEventStore()
  readStore = createMemoryReadStore()
  derivations = []
  reported = []
})

async function append(stream: string, events: { type: string; data: unknown }[]): Promise<string> {
  const [newest] = await store.read(stream, { backward: true, limit: 1 })
  const written = events.map((event) => ({ ...event, meta }))
  return (await store.append(stream, newest?.revision ?? NO_STREAM, written)).position
}
const add = (id: string, ...numbers: number[]) =>
  append(
    `sum-${id}`,
    numbers.map((n) => ({ type: 'Added', data: { n } })),
  )
const name = (id: string, to: string | null) => append(`name-${id}`, [{ type: 'Named', data: { name: to } }])

function start(batch = 500, onRetry: (error: unknown) => void = () => undefined) {
  const onError: OnProjectionFailure = (_, where) => void reported.push(where)
  const projections = [labels, names, sums]
  return startRunner({ store, codec, readStore, projections, onError, onRetry, batch })
}

describe('a derived document', () => {
  it('A derived document is made once for each batch, from the final state, and again when either side changes', async () => {
    const runner = start()
    await runner.ready
    await name('a', 'Ann')
    await runner.waitForPosition(await add('a', 1, 2, 3, 4), TIMEOUT_MS)
    expect(await readStore.get(labels, 'a')).toBe('Ann: 10')
    expect(derivations.length, 'one for each of two batches at the most').toBeLessThanOrEqual(2)
    await runner.waitForPosition(await name('a', 'Anna'), TIMEOUT_MS)
    expect(await readStore.get(labels, 'a')).toBe('Anna: 10')
    await runner.stop()
  })

  it('A derived document exists for each document of the first projection, and is deleted with it', async () => {
    const runner = start()
    await add('b', 1)
    await runner.waitForPosition(await name('c', 'Cid'), TIMEOUT_MS)
    expect(await readStore.getMany(labels, ['b', 'c'])).toEqual([null, 'Cid: nothing'])
    await runner.waitForPosition(await name('c', null), TIMEOUT_MS)
    expect(await readStore.get(labels, 'c')).toBeNull()
    await runner.stop()
  })

  it('A derived document that cannot be made is hidden, reported, and made again with the next change', async () => {
    const runner = start()
    await runner.ready
    await runner.waitForPosition(await name('a', 'Ann'), TIMEOUT_MS)
    await runner.waitForPosition(await add('a', 99), TIMEOUT_MS)
    await expect(readStore.get(labels, 'a')).rejects.toThrow(ReadModelNotReady)
    expect(await readStore.get(sums, 'a')).toBe(99)
    expect(reported).toMatchObject([
      { projection: 'labels', key: 'a', event: { stream: 'sum-a', revision: 0 } },
    ])
    await runner.waitForPosition(await add('a', 1), TIMEOUT_MS)
    expect(await readStore.get(labels, 'a')).toBe('Ann: 100')
    await runner.stop()
  })

  it('A derived document is given up together with a document it is made from', async () => {
    const runner = start()
    await name('a', 'Ann')
    await runner.waitForPosition(await add('a', 13), TIMEOUT_MS)
    await expect(readStore.get(labels, 'a')).rejects.toThrow(ReadModelNotReady)
    await runner.waitForPosition(await name('a', 'Anna'), TIMEOUT_MS)
    await expect(readStore.get(labels, 'a')).rejects.toThrow(ReadModelNotReady)
    expect(reported.map(({ projection }) => projection)).toEqual(['sums'])
    await runner.stop()
  })
})

describe('a build', () => {
  const ids = ['a', 'b', 'c']
  async function live(): Promise<string> {
    for (const id of ids) await name(id, id.toUpperCase())
    let last = ''
    for (let n = 0; n < 19; n++) for (const id of ids) last = await add(id, 10)
    return last
  }
  const all = ['A: 190', 'B: 190', 'C: 190']

  it('A build derives each document once, however many batches it takes', async () => {
    await live()
    const runner = start(4)
    await runner.ready
    expect(await readStore.getMany(labels, ids)).toEqual(all)
    expect(derivations.toSorted()).toEqual(['A', 'B', 'C'])
    await runner.stop()
  })

  it('An interrupted build has all derived documents when another process has finished it', async () => {
    const last = await live()
    const inner = readStore
    // 60 events in batches of 4, then one commit of the derived documents and one that makes all visible.
    for (const cutAt of [3, 15, 16]) {
      await inner.discard()
      let commits = 0
      let cut = () => {}
      const dead = new Promise<void>((resolve) => (cut = resolve))
      readStore = {
        ...inner,
        async commit(batch) {
          if (++commits <= cutAt) return inner.commit(batch)
          cut()
          throw new StoreUnavailable('gone')
        },
      }
      const first = start(4)
      await Promise.race([dead, first.ready])
      await first.stop()
      readStore = inner
      const second = start(4)
      await second.ready
      expect((await inner.checkpoint()).position).toBe(last)
      expect(await inner.getMany(labels, ids)).toEqual(all)
      await second.stop()
    }
  })

  it('A build shows nothing before its derived documents are complete', async () => {
    await live()
    const inner = readStore
    const seen: unknown[] = []
    readStore = {
      ...inner,
      async commit(batch) {
        await inner.commit(batch)
        if ((await inner.checkpoint()).ready && seen.length === 0) seen.push(await inner.getMany(labels, ids))
      },
    }
    const runner = start(4)
    await runner.ready
    await runner.stop()
    expect(seen).toEqual([all])
  })
})
