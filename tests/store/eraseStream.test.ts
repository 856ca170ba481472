// An erased stream ends with one event without content, and no command writes to it again.

import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { eraseStream } from '#core/store/eraseStream.ts'
import { START, StoreUnavailable, type EventStore } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { createStreamReader } from '#core/store/streamReader.ts'
import { everything } from '#tests/contracts/logDriver.ts'
import { expectChains } from '#tests/store/chain.ts'
import {
  add,
  clear,
  codec,
  metaOf,
  noteStreamType,
  outcomeOf,
  send,
  startHandler,
} from '#tests/store/notes.ts'

let store: EventStore
let handle: ReturnType<typeof startHandler>
beforeEach(() => {
  store = createMemoryEventStore()
  handle = startHandler(store)
})

const cause = metaOf(randomUUID())
const erase = (over = store) =>
  eraseStream({ store: over, handleCommand: startHandler(over) }, noteStreamType, 'a', cause)

/** `revision type` of each event that the stream still has. */
const left = async () => (await store.read('notes-a')).map(({ revision, type }) => `${revision} ${type}`)

async function writeNotes() {
  for (const text of ['one', 'two']) await send(handle, add(text))
}

describe('an erased stream', () => {
  it('An erased stream has one event, which has no content and follows the events before it', async () => {
    await writeNotes()
    const before = await store.read('notes-a')
    await erase({ ...store, truncate: async () => undefined })
    expectChains(await store.read('notes-a'))
    await erase()
    expect(before).toHaveLength(2)
    expect(await left()).toEqual(['2 StreamErased'])
    const [closing] = await store.read('notes-a')
    expect(closing).toMatchObject({ data: {}, meta: { actor: 'system', v: 1 } })
  })

  it('An erased stream is left as it is by a second erasure', async () => {
    await writeNotes()
    await erase()
    const before = await everything(store, START)
    await erase()
    await Promise.all([erase(), erase()])
    expect(await everything(store, START)).toEqual(before)
  })

  it('An erased stream refuses every later command with 404, on the node that erased it and on others', async () => {
    await writeNotes()
    await eraseStream({ store, handleCommand: handle }, noteStreamType, 'a', cause)
    for (const node of [handle, startHandler(store)])
      expect(outcomeOf(await send(node, add('late')))).toBe('NotFound')
    expect(await left()).toEqual(['2 StreamErased'])
  })

  it('An erased stream refuses the retry of a command that it accepted', async () => {
    const key = randomUUID()
    expect(outcomeOf(await send(handle, add('one'), { key }))).toEqual(['one'])
    await erase()
    expect(outcomeOf(await send(handle, add('one'), { key }))).toBe('NotFound')
  })

  it('An erased stream refuses a command that another node decided before', async () => {
    await writeNotes()
    const late = send(startHandler(store), add('late'), {
      async decide() {
        await erase()
        return [{ type: 'NoteAdded', data: { text: 'late' } }]
      },
    })
    expect(outcomeOf(await late)).toBe('NotFound')
    expect(await left()).toEqual(['2 StreamErased'])
  })

  it('An erased stream reads as one that was never written', async () => {
    await writeNotes()
    const reader = createStreamReader(store, codec)
    expect(await reader.state(noteStreamType, 'a')).toEqual({ texts: ['one', 'two'] })
    await erase()
    expect(await reader.state(noteStreamType, 'a')).toEqual({ texts: [] })
    expect(await createStreamReader(store, codec).state(noteStreamType, 'a')).toEqual({ texts: [] })
  })
})

describe('an erasure', () => {
  it('An erasure among waiting commands is decided in its turn: those before are done, those after get 404', async () => {
    const outcomes = await Promise.all([
      send(handle, add('first')),
      send(handle, add('before')),
      send(handle, clear, { decide: async () => [{ type: 'StreamErased', data: {} } as never] }),
      send(handle, add('after')),
    ])
    expect(outcomes.map(({ refusal }) => refusal?.refused)).toEqual([
      undefined,
      undefined,
      undefined,
      'NotFound',
    ])
    expect(await left()).toEqual(['0 NoteAdded', '1 NoteAdded', '2 StreamErased'])
  })

  it('An erasure closes a stream that was never written', async () => {
    await erase()
    expect(await left()).toEqual(['0 StreamErased'])
    expect(outcomeOf(await send(handle, add('late')))).toBe('NotFound')
  })

  it('An erasure closes a stream whose events are all truncated, at its next revision', async () => {
    await writeNotes()
    await store.truncate('notes-a', 2)
    await erase()
    expect(await left()).toEqual(['2 StreamErased'])
  })

  it.each(['append', 'truncate'] as const)(
    'An erasure whose %s failed is finished by the next one',
    async (failing) => {
      await writeNotes()
      const away = async () => {
        throw new StoreUnavailable('away')
      }
      await expect(erase({ ...store, [failing]: away })).rejects.toThrow(StoreUnavailable)
      await erase()
      expect(await left()).toEqual(['2 StreamErased'])
    },
  )
})

it('A command on a stream whose events are all truncated continues its revisions', async () => {
  await writeNotes()
  await store.truncate('notes-a', 2)
  expect(outcomeOf(await send(startHandler(store), add('three')))).toEqual(['three'])
  expect(await left()).toEqual(['2 NoteAdded'])
})
