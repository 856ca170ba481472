// The command handler: one lane for each stream, waiting commands are decided together, and no response precedes its
// append.

import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { type EventStore, NO_STREAM, StoreUnavailable, WrongRevision } from '#core/store/eventStore.ts'
import { toRefusalResponse } from '#core/kernel/refusalResponse.ts'
import type { HandleCommand } from '#core/store/command.ts'
import { bytesOf } from '#core/store/eventText.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { expectChains } from '#tests/store/chain.ts'
import { add, clear, metaOf, MOST, startHandler, send, outcomeOf } from '#tests/store/notes.ts'

let store: EventStore
beforeEach(() => void (store = createMemoryEventStore()))

const log = () => store.read('notes-a')
const types = async () => (await log()).map(({ type }) => type)

/** The same store with another `append`. */
function withAppend(append: EventStore['append']): EventStore {
  return { ...store, append }
}

describe('commands of a stream', () => {
  it('Commands of a stream are decided one after another in order, also when deciding takes time', async () => {
    const handle = startHandler(store)
    const order: string[] = []
    const slowly = (text: string, ms: number) =>
      send(handle, add(text), {
        async decide() {
          order.push(`${text} begins`)
          await new Promise((wake) => setTimeout(wake, ms))
          order.push(`${text} ends`)
          return [{ type: 'NoteAdded', data: { text } }]
        },
      })
    await Promise.all([slowly('a', 3), slowly('b', 2), slowly('c', 1)])
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  })

  it('Commands that wait together are appended together, and each gets its own response', async () => {
    const sizes: number[] = []
    const counting = withAppend((stream, expected, events, options) => {
      sizes.push(events.length)
      return store.append(stream, expected, events, options)
    })
    const handle = startHandler(counting, { batch: 256 })
    const outcomes = await Promise.all(['a', 'b', 'c', 'd'].map((text) => send(handle, add(text))))
    expect(outcomes.map(outcomeOf)).toEqual([['a'], ['a', 'b'], ['a', 'b', 'c'], 'Full'])
    // The first command does not wait for others.
    expect(sizes).toEqual([1, 2])
    expect(outcomes.slice(0, 3).map((one) => 'revision' in one && one.revision)).toEqual([0, 1, 2])
  })

  it('Commands of different streams do not wait for each other', async () => {
    const handle = startHandler(store)
    const never = send(handle, add('a'), { decide: () => new Promise(() => {}) })
    const other = await handle(
      { prefix: 'notes-', initialState: () => ({}), evolve: () => {}, decide: () => [] },
      'b',
      { ...metaOf(randomUUID()), command: 'Add', decide: async () => [], toResponse: () => 'done' },
    )
    expect(other).toMatchObject({ response: 'done' })
    expect(await Promise.race([never, Promise.resolve('waiting')])).toBe('waiting')
  })

  it('A command that changes nothing has the position of the newest event of its stream, whatever others got since', async () => {
    const handle = startHandler(store)
    const added = await send(handle, add('a'))
    const own = 'position' in added ? added.position : ''
    expect(own).not.toBe('')
    const other = { prefix: 'other-', initialState: () => ({}), evolve: () => {}, decide: () => [] }
    await handle(other, 'b', {
      ...metaOf(randomUUID()),
      command: 'Add',
      decide: async () => [{ type: 'NoteAdded', data: { text: 'elsewhere' } }],
      toResponse: () => 'done',
    })
    // With the stream as it was cached, and where it is read.
    for (const by of [handle, startHandler(store)])
      expect(await send(by, clear, { decide: async () => [] })).toMatchObject({
        position: own,
        changed: false,
      })
  })

  it('More commands than fit in one batch can wait', async () => {
    const handle = startHandler(store, { batch: 7 })
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => send(handle, index % 4 === 3 ? clear : add(String(index)))),
    )
    expect(outcomes.every(({ refusal }) => refusal === undefined)).toBe(true)
    expect(await log()).toHaveLength(50)
    expectChains(await log())
  })
})

