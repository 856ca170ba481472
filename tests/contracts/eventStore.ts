// The contract of every event store. Each adapter runs it, so that rules tested over one hold over all.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MAX_APPEND_BYTES } from '#core/kernel/appendSize.ts'
import {
  AppendTooLarge,
  NO_STREAM,
  START,
  StoreUnavailable,
  WrongRevision,
  type EventStore,
  type StoredEvent,
} from '#core/store/eventStore.ts'
import {
  appendStubbornly,
  everything,
  meta,
  noted,
  numbers,
  revisions,
  take,
} from '#tests/contracts/logDriver.ts'

export interface OpenedStore {
  store: EventStore
  /** Closes the store and opens the same log again; absent where the log does not outlive its store. */
  reopen?: () => Promise<EventStore>
  /** Frees what is truncated, where the store does not do it itself. */
  scavenge?: () => void
  close(): Promise<void>
}

/**
 * @param open opens a store with an empty log @param outlives whether the log outlives its store and can be reopened
 */
export function eventStoreContract(
  name: string,
  open: () => Promise<OpenedStore>,
  { outlives = true }: { outlives?: boolean } = {},
) {
  describe(`the event store ${name}`, () => {
    let opened: OpenedStore
    let store: EventStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.close())

    describe('appending', () => {
      test('An empty log has no head, and an unwritten stream has no events', async () => {
        expect(await store.head()).toBe(START)
        expect(await store.read('s')).toEqual([])
      })

      test('Events are numbered from 0 in their stream and are read as they were written', async () => {
        expect((await store.append('s', NO_STREAM, noted(2))).revision).toBe(1)
        const { revision, position } = await store.append('s', 1, noted(1, 2))
        expect(revision).toBe(2)
        expect(await store.head()).toBe(position)
        const events = await store.read('s')
        expect(revisions(events)).toEqual([0, 1, 2])
        expect(events[2]).toEqual({ stream: 's', revision: 2, position, type: 'Noted', data: { n: 2 }, meta })
      })

      test('An append at a wrong revision is refused with the expected and the actual revision', async () => {
        await store.append('s', NO_STREAM, noted(2))
        for (const [stream, expected, actual] of [
          ['s', NO_STREAM, 1],
          ['s', 0, 1],
          ['s', 2, 1],
          ['unwritten', 0, NO_STREAM],
        ] as const) {
          const refused = await store.append(stream, expected, noted(1, 9)).catch((error: unknown) => error)
          expect(refused).toBeInstanceOf(WrongRevision)
          expect(refused).toMatchObject({ stream, expected, actual })
        }
        expect(revisions(await store.read('s'))).toEqual([0, 1])
      })

      test('Exactly one of many appends at the same revision succeeds, and the others affect no other writer', async () => {
        const rivals = Array.from({ length: 20 }, (_, n) => store.append('s', NO_STREAM, noted(3, n * 3)))
        const bystanders = Array.from({ length: 20 }, (_, n) => store.append(`b${n}`, NO_STREAM, noted(1)))
        const outcomes = await Promise.allSettled(rivals)
        await Promise.all(bystanders)
        const lost = outcomes.filter((outcome) => outcome.status === 'rejected')
        expect(lost).toHaveLength(19)
        for (const { reason } of lost) expect(reason).toMatchObject({ expected: NO_STREAM, actual: 2 })
        const winner = outcomes.findIndex((outcome) => outcome.status === 'fulfilled')
        expect(numbers(await store.read('s'))).toEqual([winner * 3, winner * 3 + 1, winner * 3 + 2])
      })

      test('Whoever is refused an append is shown the events that came before, by the next read', async () => {
        for (let n = 0; n < 10; n++) {
          const rivals = Array.from({ length: 4 }, (_, rival) =>
            store.append(`s${n}`, NO_STREAM, noted(2, rival * 2)).then(
              () => 'written',
              async (error: unknown) => {
                expect(error).toMatchObject({ name: 'WrongRevision', actual: 1, isTruncated: false })
                return revisions(await store.read(`s${n}`))
              },
            ),
          )
          const shown = await Promise.all(rivals)
          expect(shown.filter((each) => each !== 'written')).toEqual([
            [0, 1],
            [0, 1],
            [0, 1],
          ])
        }
      })

      test('A repetition of the same append writes nothing, whatever the response', async () => {
        const { position } = await store.append('s', NO_STREAM, noted(2))
        await store.append('s', 1, noted(1, 2))
        const again = await store.append('s', NO_STREAM, noted(2)).catch((error: unknown) => error)
        if (again instanceof Error) expect(again).toMatchObject({ name: 'WrongRevision', actual: 2 })
        else expect(again).toEqual({ revision: 1, position })
        expect(numbers(await store.read('s'))).toEqual([0, 1, 2])
        expect(numbers(await everything(store, START))).toEqual([0, 1, 2])
      })

      test('A reader never sees a part of an append', async () => {
        const written = (async () => {
          for (let n = 0; n < 30; n++) await store.append('s', n * 3 - 1, noted(3, n * 3))
        })()
        for (let length = 0; length < 90;) {
          length = (await store.read('s')).length
          expect(length % 3).toBe(0)
          await new Promise((resolve) => setImmediate(resolve))
        }
        await written
      })

      test('Positions have a fixed width and increase over the whole log in the order of the commits', async () => {
        const answered: string[] = []
        for (let n = 0; n < 12; n++) {
          answered.push((await store.append(`s${n % 3}`, Math.floor(n / 3) - 1, noted(1))).position)
        }
        expect(new Set(answered.map((position) => position.length)).size).toBe(1)
        expect(answered.toSorted()).toEqual(answered)
        expect(new Set(answered).size).toBe(12)
        const log = await everything(store, START)
        expect(log.map((event) => event.position)).toEqual(answered)
      })

      test('Any text is read back byte for byte, in the order it was written', async () => {
        const data = {
          text: 'Zoë 火鍋 👩‍👩‍👧‍👦 ﷽ e\u0301 \u200B\u3164\u202E\u2028 \u0000 \uD800 "\\ \r\n',
          zebra: [1.5, -0, 1e21, 0.1 + 0.2, true, null, ''],
          apple: { ['__proto__']: { polluted: true }, constructor: 1, 日: 'ключ' },
        }
        const type = 'Größe火'
        await store.append('名-Ω', NO_STREAM, [{ type, data, meta: { ...meta, actor: 'Łukasz' } }])
        const [event] = await store.read('名-Ω')
        expect(JSON.stringify(event?.data)).toBe(JSON.stringify(data))
        expect(event).toMatchObject({ stream: '名-Ω', type, meta: { actor: 'Łukasz' } })
      })

      test('A change of a written or read event object does not change the log', async () => {
        const events = noted(1)
        const appended = store.append('s', NO_STREAM, events)
        Object.assign(events[0]!.data as object, { n: 'changed' })
        await appended
        const [read] = await store.read('s')
        Object.assign(read!.data as object, { n: 'changed' })
        expect(numbers(await store.read('s'))).toEqual([0])
        expect(numbers(await take(store, 1, { after: START }))).toEqual([0])
      })

      test('An append without events or with a value that JSON lacks is refused', async () => {
        await expect(store.append('s', NO_STREAM, [])).rejects.toThrow(TypeError)
        await expect(
          store.append('s', NO_STREAM, [...noted(1), { type: 'Noted', data: undefined, meta }]),
        ).rejects.toThrow(TypeError)
        await expect(store.append('s', NO_STREAM, noted(1), { keep: 0 })).rejects.toThrow(TypeError)
        expect(await store.read('s')).toEqual([])
      })
    })

    describe('the limit of an append', () => {
      /** Two events that have so many bytes together. */
      const events = (bytes: number) => {
        const [first, last] = [bytes - 400_000, 400_000].map((size) => {
          const frame = Buffer.byteLength(JSON.stringify(['', meta])) - '[,]'.length + 2 * 'Noted'.length
          // Two bytes in UTF-8, one in JavaScript's `length`.
          const text = 'é'.repeat((size - frame) >> 1) + 'x'.repeat((size - frame) & 1)
          return { type: 'Noted', data: text, meta }
        })
        return [first!, last!]
      }

      test('An append of a mebibyte is written, and one of a byte more is refused whole', async () => {
        const refused = await store
          .append('s', NO_STREAM, events(MAX_APPEND_BYTES + 1))
          .catch((error: unknown) => error)
        expect(refused).toBeInstanceOf(AppendTooLarge)
        expect((refused as Error).message).toBe(
          'An append to s has 1048577 bytes, and at most 1048576 are possible',
        )
        expect(await store.read('s')).toEqual([])
        expect(await store.head()).toBe(START)
        expect((await store.append('s', NO_STREAM, events(MAX_APPEND_BYTES))).revision).toBe(1)
        expect(await store.read('s')).toHaveLength(2)
      })
    })

    describe('reading', () => {
      test('A stream is read forward and backward, from any revision, up to the limit', async () => {
        await store.append('other', NO_STREAM, noted(5))
        await store.append('s', NO_STREAM, noted(10))
        const read = async (options: Parameters<EventStore['read']>[1]) =>
          revisions(await store.read('s', options))
        expect(await read({ from: 7 })).toEqual([7, 8, 9])
        expect(await read({ from: 2, limit: 3 })).toEqual([2, 3, 4])
        expect(await read({ from: 10 })).toEqual([])
        expect(await read({ limit: 0 })).toEqual([])
        expect(await read({ backward: true })).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
        expect(await read({ backward: true, limit: 2 })).toEqual([9, 8])
        expect(await read({ backward: true, from: 3 })).toEqual([3, 2, 1, 0])
        expect(await read({ backward: true, from: 99, limit: 1 })).toEqual([9])
      })
    })

    describe('following', () => {
      test('A subscription delivers the events after its position, then new events', async () => {
        const { position: after } = await store.append('s', NO_STREAM, noted(3))
        await store.append('s', 2, noted(5, 3))
        const taken = take(store, 10, { after, batch: 2 })
        await store.append('s', 7, noted(5, 8))
        expect(numbers(await taken)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
      })

      test('A subscription has no gap and no repetition while many write, in the order of the log', async () => {
        await store.append('before', NO_STREAM, noted(40))
        const total = 40 + 6 * 25
        const followers = [1, 7, 500].map((batch) => take(store, total, { after: START, batch }))
        const writers = Array.from({ length: 6 }, async (_, w) => {
          for (let n = 0; n < 25; n++) await appendStubbornly(store, `w${w % 3}`, noted(1, w * 25 + n))
        })
        await Promise.all(writers)
        const log = await everything(store, START)
        expect(log).toHaveLength(total)
        for (const taken of await Promise.all(followers)) expect(taken).toEqual(log)
        expect(log.map((event) => event.position).toSorted()).toEqual(log.map((event) => event.position))
        for (const stream of ['w0', 'w1', 'w2']) {
          const own = log.filter((event) => event.stream === stream)
          expect(revisions(own)).toEqual(Array.from({ length: 50 }, (_, n) => n))
        }
      })

      test('A subscription has no gap when an append happens during the switch from stored to new events', async () => {
        const stop = new AbortController()
        const follower = store.subscribe({ after: START, signal: stop.signal })[Symbol.asyncIterator]()
        const given: StoredEvent[] = []
        for (let n = 0; n < 120; n++) {
          // The append starts before, with, or some turns after the subscription's request for the next batch.
          const append = () => store.append('s', n - 1, noted(1, n))
          const early = n % 4 === 0 ? append() : undefined
          const next = follower.next()
          for (let turns = n % 4; turns > 1; turns--) await Promise.resolve()
          if (n % 8 > 5) await new Promise((resolve) => setImmediate(resolve))
          await (early ?? append())
          const { value } = await next
          given.push(...(value as StoredEvent[]))
        }
        stop.abort()
        expect(numbers(given)).toEqual(Array.from({ length: 120 }, (_, n) => n))
      })

      test('A slow subscriber misses nothing and delays nobody', async () => {
        let release = () => {}
        const held = new Promise<void>((resolve) => (release = resolve))
        const slow = take(store, 30, { after: START, batch: 4, slow: () => held })
        const quick = take(store, 30, { after: START })
        for (let n = 0; n < 30; n++) await store.append('s', n - 1, noted(1, n))
        expect(await quick).toHaveLength(30)
        release()
        expect(numbers(await slow)).toEqual(Array.from({ length: 30 }, (_, n) => n))
      })

      test('A subscription ends at once when its signal aborts, while waiting, in the middle or before it began', async () => {
        const waiting = new AbortController()
        const idle = store.subscribe({ after: START, signal: waiting.signal })[Symbol.asyncIterator]()
        const ended = idle.next()
        waiting.abort()
        expect(await ended).toMatchObject({ done: true })

        await store.append('s', NO_STREAM, noted(10))
        const middle = new AbortController()
        let given = 0
        for await (const events of store.subscribe({ after: START, batch: 2, signal: middle.signal })) {
          given += events.length
          if (given >= 4) middle.abort()
        }
        expect(given).toBeLessThanOrEqual(5)

        const never = store.subscribe({ after: START, signal: AbortSignal.abort() })
        for await (const events of never) expect(events).toBe('nothing')
      })

      test('A subscription from an unknown position is refused', async () => {
        const stop = new AbortController()
        const astray = store.subscribe({ after: 'yesterday', signal: stop.signal })[Symbol.asyncIterator]()
        await expect(astray.next()).rejects.toThrow(RangeError)
      })
    })

    describe('forgetting', () => {
      test('Truncated events are in no response any more, and the others keep their revisions', async () => {
        await store.append('s', NO_STREAM, noted(6))
        await store.append('other', NO_STREAM, noted(2))
        await store.truncate('s', 4)
        expect(revisions(await store.read('s'))).toEqual([4, 5])
        expect(revisions(await store.read('s', { from: 1, limit: 1 }))).toEqual([4])
        expect(revisions(await store.read('s', { backward: true }))).toEqual([5, 4])
        expect(revisions(await store.read('s', { backward: true, from: 3 }))).toEqual([])
        expect(revisions(await take(store, 4, { after: START, batch: 1 }))).toEqual([4, 5, 0, 1])
        await store.truncate('s', 2)
        await store.truncate('unwritten', 5)
        expect(revisions(await store.read('s'))).toEqual([4, 5])
      })

      test('A stream that is truncated completely continues its revisions, and no position is used twice', async () => {
        await store.append('first', NO_STREAM, noted(1))
        const { position: first } = await store.append('first', 0, noted(1))
        const { position: forgotten } = await store.append('s', NO_STREAM, noted(3))
        await store.truncate('s', 99)
        expect(await store.read('s')).toEqual([])
        expect(await store.head()).toBe(first)
        await expect(store.append('s', NO_STREAM, noted(1, 9))).rejects.toMatchObject({ actual: 2 })
        const { revision, position } = await store.append('s', 2, noted(1, 3))
        expect(revision).toBe(3)
        expect(position > forgotten).toBe(true)
        expect(revisions(await store.read('s'))).toEqual([3])
        expect(numbers(await take(store, 1, { after: forgotten }))).toEqual([3])
      })

      test('A refused append says whether the stream has events that a read shows', async () => {
        await store.append('part', NO_STREAM, noted(3))
        await store.append('whole', NO_STREAM, noted(3))
        await store.truncate('part', 2)
        await store.truncate('whole', 3)
        const refusal = (stream: string) => store.append(stream, 0, noted(1)).catch((error: unknown) => error)
        expect(await refusal('part')).toMatchObject({ actual: 2, isTruncated: false })
        expect(await refusal('whole')).toMatchObject({ actual: 2, isTruncated: true })
        expect(await refusal('unwritten')).toMatchObject({ actual: NO_STREAM, isTruncated: false })
        await store.append('whole', 2, noted(1, 3))
        expect(await refusal('whole')).toMatchObject({ actual: 3, isTruncated: false })
      })

      test('A log whose truncated events are freed has the same events, and continues its revisions', async () => {
        await store.append('first', NO_STREAM, noted(2))
        await store.append('s', NO_STREAM, noted(6))
        const { position: forgotten } = await store.append('gone', NO_STREAM, noted(3))
        await store.append('newest', NO_STREAM, noted(3), { keep: 1 })
        await store.truncate('s', 4)
        await store.truncate('gone', 3)
        const before = await everything(store, START)
        expect(before.map(({ stream, revision }) => `${stream} ${revision}`)).toEqual([
          'first 0',
          'first 1',
          's 4',
          's 5',
          'newest 2',
        ])
        opened.scavenge?.()
        expect(await everything(store, START)).toEqual(before)
        expect(revisions(await store.read('s', { from: 1, limit: 1 }))).toEqual([4])
        expect(revisions(await store.read('s', { backward: true }))).toEqual([5, 4])
        expect(await store.read('gone')).toEqual([])
        await expect(store.append('gone', NO_STREAM, noted(1, 9))).rejects.toMatchObject({ actual: 2 })
        await store.append('gone', 2, noted(1, 3))
        await store.append('newest', 2, noted(1, 3))
        expect(revisions(await store.read('gone'))).toEqual([3])
        expect(revisions(await store.read('newest'))).toEqual([3])
        expect(numbers(await everything(store, forgotten))).toEqual([3, 3])
      })

      test('A stream limited to two events keeps two, also when a later append does not repeat the limit', async () => {
        await store.append('s', NO_STREAM, noted(3))
        await store.append('s', 2, noted(1, 3), { keep: 2 })
        expect(revisions(await store.read('s'))).toEqual([2, 3])
        await store.append('s', 3, noted(5, 4))
        expect(revisions(await store.read('s'))).toEqual([7, 8])
        await store.append('s', 8, noted(1, 9), { keep: 1 })
        expect(numbers(await everything(store, START))).toEqual([9])
        await expect(store.append('s', 0, noted(1), { keep: 1 })).rejects.toMatchObject({ actual: 9 })
      })
    })

    describe('ending', () => {
      test('Closing finishes pending requests, ends subscriptions and makes everything else unavailable', async () => {
        const follower = take(store, 99, { after: START })
        await new Promise((resolve) => setImmediate(resolve))
        const underWay = Array.from({ length: 10 }, (_, n) => store.append(`s${n}`, NO_STREAM, noted(1)))
        await Promise.all([store.close(), store.close()])
        expect(await Promise.all(underWay)).toHaveLength(10)
        await follower
        const late = store.subscribe({ after: START, signal: new AbortController().signal })
        for (const call of [
          store.append('late', NO_STREAM, noted(1)),
          store.read('s0'),
          store.head(),
          store.truncate('s0', 1),
          late[Symbol.asyncIterator]().next(),
        ]) {
          await expect(call).rejects.toThrow(StoreUnavailable)
        }
      })

      if (!outlives) return
      test('A log opened again has every event and continues where it ended', async () => {
        await store.append('s', NO_STREAM, noted(300))
        await store.append('kept', NO_STREAM, noted(4), { keep: 2 })
        const { position } = await store.append('gone', NO_STREAM, noted(3))
        await store.truncate('gone', 3)
        const before = await everything(store, START)
        expect(before).toHaveLength(302)
        store = await opened.reopen!()
        expect(await everything(store, START)).toEqual(before)
        expect(await store.read('s')).toEqual(before.slice(0, 300))
        const again = await store.append('gone', 2, noted(1, 3))
        expect(again.revision).toBe(3)
        expect(again.position > position).toBe(true)
        await store.append('kept', 3, noted(1, 4))
        expect(revisions(await store.read('kept'))).toEqual([3, 4])
      })
    })
  })
}

