// The command handler: one lane per stream, what waits is decided together, and nobody is told what is not written.

import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EventStore } from '#core/store/eventStore.ts'
import { NO_STREAM, StoreUnavailable, WrongRevision } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { expectChains } from '#tests/store/chain.ts'
import { add, clear, metaOf, MOST, process, send, told } from '#tests/store/notes.ts'

let store: EventStore
beforeEach(() => void (store = createMemoryEventStore()))

const log = () => store.read('notes-a')
const types = async () => (await log()).map(({ type }) => type)

/** The same store, with something in the way of its appends. */
function withAppend(append: EventStore['append']): EventStore {
  return { ...store, append }
}

describe('the commands of one stream', () => {
  it('are decided one after another, in the order they came, also when a rule takes its time', async () => {
    const handle = process(store)
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

  it('that wait together are written in one append, and each hears its own answer', async () => {
    const sizes: number[] = []
    const counting = withAppend((stream, expected, events, options) => {
      sizes.push(events.length)
      return store.append(stream, expected, events, options)
    })
    const handle = process(counting, { batch: 256 })
    const outcomes = await Promise.all(['a', 'b', 'c', 'd'].map((text) => send(handle, add(text))))
    expect(outcomes.map(told)).toEqual([['a'], ['a', 'b'], ['a', 'b', 'c'], 'Full'])
    // Whoever comes first does not wait for others.
    expect(sizes).toEqual([1, 2])
    expect(outcomes.slice(0, 3).map((one) => 'revision' in one && one.revision)).toEqual([0, 1, 2])
  })

  it('of other streams do not wait for them', async () => {
    const handle = process(store)
    const never = send(handle, add('a'), { decide: () => new Promise(() => {}) })
    const other = await handle(
      { prefix: 'notes-', initialState: () => ({}), evolve: () => {}, decide: () => [] },
      'b',
      { ...metaOf(randomUUID()), command: 'Add', decide: async () => [], toResponse: () => 'done' },
    )
    expect(other).toMatchObject({ response: 'done' })
    expect(await Promise.race([never, Promise.resolve('waiting')])).toBe('waiting')
  })

  it('may be far more than one batch', async () => {
    const handle = process(store, { batch: 7 })
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => send(handle, index % 4 === 3 ? clear : add(String(index)))),
    )
    expect(outcomes.every(({ refusal }) => refusal === undefined)).toBe(true)
    expect(await log()).toHaveLength(50)
    expectChains(await log())
  })
})

describe('two processes that write one stream', () => {
  it('lose nothing and write nothing twice', async () => {
    const [one, other] = [process(store), process(store)]
    for (let turn = 0; turn < 10; turn++) {
      const sent = [one, other, one, other].map((handle, index) => send(handle, index < 3 ? add('x') : clear))
      await Promise.all(sent)
    }
    const events = await log()
    expect(events.map(({ revision }) => revision)).toEqual(events.map((_, index) => index))
    expectChains(events)
  })

  it('decide on what the other has written, although they remember it otherwise', async () => {
    const [one, other] = [process(store), process(store)]
    for (const text of ['a', 'b', 'c']) await send(one, add(text))
    expect(told(await send(one, add('d'))), 'the premise: it remembers a full list').toBe('Full')
    await send(other, clear)
    expect(told(await send(one, add('e'))), 'a refusal does not rest on the past').toEqual(['e'])
    await send(other, add('f'))
    expect(told(await send(one, clear))).toEqual([])
    expect(told(await send(other, clear)), 'nor does a command that has nothing to do').toEqual([])
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

  it('recognise each other’s commands', async () => {
    const [one, other] = [process(store), process(store)]
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

  it('give up after five tries, with nothing written and a word for the caller', async () => {
    let tries = 0
    const handle = process(
      withAppend(async (stream, expected) => {
        tries++
        throw new WrongRevision(stream, expected, expected + 1)
      }),
    )
    expect(told(await send(handle, add('a')))).toBe('Busy')
    expect(tries).toBe(5)
  })

  it('say they are busy rather than refuse on what never stood still', async () => {
    const [one, other] = [process(store), process(store)]
    for (const text of ['a', 'b', 'c']) await send(one, add(text))
    let looks = 0
    const refused = send(one, add('d'), {
      async decide() {
        // Somebody else is always a step ahead.
        await send(other, looks++ % 2 === 0 ? clear : add('x'))
        return { refused: 'Full' }
      },
    })
    expect(told(await refused)).toBe('Busy')
    expect(looks).toBe(5)
  })
})

describe('a rule that throws', () => {
  it('hurts only its own caller', async () => {
    const handle = process(store)
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

  it('while a repeat is answered hurts only its own caller, too', async () => {
    const handle = process(store)
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

describe('a store that is away', () => {
  it('fails all who waited, and nothing it did not write is remembered', async () => {
    let away = true
    const handle = process(
      withAppend(async (...of) => {
        if (away) throw new StoreUnavailable('away')
        return store.append(...of)
      }),
    )
    const outcomes = await Promise.allSettled([send(handle, add('a')), send(handle, add('b'))])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    away = false
    expect(told(await send(handle, add('c')))).toEqual(['c'])
  })

  it('or only its response: the command is recognised when it comes again', async () => {
    let lost = true
    const handle = process(
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

describe('nobody is told', () => {
  it('of what is not written yet, neither a refusal nor a repeat that rests on it', async () => {
    let write = () => {}
    const handle = process(
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
      send(handle, add('d')).then((outcome) => heard.push(`d: ${String(told(outcome))}`)),
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
  it('in the same batch is the same answer, and another request with its key is refused', async () => {
    const handle = process(store)
    const key = randomUUID()
    const outcomes = await Promise.all([
      send(handle, add('first')),
      send(handle, add('a'), { key }),
      send(handle, add('a'), { key }),
      send(handle, add('b'), { key }),
      send(handle, add('a'), { key, actor: 'ben' }),
    ])
    expect(outcomes.map(told)).toEqual([
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

  it('of a refused command is decided anew', async () => {
    const handle = process(store)
    for (const text of ['a', 'b', 'c']) await send(handle, add(text))
    const key = randomUUID()
    expect(told(await send(handle, add('d'), { key }))).toBe('Full')
    await send(handle, clear)
    expect(told(await send(handle, add('d'), { key }))).toEqual(['d'])
  })

  it('is recognised by a process that remembers nothing of the stream', async () => {
    const forgetful = process(store, { keepEvents: 0 })
    const key = randomUUID()
    await send(forgetful, add('a'), { key })
    await send(forgetful, add('b'))
    expect(await send(forgetful, add('a'), { key })).toMatchObject({ response: ['a'], replayed: true })
  })

  it('is recognised for the last 10,000 commands; the oldest is forgotten first', async () => {
    const keys = Array.from({ length: 10_001 }, () => randomUUID())
    const events = keys.map((key) => ({ type: 'NotesCleared', data: {}, meta: metaOf(key) }))
    await store.append('notes-a', NO_STREAM, events)
    const handle = process(store)
    const again = (at: number) => send(handle, add('again'), { key: keys.at(at)!, digest: 'd' })
    expect(await again(1)).toMatchObject({ replayed: true, revision: 1 })
    expect(await again(-1)).toMatchObject({ replayed: true, revision: 10_000 })
    expect(await again(0)).toMatchObject({ replayed: false, response: ['again'] })
  })
})
