// The runner of all projections: failing handlers, waiting for a position, catching up, and the unity of documents and
// checkpoint.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DomainEvent, RecordedEvent } from '#core/kernel/decider.ts'
import { createCodec } from '#core/store/codec.ts'
import { type EventStore, NO_STREAM, START, StoreUnavailable } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import type { OnProjectionFailure } from '#projections/platform/batchFold.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { type ReadStore, type Checkpoint, ReadModelNotReady } from '#projections/platform/readStore.ts'
import { type Runner, startRunner } from '#projections/platform/runner.ts'
import { type AnyProjection, idIn, projection } from '#projections/platform/projection.ts'
import { meta } from '#tests/contracts/logDriver.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

type Said =
  DomainEvent<'Said', { word: string; loud: boolean }> | DomainEvent<'Unsaid', Record<string, never>>

/** In version 1 of the event, a word was a string, and neither loud nor low. */
const codec = createCodec({
  Said: [({ text }: { text: string }) => ({ word: text, loud: false })],
  Unsaid: [],
  Ignored: [],
})

/** The words of a stream, until they are removed. */
const words = projection<string[], Said>({
  name: 'words',
  version: 1,
  key: ({ stream }) => idIn(stream),
  empty: () => [],
  on: {
    Said: (doc, { data }) => [...doc, data.loud ? data.word.toUpperCase() : data.word],
    Unsaid: () => null,
  },
})

/** A projection that fails at one word. */
const fragile = projection<string[], Said>({
  name: 'fragile',
  version: 1,
  key: ({ stream }) => idIn(stream),
  empty: () => [],
  on: {
    Said: (doc, { data }) => {
      if (data.word === 'bang') throw new Error('too loud')
      return [...doc, data.word]
    },
    Unsaid: 'ignored',
  },
})

let store: EventStore
let readStore: ReadStore
let runners: Runner[]
type Trouble = Parameters<OnProjectionFailure>[1]
let errors: (Trouble & { error: unknown })[]
beforeEach(() => {
  store = createMemoryEventStore()
  readStore = createMemoryReadStore()
  runners = []
  errors = []
})
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()))
})

function start(projections: AnyProjection[] = [words]): Runner {
  const onError = (error: unknown, where: Trouble) => void errors.push({ error, ...where })
  const runner = startRunner({ store, codec, readStore, projections, onError })
  runners.push(runner)
  return runner
}

/** Appends words to `talk-{id}`. @returns the position of the last */
async function say(id: string, ...said: string[]): Promise<string> {
  return append(
    id,
    said.map((word) => ({ type: 'Said', data: { word, loud: false }, v: 2 })),
  )
}

async function append(id: string, events: { type: string; data: unknown; v: number }[]): Promise<string> {
  const [newest] = await store.read(`talk-${id}`, { backward: true, limit: 1 })
  const written = events.map(({ v, ...event }) => ({ ...event, meta: { ...meta, v } }))
  return (await store.append(`talk-${id}`, newest?.revision ?? NO_STREAM, written)).position
}

async function shown(runner: Runner, position: string): Promise<void> {
  expect(await runner.waitForPosition(position, TIMEOUT_MS), `shows ${position}`).toBe(true)
}

describe('folding', () => {
  test('Each event is folded into its own document, in order, in the present schema', async () => {
    const runner = start()
    await say('ann', 'a', 'b')
    await append('ben', [{ type: 'Said', data: { text: 'old' }, v: 1 }])
    await shown(runner, await append('ann', [{ type: 'Said', data: { word: 'c', loud: true }, v: 2 }]))
    expect(await readStore.getMany(words, ['ann', 'ben', 'cid'])).toEqual([['a', 'b', 'C'], ['old'], null])
  })

  test('A null deletes the document, and the next event starts a new one, also within a batch', async () => {
    const runner = start()
    await shown(runner, await say('ann', 'a'))
    const position = await append('ann', [
      { type: 'Unsaid', data: {}, v: 1 },
      { type: 'Said', data: { text: 'b' }, v: 1 },
    ])
    await shown(runner, position)
    expect(await readStore.get(words, 'ann')).toEqual(['b'])
    await shown(runner, await append('ann', [{ type: 'Unsaid', data: {}, v: 1 }]))
    expect(await readStore.get(words, 'ann')).toBeNull()
  })

  test('Events that no projection handles move the position', async () => {
    const runner = start()
    await shown(runner, await append('ann', [{ type: 'Ignored', data: {}, v: 1 }]))
    expect(runner.position()).toBe(await store.head())
  })
})

