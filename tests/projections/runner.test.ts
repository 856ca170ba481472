// The reader that feeds all views: what one broken handler costs, who waits for a position, how it catches up, and
// that documents and checkpoint never part.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Fact } from '#core/kernel/decider.ts'
import { createCodec } from '#core/store/codec.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import { NO_STREAM, START } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memory.ts'
import { createMemoryReadStore } from '#projections/platform/memory.ts'
import type { Batch, ReadStore } from '#projections/platform/readStore.ts'
import type { Runner } from '#projections/platform/runner.ts'
import { startRunner } from '#projections/platform/runner.ts'
import type { AnyView } from '#projections/platform/view.ts'
import { idIn, view } from '#projections/platform/view.ts'
import { meta } from '#tests/contracts/logDriver.ts'

type Said = Fact<'Said', { word: string; loud: boolean }> | Fact<'Unsaid', Record<string, never>>

/** In the first version of the event a word was a text, and neither loud nor low. */
const codec = createCodec({
  Said: [({ text }: { text: string }) => ({ word: text, loud: false })],
  Unsaid: [],
  Ignored: [],
})

/** What was said in a stream, until it is unsaid. */
const words = view<string[], Said>({
  name: 'words',
  version: 1,
  key: ({ stream }) => idIn(stream),
  empty: () => [],
  on: {
    Said: (doc, { data }) => [...doc, data.loud ? data.word.toUpperCase() : data.word],
    Unsaid: () => null,
  },
})

/** Cannot bear one word. */
const fragile = view<string[], Said>({
  name: 'fragile',
  version: 1,
  key: ({ stream }) => idIn(stream),
  empty: () => [],
  on: {
    Said: (doc, { data }) => {
      if (data.word === 'bang') throw new Error('too loud')
      return [...doc, data.word]
    },
  },
})

let store: EventStore
let readStore: ReadStore
let runners: Runner[]
let errors: { error: unknown; view: string; event: StoredEvent }[]
beforeEach(() => {
  store = createMemoryEventStore()
  readStore = createMemoryReadStore()
  runners = []
  errors = []
})
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()))
})

function start(views: AnyView[] = [words]): Runner {
  const onError = (error: unknown, where: { view: string; event: StoredEvent }) =>
    void errors.push({ error, ...where })
  const runner = startRunner({ store, codec, readStore, views, onError })
  runners.push(runner)
  return runner
}

/** Appends words to `talk-{id}` and gives the position of the last. */
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
  expect(await runner.reached(position, 1000), `shows ${position}`).toBe(true)
}

describe('folding', () => {
  test('each event goes to its own document, in order, lifted to the schema of today', async () => {
    const runner = start()
    await say('ann', 'a', 'b')
    await append('ben', [{ type: 'Said', data: { text: 'old' }, v: 1 }])
    await shown(runner, await append('ann', [{ type: 'Said', data: { word: 'c', loud: true }, v: 2 }]))
    expect(await readStore.getMany(words, ['ann', 'ben', 'cid'])).toEqual([['a', 'b', 'C'], ['old'], null])
  })

  test('null takes the document away, and what comes after begins anew, also in one batch', async () => {
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

  test('events that no view knows move the position all the same', async () => {
    const runner = start()
    await shown(runner, await append('ann', [{ type: 'Ignored', data: {}, v: 1 }]))
    expect(runner.position()).toBe(await store.head())
  })
})

describe('a handler that throws', () => {
  test('stops its view for that document, says so once, and all else goes on', async () => {
    const runner = start([fragile, words])
    await say('ann', 'a', 'bang', 'b')
    await say('ben', 'c')
    await shown(runner, await say('ann', 'bang', 'd'))
    expect(await readStore.get(fragile, 'ann'), 'as it was before').toEqual(['a'])
    expect(await readStore.get(fragile, 'ben')).toEqual(['c'])
    expect(await readStore.get(words, 'ann')).toEqual(['a', 'bang', 'b', 'bang', 'd'])
    expect(runner.stopped(fragile, 'ann')).toBe(true)
    expect([runner.stopped(fragile, 'ben'), runner.stopped(words, 'ann')]).toEqual([false, false])
    expect(errors).toMatchObject([
      { error: new Error('too loud'), view: 'fragile', event: { stream: 'talk-ann', revision: 1 } },
    ])
  })

  test('on the very first event of a document leaves none', async () => {
    const runner = start([fragile])
    await shown(runner, await say('ann', 'bang'))
    expect(await readStore.get(fragile, 'ann')).toBeNull()
    expect(runner.stopped(fragile, 'ann')).toBe(true)
  })
})

describe('who waits for a position', () => {
  test('is woken when it is shown, not before, and each at their own', async () => {
    const runner = start()
    const first = await say('ann', 'a')
    await shown(runner, first)
    const second = following(first)
    const third = following(second)
    const woken: string[] = []
    const waiting = [third, second].map(async (position) => {
      expect(await runner.reached(position, 1000)).toBe(true)
      woken.push(position)
    })
    expect(await runner.reached(first, 0)).toBe(true)
    expect(woken).toEqual([])
    expect(await say('ann', 'b')).toBe(second)
    await waiting[1]
    expect(woken).toEqual([second])
    expect(await readStore.get(words, 'ann')).toEqual(['a', 'b'])
    expect(await say('ben', 'c')).toBe(third)
    await waiting[0]
    expect(woken).toEqual([second, third])
  })

  test('is told when it is not shown in time, and no sooner', async () => {
    const runner = start()
    const position = await say('ann', 'a')
    await shown(runner, position)
    const before = performance.now()
    expect(await runner.reached(following(position), 40)).toBe(false)
    expect(performance.now() - before).toBeGreaterThanOrEqual(39)
  })
})

describe('catching up', () => {
  const EVENTS = 3000

  beforeEach(async () => {
    for (let n = 0; n < EVENTS; n += 100) await say(`${n % 7}`, ...Array.from({ length: 100 }, () => 'w'))
  })

  test('it is ready once everything that was there is shown, and says so', async () => {
    const runner = start()
    expect(runner.isReady()).toBe(false)
    await runner.ready
    expect(runner.isReady()).toBe(true)
    expect(runner.position()).toBe(await store.head())
    const docs = await readStore.getMany(words, ['0', '1', '2', '3', '4', '5', '6'])
    expect(docs.flat()).toHaveLength(EVENTS)
  })

  test('requests get their turn in between', async () => {
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

  test('an empty log is ready at once', async () => {
    store = createMemoryEventStore()
    const runner = start()
    await runner.ready
    expect(runner.isReady()).toBe(true)
  })
})

describe('documents and position', () => {
  test('move together: whoever hears of a batch finds in each document all up to its position', async () => {
    const runner = start()
    const found: { position: string; said: number }[] = []
    readStore.onCommit((batch) => void look(batch))
    async function look({ position }: Batch) {
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

  test('a reader that starts again goes on from the checkpoint and folds nothing twice', async () => {
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

/** The next position of a log whose places are dense. */
function following(position: string): string {
  return String(Number(position) + 1).padStart(position.length, '0')
}
