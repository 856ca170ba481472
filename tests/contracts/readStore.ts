// The contract of every read store.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { START } from '#core/store/eventStore.ts'
import { formatPosition } from '#core/store/position.ts'
import {
  type ReadStore,
  type Checkpoint,
  type DocumentWrite,
  FAILED_DOCUMENT,
  ReadModelNotReady,
  CheckpointConflict,
} from '#projections/platform/readStore.ts'
import type { Projection } from '#projections/platform/projection.ts'

export interface OpenedReadStore {
  store: ReadStore
  close(): Promise<void>
}

/** A projection of any documents: the store only needs its name, its version, and whether they are lists. */
const viewOf = (name: string, version = 1, list?: 'items' | 'chunks'): Projection => ({
  name,
  version,
  keys: () => [],
  empty: () => null,
  on: {},
  ...(list && { list }),
})

const balances = viewOf('balances')
const expenses = viewOf('expenses', 1, 'chunks')
const messages = viewOf('messages', 1, 'items')
const write = (key: string, doc: unknown, projection = balances): DocumentWrite => ({ projection, key, doc })

/** @param open opens an empty store each time */
export function readStoreContract(name: string, open: () => Promise<OpenedReadStore>) {
  describe(`the read store ${name}`, () => {
    let opened: OpenedReadStore
    let store: ReadStore
    /** The position of the last `commit`. */
    let after: string
    beforeEach(async () => {
      opened = await open()
      store = opened.store
      after = (await store.begin()).position
    })
    afterEach(() => opened.close())

    async function commit(place: number, ...writes: DocumentWrite[]): Promise<void> {
      const position = formatPosition(place)
      await store.commit({ after, position, writes, ready: true })
      after = position
    }

    test('The store is not ready at first, and does not report missing documents as absent', async () => {
      expect(await store.checkpoint()).toEqual({ position: START, ready: false })
      await expect(store.get(balances, 'trip')).rejects.toThrow(ReadModelNotReady)
      await expect(store.getMany(balances, ['a', 'b'])).rejects.toThrow(ReadModelNotReady)
    })

    test('The store shows nothing until the build is complete, and stays ready from then on', async () => {
      const [first, second] = [formatPosition(1), formatPosition(2)]
      await store.commit({ after, position: first, writes: [write('trip', 1)], ready: false })
      expect(await store.checkpoint()).toEqual({ position: first, ready: false })
      await expect(store.get(balances, 'trip')).rejects.toThrow(ReadModelNotReady)
      await store.commit({ after: first, position: second, writes: [], ready: true })
      expect(await store.get(balances, 'trip')).toBe(1)
      await store.commit({ after: second, position: formatPosition(3), writes: [], ready: false })
      expect(await store.getMany(balances, ['trip', 'other'])).toEqual([1, null])
      expect(await store.getMany(balances, [])).toEqual([])
    })

    test('Documents of several projections that are read together have one position', async () => {
      const figures = viewOf('figures')
      await expect(store.getTogether([balances], 'trip')).rejects.toThrow(ReadModelNotReady)
      await commit(1, write('trip', 1), write('trip', 'one', figures))
      const commits = (async () => {
        for (let n = 2; n < 20; n++) await commit(n, write('trip', n), write('trip', `${n}`, figures))
      })()
      for (let n = 0; n < 20; n++) {
        const { position, docs } = await store.getTogether([figures, balances, viewOf('none')], 'trip')
        const number = docs[1] as number
        expect([position, docs]).toEqual([
          formatPosition(number),
          [number === 1 ? 'one' : `${number}`, number, null],
        ])
      }
      await commits
    })

    test('The store becomes ready on an empty log too', async () => {
      await store.commit({ after: START, position: START, writes: [], ready: true })
      expect(await store.checkpoint()).toEqual({ position: START, ready: true })
      expect(await store.get(balances, 'trip')).toBeNull()
    })

    test('A commit at an outdated checkpoint changes nothing, and its writer gets a conflict', async () => {
      await commit(5, write('trip', 'right'))
      const late = {
        after: START,
        position: formatPosition(3),
        writes: [write('trip', 'wrong')],
        ready: true,
      }
      await expect(store.commit(late)).rejects.toThrow(CheckpointConflict)
      expect(await store.get(balances, 'trip')).toBe('right')
      expect(await store.checkpoint()).toEqual({ position: formatPosition(5), ready: true })
      expect(await store.begin(), 'where to go on').toEqual({ position: formatPosition(5), ready: true })
      expect(await store.load([{ projection: balances, key: 'trip' }])).toEqual(['right'])
      await commit(6, write('trip', 'further'))
      expect(await store.get(balances, 'trip')).toBe('further')
    })

    test('The projector reads committed documents before they are visible to others', async () => {
      const wanted = ['a', 'b', 'gone', 'broken', 'a'].map((key) => ({ projection: balances, key }))
      const writes = [write('a', [1]), write('gone', 1), write('broken', FAILED_DOCUMENT)]
      await store.commit({ after, position: formatPosition(1), writes, ready: false })
      await store.commit({
        after: formatPosition(1),
        position: formatPosition(2),
        writes: [write('gone', null)],
        ready: false,
      })
      expect(await store.load(wanted)).toEqual([[1], null, null, FAILED_DOCUMENT, [1]])
      await store.begin()
      expect(await store.load(wanted), 'and again after a restart').toEqual([
        [1],
        null,
        null,
        FAILED_DOCUMENT,
        [1],
      ])
    })

    test('The projector lists the keys of a projection that have documents, and of no other projection', async () => {
      const many = Array.from({ length: 1200 }, (_, n) => write(`k${n}`, n))
      const others = [write('k', 1, viewOf('balances', 2)), write('k', 1, viewOf('other'))]
      await store.commit({ after, position: formatPosition(1), writes: [...many, ...others], ready: false })
      const gone = [write('k7', null), write('k8', FAILED_DOCUMENT)]
      await store.commit({
        after: formatPosition(1),
        position: formatPosition(2),
        writes: gone,
        ready: false,
      })
      const found = new Set<string>()
      for await (const keys of store.keys(balances)) for (const key of keys) found.add(key)
      const expected = many.map(({ key }) => key).filter((key) => key !== 'k7')
      expect([...found].toSorted()).toEqual(expected.toSorted())
    })

    test('A document that its projection gave up on is reported as failed, not as absent, until it is written again', async () => {
      await commit(1, write('a', 1), write('b', 2))
      await commit(2, write('a', FAILED_DOCUMENT))
      await expect(store.get(balances, 'a')).rejects.toThrow(ReadModelNotReady)
      await expect(store.getMany(balances, ['b', 'a'])).rejects.toThrow(ReadModelNotReady)
      expect(await store.get(balances, 'b')).toBe(2)
      await commit(3, write('a', 3))
      expect(await store.get(balances, 'a')).toBe(3)
    })

    test('A reset removes all documents, and the store shows nothing until it is built again', async () => {
      await commit(9, write('old', 1), write('both', 1))
      await store.discard()
      await expect(store.get(balances, 'old')).rejects.toThrow(ReadModelNotReady)
      await expect(commit(10, write('old', 2))).rejects.toThrow(CheckpointConflict)
      after = (await store.begin()).position
      expect(after).toBe(START)
      expect(await store.load([{ projection: balances, key: 'both' }])).toEqual([null])
      await commit(9, write('both', 2))
      expect(await store.getMany(balances, ['old', 'both'])).toEqual([null, 2])
    })

    test('A document and its position are visible once a batch is committed', async () => {
      await commit(7, write('trip', { total: 3 }))
      expect(await store.get(balances, 'trip')).toEqual({ total: 3 })
      expect((await store.checkpoint()).position).toBe(formatPosition(7))
    })

    test('A later document replaces an earlier one, also within a batch', async () => {
      await commit(1, write('trip', { total: 1 }))
      await commit(3, write('trip', { total: 2 }), write('trip', { total: 3 }))
      expect(await store.get(balances, 'trip')).toEqual({ total: 3 })
    })

    test('A null deletes a document, and deleting an absent document is allowed', async () => {
      await commit(1, write('trip', { total: 1 }), write('other', { total: 2 }))
      await commit(2, write('trip', null), write('unknown', null))
      expect(await store.getMany(balances, ['trip', 'other', 'unknown'])).toEqual([null, { total: 2 }, null])
      await commit(3, write('trip', { total: 4 }))
      expect(await store.get(balances, 'trip')).toEqual({ total: 4 })
    })

    test('A batch without documents still moves the position', async () => {
      await commit(5)
      expect((await store.checkpoint()).position).toBe(formatPosition(5))
    })

    test('Several documents are read in the requested order, with null for absent ones and repetitions repeated', async () => {
      await commit(1, write('a', 1), write('b', 2))
      expect(await store.getMany(balances, ['b', 'x', 'a', 'b'])).toEqual([2, null, 1, 2])
    })

    test('Projections and their versions are separate, whatever their keys', async () => {
      const [old, other] = [viewOf('balances', 2), viewOf('balances@1')]
      await commit(
        1,
        write('k', 'first'),
        write('k', 'second version', old),
        write('k', 'other projection', other),
      )
      expect(await store.get(balances, 'k')).toBe('first')
      expect(await store.get(old, 'k')).toBe('second version')
      expect(await store.get(other, 'k')).toBe('other projection')
      await commit(2, write('k', null, old))
      expect(await store.get(balances, 'k')).toBe('first')
    })

    test.each(['', ' ', 'a b', 'a:b', 'a@1', '*', '__proto__', 'constructor', '名-Ω', 'x'.repeat(300)])(
      'The store accepts the key %j',
      async (key) => {
        await commit(1, write(key, { key }), write('plain', {}))
        expect(await store.get(balances, key)).toEqual({ key })
        await commit(2, write(key, null))
        expect(await store.getMany(balances, [key, 'plain'])).toEqual([null, {}])
      },
    )

    test.each([
      [0],
      [false],
      [''],
      [[]],
      [{}],
      ['text with "quotes", \u2028 and 火'],
      [{ deep: [{ list: [[], [null, 1.5, -0.25]], none: null }] }],
      [{ constructor: 1, toString: 'own' }],
    ])('The store returns the document %j unchanged', async (doc) => {
      await commit(1, write('k', doc))
      expect(await store.get(balances, 'k')).toEqual(doc)
    })

    test('A list is as it was last written, whatever was added, changed, moved and removed', async () => {
      const random = linearCongruential(7)
      const stored = new Map<string, unknown>()
      let items: { id: number; text: string }[] = []
      let chunks: { id: number; text: string }[][] = []
      for (let n = 1; n <= 120; n++) {
        items = changedAtRandom(items, random, n)
        chunks = random(5) === 0 ? [items, [{ id: n, text: 'more' }]] : changedInChunk(chunks, random, n)
        const isRemoved = random(20) === 0
        const [list, inChunks] = isRemoved
          ? [null, FAILED_DOCUMENT]
          : [items, chunks.filter((of) => of.length > 0)]
        await commit(n, write('trip', list, messages), write('trip', inChunks, expenses))
        stored.set('items', list).set('chunks', inChunks)
        const addresses = [messages, expenses].map((projection) => ({ projection, key: 'trip' }))
        // Sometimes as a projector that starts again, which knows nothing but what is stored.
        if (random(4) === 0) await store.begin()
        if (random(3) > 0) expect(await store.load(addresses)).toEqual([list, inChunks])
        if (isRemoved) await expect(store.get(expenses, 'trip')).rejects.toThrow(ReadModelNotReady)
        else
          expect((await store.getTogether([messages, expenses, balances], 'trip')).docs).toEqual([
            list,
            inChunks,
            null,
          ])
      }
    })

    test('An empty list exists, and a list that is written unseen replaces what was there', async () => {
      await commit(1, write('a', [], messages), write('a', [], expenses), write('b', [[1, 2], [3]], expenses))
      expect((await store.getTogether([messages, expenses], 'a')).docs).toEqual([[], []])
      await store.begin()
      await commit(2, write('b', [[4]], expenses), write('a', [5], messages))
      expect(await store.getMany(expenses, ['b', 'a', 'c'])).toEqual([[[4]], [], null])
      expect(await store.getMany(messages, ['a', 'b'])).toEqual([[5], null])
    })

    test('A long list and its position are read together while it grows', async () => {
      let list: readonly (readonly number[])[] = [Array.from({ length: 40 }, (_, n) => n)]
      await commit(40, write('trip', list, expenses), write('trip', 40))
      const commits = (async () => {
        for (let n = 41; n <= 80; n++) {
          list = [...list.slice(0, -1), [...list.at(-1)!, n - 1]]
          await commit(n, write('trip', list, expenses), write('trip', n))
        }
      })()
      for (let n = 0; n < 20; n++) {
        const { position, docs } = await store.getTogether([expenses, balances], 'trip')
        const count = (docs[0] as number[][])[0]!.length
        expect([count, docs[1]]).toEqual([Number(position), Number(position)])
      }
      await commits
    })

    test('The store accepts a batch as large as the log delivers', async () => {
      const writes = Array.from({ length: 2000 }, (_, n) => write(`k${n}`, { n, text: 'x'.repeat(200) }))
      await commit(2000, ...writes)
      const found = await store.getMany(
        balances,
        writes.map(({ key }) => key),
      )
      expect(found.map((doc) => (doc as { n: number }).n)).toEqual(writes.map((_, n) => n))
    })

    test('The position of a follower is kept, apart from that of others, and lost with the documents', async () => {
      await commit(1, write('trip', 1))
      expect(await store.followerPosition('eraser')).toBe(START)
      await store.setFollowerPosition('eraser', formatPosition(1))
      await store.setFollowerPosition('other', formatPosition(7))
      expect([await store.followerPosition('eraser'), await store.followerPosition('other')]).toEqual(
        [1, 7].map(formatPosition),
      )
      await commit(2, write('trip', 2))
      expect(await store.followerPosition('eraser')).toBe(formatPosition(1))
      await store.discard()
      expect(await store.followerPosition('eraser')).toBe(START)
    })

    test('Documents and position move together: no reader sees one without the other', async () => {
      const keys = ['a', 'b', 'c']
      const projections = [balances, viewOf('expenses')]
      await store.commit({ after, position: START, writes: [], ready: true })
      // A first read may have to retry.
      await store.getMany(balances, keys)
      const written = new AbortController()
      const watching = watch()
      for (let place = 1; place <= 100; place++)
        await commit(
          place,
          ...projections.flatMap((projection) => keys.map((key) => write(key, place, projection))),
        )
      written.abort()
      const seen = await watching
      expect(seen.size, 'needs somebody who looks in between to mean anything').toBeGreaterThan(5)

      async function watch(): Promise<Set<string>> {
        const positions = new Set<string>()
        for (let look = 0; !written.signal.aborted; look++) {
          // Yields a varying number of times, so that the reads are not in step with the writer.
          for (let turn = look % 4; turn > 0; turn--) await Promise.resolve()
          // Requested together, so that an engine that responds at once responds for one moment.
          const asked = [
            store.checkpoint(),
            ...projections.map((projection) => store.getMany(projection, keys)),
            store.checkpoint(),
          ]
          const [before, first, second, later] = (await Promise.all(asked)) as [
            Checkpoint,
            unknown[],
            unknown[],
            Checkpoint,
          ]
          for (const docs of [first, second]) {
            expect(new Set(docs).size, 'one batch is seen as one').toBe(1)
            const shown = docs[0] === null ? START : formatPosition(docs[0] as number)
            const between = shown >= before.position && shown <= later.position
            expect(between, `${shown} between ${before.position} and ${later.position}`).toBe(true)
          }
          positions.add(later.position)
        }
        return positions
      }
    })

    test('A listener gets the visible changes in order, once they can be read, until it unsubscribes', async () => {
      const heard: Checkpoint[] = []
      const found: unknown[] = []
      const stop = store.onCheckpoint((shown) => {
        heard.push(shown)
        // What was published can be read, whatever commit has started meanwhile.
        if (shown.ready)
          void store.get(balances, 'k').then((doc) => found.push(Number(doc) >= placeOf(shown)))
      })
      for (const place of [1, 4, 7]) {
        await commit(place, write('k', place))
        await expect.poll(() => heard.at(-1)).toEqual({ position: formatPosition(place), ready: true })
      }
      stop()
      await commit(8, write('k', 8))
      // On a busy machine the store may count as unavailable for a moment and then publish the same checkpoint again.
      const ready = heard.filter((shown) => shown.ready)
      await expect.poll(() => found).toEqual(ready.map(() => true))
      expect([...new Set(ready.map(placeOf))]).toEqual([1, 4, 7])
    })

    test('Every listener gets every change, a reset included', async () => {
      const [one, two]: [boolean[], boolean[]] = [[], []]
      const stopOne = store.onCheckpoint(({ ready }) => void one.push(ready))
      store.onCheckpoint(({ ready }) => void two.push(ready))
      await commit(1)
      await expect.poll(() => [one, two]).toEqual([[true], [true]])
      stopOne()
      await store.discard()
      await expect.poll(() => [one, two]).toEqual([[true], [true, false]])
    })
  })
}

const placeOf = ({ position }: Checkpoint): number => Number(position)

/** The same numbers in each run: below `limit`. */
function linearCongruential(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * limit)
  }
}

interface Item {
  id: number
  text: string
}

/** As a projection does it: other items stay the same objects. */
function changedAtRandom(items: readonly Item[], random: (limit: number) => number, n: number): Item[] {
  const at = random(items.length + 1)
  const item = { id: n, text: `change ${n}` }
  switch (random(6)) {
    case 0:
      return items.toSpliced(at, 1)
    case 1:
      return items.toSpliced(at, 1, item)
    case 2:
      return items.toSpliced(at, 0, item)
    case 3:
      return [...items.slice(at), ...items.slice(0, at)]
    default:
      return [...items, item]
  }
}

function changedInChunk(chunks: readonly Item[][], random: (limit: number) => number, n: number): Item[][] {
  const at = random(chunks.length + 1)
  if (at === chunks.length) return [...chunks, [{ id: n, text: `chunk ${n}` }]]
  if (random(8) === 0) return chunks.toSpliced(at, 1)
  return chunks.with(at, changedAtRandom(chunks[at]!, random, n))
}