describe('a handler that throws', () => {
  test('A handler that throws stops its projection for that document, reports it once, and the rest continues', async () => {
    const runner = start([fragile, words])
    await say('ann', 'a', 'bang', 'b')
    await say('ben', 'c')
    await shown(runner, await say('ann', 'bang', 'd'))
    await expect(readStore.get(fragile, 'ann')).rejects.toThrow(ReadModelNotReady)
    expect(await readStore.get(fragile, 'ben')).toEqual(['c'])
    expect(await readStore.get(words, 'ann')).toEqual(['a', 'bang', 'b', 'bang', 'd'])
    expect(errors).toMatchObject([
      { error: new Error('too loud'), projection: 'fragile', event: { stream: 'talk-ann', revision: 1 } },
    ])
  })

  test('A handler that throws on the first event of a document leaves it failed, not absent', async () => {
    const runner = start([fragile])
    await shown(runner, await say('ann', 'bang'))
    await expect(readStore.getMany(fragile, ['ben', 'ann'])).rejects.toThrow(ReadModelNotReady)
  })

  test('A failed document stays failed, also after a restart', async () => {
    const first = start([fragile])
    await shown(first, await say('ann', 'bang'))
    await first.stop()
    const second = start([fragile])
    await shown(second, await say('ann', 'a'))
    await expect(readStore.get(fragile, 'ann')).rejects.toThrow(ReadModelNotReady)
    expect(errors, 'and says so once').toHaveLength(1)
  })
})

describe('an event that a projection cannot assign', () => {
  const lost = { ...words, name: 'lost', keys: keysUnlessBang }
  function keysUnlessBang({ stream, data }: RecordedEvent): readonly string[] {
    if ((data as { word?: string }).word === 'bang') throw new Error('whose is it?')
    return [idIn(stream)]
  }

  test('An event that a projection cannot assign stops that projection for the stream, also after a restart, and no other', async () => {
    const first = start([lost, words])
    await say('ann', 'a', 'bang')
    await shown(first, await say('ben', 'b'))
    await first.stop()
    const second = start([lost, words])
    await shown(second, await say('ann', 'c'))
    await expect(readStore.get(lost, 'ann')).rejects.toThrow(ReadModelNotReady)
    expect(await readStore.get(lost, 'ben')).toEqual(['b'])
    expect(await readStore.get(words, 'ann')).toEqual(['a', 'bang', 'c'])
    expect(errors).toMatchObject([{ error: new Error('whose is it?'), projection: 'lost' }])
  })

  test('An event of an unknown schema stops all projections of its stream, and the rest continues', async () => {
    const broken = createCodec({ Said: [breaks], Unsaid: [] })
    function breaks(): never {
      throw new Error('no such schema')
    }
    const onError = (error: unknown, where: Trouble) => void errors.push({ error, ...where })
    const runner = startRunner({ store, codec: broken, readStore, projections: [words], onError })
    runners.push(runner)
    await append('ann', [{ type: 'Said', data: { text: 'old' }, v: 1 }])
    await shown(runner, await say('ben', 'b'))
    await expect(readStore.get(words, 'ann')).rejects.toThrow(ReadModelNotReady)
    expect(await readStore.get(words, 'ben')).toEqual(['b'])
  })
})

describe('failures', () => {
  test('A failing read store is retried, and no event is folded twice or left out', async () => {
    const inner = readStore
    let failing = 3
    const troubles: unknown[] = []
    const fails = async (): Promise<void> => {
      if (failing-- > 0) throw new StoreUnavailable('away')
    }
    readStore = {
      ...inner,
      begin: () => fails().then(inner.begin),
      commit: (batch) => inner.commit(batch).then(() => (batch.writes.length > 0 ? fails() : undefined)),
    }
    await say('ann', 'a')
    const onRetry = (error: unknown) => void troubles.push(error)
    const runner = startRunner({ store, codec, readStore, projections: [words], onError: () => {}, onRetry })
    runners.push(runner)
    await shown(runner, await say('ann', 'b'))
    failing = 1
    await shown(runner, await say('ann', 'c'))
    await shown(runner, await say('ann', 'd'))
    expect(await readStore.get(words, 'ann')).toEqual(['a', 'b', 'c', 'd'])
    expect(troubles.length).toBe(4)
  })

  test('Two projectors detect that they were overtaken, and together they fold each event once', async () => {
    const all = [start(), start(), start()]
    for (let n = 0; n < 30; n++) await say('ann', `${n}`)
    const head = await store.head()
    for (const runner of all) await shown(runner, head)
    expect(await readStore.get(words, 'ann')).toEqual(Array.from({ length: 30 }, (_, n) => `${n}`))
    expect(errors).toEqual([])
  })

  test('Documents that were deleted in the store are rebuilt', async () => {
    const runner = start()
    await shown(runner, await say('ann', 'a', 'b'))
    await readStore.discard()
    expect(runner.isReady()).toBe(false)
    await expect.poll(() => runner.isReady()).toBe(true)
    expect(await readStore.get(words, 'ann')).toEqual(['a', 'b'])
  })

  test('Documents of another log are not shown as those of the present log', async () => {
    const first = start()
    await shown(first, await say('ann', 'a', 'b'))
    await first.stop()
    store = createMemoryEventStore()
    const said = { type: 'Said', data: { word: 'new', loud: false }, meta: { ...meta, key: 'another', v: 2 } }
    await store.append('talk-ben', NO_STREAM, [said])
    await say('cid', 'later', 'than', 'the other log')
    start()
    await expect.poll(() => readStore.get(words, 'ben').catch(() => null)).toEqual(['new'])
    expect(await readStore.get(words, 'ann')).toBeNull()
  })
})

