// What every read store promises, whatever engine it stands on.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { START } from '#core/store/eventStore.ts'
import { toPosition } from '#core/store/position.ts'
import type { Batch, ReadStore, Write } from '#projections/platform/readStore.ts'
import type { View } from '#projections/platform/view.ts'

export interface OpenedReadStore {
  store: ReadStore
  close(): Promise<void>
}

/** A view of any documents: the store only needs its name and version. */
const viewOf = (name: string, version = 1): View => ({
  name,
  version,
  keys: () => [],
  empty: () => null,
  on: {},
})

const balances = viewOf('balances')
const write = (key: string, doc: unknown, view = balances): Write => ({ view, key, doc })
const at = (place: number, ...writes: Write[]): Batch => ({ position: toPosition(place), writes })

/** @param open gives an empty store each time */
export function readStoreContract(name: string, open: () => Promise<OpenedReadStore>) {
  describe(`the read store ${name}`, () => {
    let opened: OpenedReadStore
    let store: ReadStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.close())

    test('shows nothing at first, and has read nothing of the log', async () => {
      expect(await store.position()).toBe(START)
      expect(await store.get(balances, 'trip')).toBeNull()
      expect(await store.getMany(balances, ['a', 'b'])).toEqual([null, null])
      expect(await store.getMany(balances, [])).toEqual([])
    })

    test('shows a document and its position once a batch is in', async () => {
      await store.commit(at(7, write('trip', { total: 3 })))
      expect(await store.get(balances, 'trip')).toEqual({ total: 3 })
      expect(await store.position()).toBe(toPosition(7))
    })

    test('a later document takes the place of an earlier one, also in one batch', async () => {
      await store.commit(at(1, write('trip', { total: 1 })))
      await store.commit(at(3, write('trip', { total: 2 }), write('trip', { total: 3 })))
      expect(await store.get(balances, 'trip')).toEqual({ total: 3 })
    })

    test('null takes a document away, and none is missed where there was none', async () => {
      await store.commit(at(1, write('trip', { total: 1 }), write('other', { total: 2 })))
      await store.commit(at(2, write('trip', null), write('unknown', null)))
      expect(await store.getMany(balances, ['trip', 'other', 'unknown'])).toEqual([null, { total: 2 }, null])
      await store.commit(at(3, write('trip', { total: 4 })))
      expect(await store.get(balances, 'trip')).toEqual({ total: 4 })
    })

    test('a batch that changes nothing still moves the position', async () => {
      await store.commit(at(5))
      expect(await store.position()).toBe(toPosition(5))
    })

    test('many are given in the order asked for, with null where there is none, twice when asked twice', async () => {
      await store.commit(at(1, write('a', 1), write('b', 2)))
      expect(await store.getMany(balances, ['b', 'x', 'a', 'b'])).toEqual([2, null, 1, 2])
    })

    test('views and their versions do not meet, whatever their keys are', async () => {
      const [old, other] = [viewOf('balances', 2), viewOf('balances@1')]
      await store.commit(
        at(1, write('k', 'first'), write('k', 'second version', old), write('k', 'other view', other)),
      )
      expect(await store.get(balances, 'k')).toBe('first')
      expect(await store.get(old, 'k')).toBe('second version')
      expect(await store.get(other, 'k')).toBe('other view')
      await store.commit(at(2, write('k', null, old)))
      expect(await store.get(balances, 'k')).toBe('first')
    })

    test.each(['', ' ', 'a b', 'a:b', 'a@1', '*', '__proto__', 'constructor', '名-Ω', 'x'.repeat(300)])(
      'takes the key %j',
      async (key) => {
        await store.commit(at(1, write(key, { key }), write('plain', {})))
        expect(await store.get(balances, key)).toEqual({ key })
        await store.commit(at(2, write(key, null)))
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
    ])('gives back %j as it was', async (doc) => {
      await store.commit(at(1, write('k', doc)))
      expect(await store.get(balances, 'k')).toEqual(doc)
    })

    test('takes a batch as large as the log gives', async () => {
      const writes = Array.from({ length: 2000 }, (_, n) => write(`k${n}`, { n, text: 'x'.repeat(200) }))
      await store.commit(at(2000, ...writes))
      const found = await store.getMany(
        balances,
        writes.map(({ key }) => key),
      )
      expect(found.map((doc) => (doc as { n: number }).n)).toEqual(writes.map((_, n) => n))
    })

    test('documents and position move together: nobody sees one without the other', async () => {
      const keys = ['a', 'b', 'c']
      const views = [balances, viewOf('expenses')]
      const written = new AbortController()
      const watching = watch()
      for (let place = 1; place <= 100; place++)
        await store.commit(at(place, ...views.flatMap((view) => keys.map((key) => write(key, place, view)))))
      written.abort()
      const seen = await watching
      expect(seen.size, 'needs somebody who looks in between to mean anything').toBeGreaterThan(5)

      async function watch(): Promise<Set<string>> {
        const positions = new Set<string>()
        for (let look = 0; !written.signal.aborted; look++) {
          // Not in step with the writer.
          for (let turn = look % 4; turn > 0; turn--) await Promise.resolve()
          // Asked in one breath, so that an engine that answers at once answers for one moment.
          const asked = [
            store.position(),
            ...views.map((view) => store.getMany(view, keys)),
            store.position(),
          ]
          const [before, first, second, after] = (await Promise.all(asked)) as [
            string,
            unknown[],
            unknown[],
            string,
          ]
          for (const docs of [first, second]) {
            expect(new Set(docs).size, 'one batch is seen as one').toBe(1)
            const shown = docs[0] === null ? START : toPosition(docs[0] as number)
            expect(shown >= before && shown <= after, `${shown} between ${before} and ${after}`).toBe(true)
          }
          positions.add(after)
        }
        return positions
      }
    })

    test('who listens hears of each batch in order, when it can be read, until they stop', async () => {
      const heard: unknown[] = []
      const readable: Promise<unknown>[] = []
      const stop = store.onCommit(({ position, writes }) => {
        heard.push([position, writes.map(({ view, key, doc }) => [view.name, key, doc])])
        readable.push(Promise.all([store.get(balances, 'k'), store.position()]))
      })
      await store.commit(at(1, write('k', 'one')))
      await store.commit(at(4, write('k', 'four'), write('gone', null)))
      stop()
      await store.commit(at(5, write('k', 'five')))
      expect(heard).toEqual([
        [toPosition(1), [['balances', 'k', 'one']]],
        [
          toPosition(4),
          [
            ['balances', 'k', 'four'],
            ['balances', 'gone', null],
          ],
        ],
      ])
      expect(await Promise.all(readable)).toEqual([
        ['one', toPosition(1)],
        ['four', toPosition(4)],
      ])
    })

    test('each listener hears for itself', async () => {
      let [one, two] = [0, 0]
      const stopOne = store.onCommit(() => void one++)
      store.onCommit(() => void two++)
      await store.commit(at(1))
      stopOne()
      await store.commit(at(2))
      expect([one, two]).toEqual([1, 2])
    })
  })
}