describe('the size of an append', () => {
  const sizes: number[] = []
  const measuring = () =>
    withAppend((stream, expected, events, options) => {
      sizes.push(bytesOf(events))
      return store.append(stream, expected, events, options)
    })
  beforeEach(() => void (sizes.length = 0))
  /** A command whose event has about so many bytes. */
  const large = (handle: HandleCommand, bytes: number, more = {}) =>
    send(handle, add('x'), {
      decide: async () => [{ type: 'NoteAdded', data: { text: 'é'.repeat(bytes / 2) } }],
      ...more,
    })

  it('Commands that wait together are appended in parts of at most half a mebibyte, in their order', async () => {
    const handle = startHandler(measuring())
    const order: number[] = []
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, n) => large(handle, 100_000, { toResponse: () => void order.push(n) })),
    )
    expect(outcomes.map((outcome) => 'revision' in outcome && outcome.revision)).toEqual([...order.keys()])
    expect(order).toEqual(Array.from({ length: 30 }, (_, n) => n))
    expect(await log()).toHaveLength(30)
    expectChains(await log())
    expect(Math.max(...sizes)).toBeLessThanOrEqual(512 * 1024)
    // The first is alone, because the others wait while it is appended.
    expect(sizes.length).toBe(1 + Math.ceil(29 / 5))
  })

  it('A command that is larger than a part is appended alone', async () => {
    const handle = startHandler(measuring())
    await Promise.all([100, 100, 900_000, 100].map((bytes) => large(handle, bytes)))
    expect(sizes.map((size) => size > 900_000)).toEqual([false, false, true, false])
  })

  it('A command whose events are larger than an append is refused with 413, and the others are done', async () => {
    const handle = startHandler(measuring())
    const outcomes = await Promise.all([100, 100, 1_048_576, 100].map((bytes) => large(handle, bytes)))
    expect(outcomes.map(({ refusal }) => refusal?.refused)).toEqual([
      undefined,
      undefined,
      'TooLarge',
      undefined,
    ])
    expect(toRefusalResponse(outcomes[2]!.refusal!, {})).toMatchObject({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
    })
    expect(await log()).toHaveLength(3)
    expectChains(await log())
  })
})

describe('two writers of a stream', () => {
  it('Two writers of a stream lose nothing and write nothing twice', async () => {
    const [one, other] = [startHandler(store), startHandler(store)]
    for (let turn = 0; turn < 10; turn++) {
      const sent = [one, other, one, other].map((handle, index) => send(handle, index < 3 ? add('x') : clear))
      await Promise.all(sent)
    }
    const events = await log()
    expect(events.map(({ revision }) => revision)).toEqual(events.map((_, index) => index))
    expectChains(events)
  })

  it('A writer decides on the other’s events, although its cache lacks them', async () => {
    const [one, other] = [startHandler(store), startHandler(store)]
    for (const text of ['a', 'b', 'c']) await send(one, add(text))
    expect(outcomeOf(await send(one, add('d'))), 'the premise: it remembers a full list').toBe('Full')
    await send(other, clear)
    expect(outcomeOf(await send(one, add('e'))), 'a refusal does not rest on the past').toEqual(['e'])
    await send(other, add('f'))
    expect(outcomeOf(await send(one, clear))).toEqual([])
    expect(outcomeOf(await send(other, clear)), 'nor does a command that has nothing to do').toEqual([])
    expect(await types()).toEqual([
      'NoteAdded',
      'NoteAdded',
      'NoteAdded',
      'NotesCleared',
      'NoteAdded',
      'NoteAdded',
      'NotesCleared',
    ])
  })

  it('A writer recognises the commands of the other', async () => {
    const [one, other] = [startHandler(store), startHandler(store)]
    const key = randomUUID()
    await send(other, add('before'))
    await send(one, add('a'), { key })
    await send(one, add('b'))
    expect(await send(other, add('a'), { key })).toMatchObject({
      response: ['before', 'a'],
      replayed: true,
      revision: 1,
    })
    expect(await log()).toHaveLength(3)
  })

  it('After a refused append only what the other writer has added is read', async () => {
    let read = 0
    const counting: EventStore = {
      ...store,
      async read(...asked) {
        const events = await store.read(...asked)
        read += events.length
        return events
      },
    }
    const [one, other] = [startHandler(counting), startHandler(store)]
    for (let n = 0; n < 100; n++) await send(one, n % 2 === 0 ? add('x') : clear)
    await send(other, add('from the other'))
    read = 0
    expect(await send(one, add('a'))).toMatchObject({ response: ['from the other', 'a'], revision: 101 })
    expect(read).toBe(1)
    await send(other, add('again'))
    read = 0
    const key = randomUUID()
    const together = await Promise.all([
      send(one, clear),
      send(one, add('b'), { key }),
      send(one, add('b'), { key }),
    ])
    expect(together.map(outcomeOf)).toEqual([[], ['b'], ['b']])
    expect(read, 'of several commands at once, the stream once').toBeLessThanOrEqual(103)
    expect((await log()).map(({ revision }) => revision)).toEqual(Array.from({ length: 105 }, (_, n) => n))
  })

  it('A writer whose log was put back to an earlier backup goes on from what the log has', async () => {
    let restored = store
    const replaced: EventStore = {
      ...store,
      append: (...asked) => restored.append(...asked),
      read: (...asked) => restored.read(...asked),
    }
    const handle = startHandler(replaced)
    await send(handle, add('a'))
    const backup = await log()
    await send(handle, add('lost'))
    restored = store = createMemoryEventStore()
    await store.append('notes-a', NO_STREAM, backup)
    expect(outcomeOf(await send(handle, add('b')))).toEqual(['a', 'b'])
    expectChains(await log())
  })

  it('A writer gives up after five conflicts, with nothing written and an error for the caller', async () => {
    let tries = 0
    const handle = startHandler(
      withAppend(async (stream, expected) => {
        tries++
        throw new WrongRevision(stream, expected, expected + 1)
      }),
    )
    expect(outcomeOf(await send(handle, add('a')))).toBe('Busy')
    expect(tries).toBe(5)
  })

  it('A writer reports busy rather than a refusal that rests on an outdated state', async () => {
    const [one, other] = [startHandler(store), startHandler(store)]
    for (const text of ['a', 'b', 'c']) await send(one, add(text))
    let looks = 0
    const refused = send(one, add('d'), {
      async decide() {
        // Another writer is always one revision ahead.
        await send(other, looks++ % 2 === 0 ? clear : add('x'))
        return { refused: 'Full' }
      },
    })
    expect(outcomeOf(await refused)).toBe('Busy')
    expect(looks).toBe(5)
  })
})