describe('waiting for a position', () => {
  test('A waiting request is released when its position is visible, not before, and each at its own position', async () => {
    const runner = start()
    const first = await say('ann', 'a')
    await shown(runner, first)
    const second = following(first)
    const third = following(second)
    const woken: string[] = []
    const waiting = [third, second].map(async (position) => {
      expect(await runner.waitForPosition(position, TIMEOUT_MS)).toBe(true)
      woken.push(position)
    })
    expect(await runner.waitForPosition(first, 0)).toBe(true)
    expect(woken).toEqual([])
    expect(await say('ann', 'b')).toBe(second)
    await waiting[1]
    expect(woken).toEqual([second])
    expect(await readStore.get(words, 'ann')).toEqual(['a', 'b'])
    expect(await say('ben', 'c')).toBe(third)
    await waiting[0]
    expect(woken).toEqual([second, third])
  })

  test('A waiting request times out when its position is not visible in time, and not sooner', async () => {
    const runner = start()
    const position = await say('ann', 'a')
    await shown(runner, position)
    const before = performance.now()
    expect(await runner.waitForPosition(following(position), 40)).toBe(false)
    expect(performance.now() - before).toBeGreaterThanOrEqual(39)
  })
})

describe('catching up', () => {
  const EVENTS = 3000

  beforeEach(async () => {
    for (let n = 0; n < EVENTS; n += 100) await say(`${n % 7}`, ...Array.from({ length: 100 }, () => 'w'))
  })

  test('The runner is ready once every existing event is visible, and reports it', async () => {
    const runner = start()
    expect(runner.isReady()).toBe(false)
    await runner.ready
    expect(runner.isReady()).toBe(true)
    expect(runner.position()).toBe(await store.head())
    const docs = await readStore.getMany(words, ['0', '1', '2', '3', '4', '5', '6'])
    expect(docs.flat()).toHaveLength(EVENTS)
  })

  test('The runner lets requests run between its batches', async () => {
    const runner = start()
    const seen = new Set<string>()
    while (!runner.isReady()) {
      await new Promise((turn) => setImmediate(turn))
      seen.add(runner.position())
    }
    const head = await store.head()
    const between = [...seen].filter((position) => position > START && position < head)
    expect(between.length, `of ${EVENTS / 500} batches`).toBeGreaterThanOrEqual(4)
  })

  test('The runner is ready at once on an empty log', async () => {
    store = createMemoryEventStore()
    const runner = start()
    await runner.ready
    expect(runner.isReady()).toBe(true)
  })
})

describe('documents and checkpoint', () => {
  test('A batch is visible as a whole: every document then includes all events up to the position', async () => {
    const runner = start()
    const found: { position: string; said: number }[] = []
    readStore.onCheckpoint((now) => void look(now))
    async function look({ position }: Checkpoint) {
      found.push({ position, said: (await readStore.get(words, 'ann'))?.length ?? 0 })
    }
    for (let n = 0; n < 20; n++) {
      const position = say('ann', 'w')
      if (n % 3 === 0) await shown(runner, await position)
      else await position
    }
    await shown(runner, await store.head())
    const places = (await store.read('talk-ann')).map(({ position }) => position)
    expect(found.length).toBeGreaterThan(5)
    for (const { position, said } of found)
      expect(said).toBe(places.filter((place) => place <= position).length)
  })

  test('A restarted runner continues from the checkpoint and folds nothing twice', async () => {
    const first = start()
    await shown(first, await say('ann', 'a', 'b'))
    await first.stop()
    const missed = await say('ann', 'c')
    expect(first.position() < missed, 'it has stopped').toBe(true)
    const second = start()
    await second.ready
    await shown(second, await say('ann', 'd'))
    expect(await readStore.get(words, 'ann')).toEqual(['a', 'b', 'c', 'd'])
  })
})

/** The next position of a log with consecutive positions. */
function following(position: string): string {
  return String(Number(position) + 1).padStart(position.length, '0')
}