/** The part of stores that have `trackAppends`. */
export function appendTrackingContract(name: string, open: () => Promise<OpenedStore>) {
  describe(`tracking the appends of the event store ${name}`, () => {
    let opened: OpenedStore
    let store: EventStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.close())

    test('A store that tracks appends names the streams appended to since the last time, and none besides', async () => {
      await store.append('old', NO_STREAM, noted(1))
      const appended = store.trackAppends!()
      expect(appended()).toEqual(new Set())
      await store.append('a', NO_STREAM, noted(3))
      await Promise.all([store.append('b', NO_STREAM, noted(1)), store.append('a', 2, noted(1))])
      const other = store.trackAppends!()
      expect(appended()).toEqual(new Set(['a', 'b']))
      await store.truncate('a', 2)
      await store.append('c', NO_STREAM, noted(1), { keep: 1 })
      expect([appended(), appended(), other()]).toEqual([new Set(['c']), new Set(), new Set(['c'])])
    })

    test('A store that tracks appends says that it has lost track after very many', async () => {
      const appended = store.trackAppends!()
      for (let n = 0; n < 4; n++) await store.append(`many ${n}`, NO_STREAM, noted(150))
      expect(appended()).toBeNull()
      await store.append('a', NO_STREAM, noted(1))
      expect(appended()).toEqual(new Set(['a']))
    })
  })
}