describe('a rule that throws', () => {
  it('A rule that throws fails only its own caller', async () => {
    const handle = startHandler(store)
    const outcomes = await Promise.allSettled([
      send(handle, add('first')),
      send(handle, add('a')),
      send(handle, add('b'), { decide: () => Promise.reject(new Error('a mistake')) }),
      send(handle, add('c')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect((await log()).map(({ data }) => data)).toEqual([{ text: 'first' }, { text: 'a' }, { text: 'c' }])
    expectChains(await log())
  })

  it('A rule that throws while answering a repeat fails only its own caller', async () => {
    const handle = startHandler(store)
    const key = randomUUID()
    await send(handle, add('a'), { key })
    const load = () => Promise.reject(new Error('a mistake'))
    const outcomes = await Promise.allSettled([
      send(handle, add('b')),
      send(handle, add('a'), { key, load }),
      send(handle, add('c')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await log()).toHaveLength(3)
  })
})

describe('an unavailable store', () => {
  it('A failed append fails all waiting commands, and no unwritten event stays in the cache', async () => {
    let away = true
    const handle = startHandler(
      withAppend(async (...of) => {
        if (away) throw new StoreUnavailable('away')
        return store.append(...of)
      }),
    )
    const outcomes = await Promise.allSettled([send(handle, add('a')), send(handle, add('b'))])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    away = false
    expect(outcomeOf(await send(handle, add('c')))).toEqual(['c'])
  })

  it('A command whose append succeeded without a response is recognised when it is repeated', async () => {
    let lost = true
    const handle = startHandler(
      withAppend(async (...of) => {
        const appended = await store.append(...of)
        if (lost) throw new StoreUnavailable('the answer was lost')
        return appended
      }),
    )
    const key = randomUUID()
    await expect(send(handle, add('a'), { key })).rejects.toThrow(StoreUnavailable)
    lost = false
    expect(await send(handle, add('a'), { key })).toMatchObject({ response: ['a'], replayed: true })
    expect(await log()).toHaveLength(1)
  })
})

describe('responses before the append', () => {
  it('A refusal or a repeat that rests on unwritten events is answered after the append', async () => {
    let write = () => {}
    const handle = startHandler(
      withAppend(async (...of) => {
        await new Promise<void>((resolve) => (write = resolve))
        return store.append(...of)
      }),
    )
    const first = send(handle, add('a'))
    const key = randomUUID()
    const heard: string[] = []
    const waiting = [
      send(handle, add('b'), { key }).then(() => heard.push('b')),
      send(handle, add('b'), { key }).then(() => heard.push('b again')),
      send(handle, add('c')).then(() => heard.push('c')),
      send(handle, add('d')).then((outcome) => heard.push(`d: ${String(outcomeOf(outcome))}`)),
    ]
    await new Promise((wake) => setTimeout(wake, 5))
    write()
    await first
    await new Promise((wake) => setTimeout(wake, 5))
    expect(heard).toEqual([])
    write()
    await Promise.all(waiting)
    expect(heard).toEqual(['b', 'b again', 'c', 'd: Full'])
    expect(await log()).toHaveLength(MOST)
  })
})

describe('a repeat', () => {
  it('A repeat in the same batch gets the same response, and another request under its key is refused', async () => {
    const handle = startHandler(store)
    const key = randomUUID()
    const outcomes = await Promise.all([
      send(handle, add('first')),
      send(handle, add('a'), { key }),
      send(handle, add('a'), { key }),
      send(handle, add('b'), { key }),
      send(handle, add('a'), { key, actor: 'ben' }),
    ])
    expect(outcomes.map(outcomeOf)).toEqual([
      ['first'],
      ['first', 'a'],
      ['first', 'a'],
      'KeyReused',
      ['first', 'a', 'a'],
    ])
    expect(outcomes.map((one) => 'replayed' in one && one.replayed)).toEqual([
      false,
      false,
      true,
      false,
      false,
    ])
  })

  it('A repeat of a refused command is decided again', async () => {
    const handle = startHandler(store)
    for (const text of ['a', 'b', 'c']) await send(handle, add(text))
    const key = randomUUID()
    expect(outcomeOf(await send(handle, add('d'), { key }))).toBe('Full')
    await send(handle, clear)
    expect(outcomeOf(await send(handle, add('d'), { key }))).toEqual(['d'])
  })

  it('A repeat is recognised by a process with an empty cache', async () => {
    const forgetful = startHandler(store, { maxCachedEvents: 0 })
    const key = randomUUID()
    await send(forgetful, add('a'), { key })
    await send(forgetful, add('b'))
    expect(await send(forgetful, add('a'), { key })).toMatchObject({ response: ['a'], replayed: true })
  })

  it('Repeats of one command, together or in turn, fold the stream as it was then only once', async () => {
    let read = 0
    const counting: EventStore = {
      ...store,
      async read(...asked) {
        const events = await store.read(...asked)
        read += events.length
        return events
      },
    }
    const key = randomUUID()
    const handle = startHandler(counting)
    for (let n = 0; n < 100; n++) await send(handle, n % 2 === 0 ? add('x') : clear)
    const repeat = () => send(handle, add('a'), { key })
    expect(outcomeOf(await repeat())).toEqual(['a'])
    await send(handle, clear)
    read = 0
    const together = await Promise.all(Array.from({ length: 10 }, repeat))
    expect([...together, await repeat()].map(outcomeOf)).toEqual(Array.from({ length: 11 }, () => ['a']))
    expect(read, 'the events up to the command once, and its own each time').toBeLessThan(2 * 101)
  })

  it('The last 10,000 commands are recognised as repeats, and the oldest is forgotten first', async () => {
    const keys = Array.from({ length: 10_001 }, () => randomUUID())
    const events = keys.map((key) => ({ type: 'NotesCleared', data: {}, meta: metaOf(key) }))
    await store.append('notes-a', NO_STREAM, events.slice(0, 5000))
    await store.append('notes-a', 4999, events.slice(5000))
    const handle = startHandler(store)
    const again = (at: number) => send(handle, add('again'), { key: keys.at(at)!, digest: 'd' })
    expect(await again(1)).toMatchObject({ replayed: true, revision: 1 })
    expect(await again(-1)).toMatchObject({ replayed: true, revision: 10_000 })
    expect(await again(0)).toMatchObject({ replayed: false, response: ['again'] })
  })
})
