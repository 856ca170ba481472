// The deletion of a trip erases its chats, with every message and read marker, wherever the erasure is interrupted.

import { describe, expect, it } from 'vitest'
import { type ConversationEvent, type ReadMarkerEvent, chatUpcasts } from '#core/chat/events.ts'
import { createCodec } from '#core/store/codec.ts'
import { type EventStore, START } from '#core/store/eventStore.ts'
import { createCommandHandler } from '#core/store/commandHandler.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { createStreamReader } from '#core/store/streamReader.ts'
import { tripUpcasts, type TripEvent } from '#core/trips/events.ts'
import { chatReaders, erasableChats } from '#projections/chat/erasableChats.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { createChatEraser } from '#api/chat/eraser.ts'
import { ann, appendEvents, message } from '#tests/chat/events.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

const codec = createCodec(chatUpcasts, tripUpcasts)

const created = (conversationId: string, tripId = 'trip'): ConversationEvent => ({
  type: 'TripChatCreated',
  data: { conversationId, tripId, name: 'Food', description: null, createdBy: ann },
})
const sent = (conversationId: string, seq: number): ConversationEvent => ({
  type: 'MessageSent',
  data: { conversationId, message: message(seq) },
})
const closed = (conversationId: string, lastSeq: number): ConversationEvent => ({
  type: 'TripChatDeleted',
  data: { conversationId, tripId: 'trip', lastSeq },
})
const readUpTo = (conversationId: string, userId: string, seq = 1): ReadMarkerEvent => ({
  type: 'ReadUpTo',
  data: { conversationId, userId, messageId: `m${seq}`, seq, own: 0 },
})
const tripDeleted: TripEvent = { type: 'TripDeleted', data: { tripId: 'trip', guestIds: [] } }

const talk = (id: string) => `conversation-${id}`
const mark = (id: string, userId: string) => `read-${id}-${userId}`

/** Two chats of the trip, one of them deleted before; a chat of another trip; a group. */
async function story(): Promise<EventStore> {
  const store = createMemoryEventStore()
  for (const id of ['food', 'plans'])
    await appendEvents(store, talk(id), [created(id), ...[1, 2, 3].map((seq) => sent(id, seq))])
  await appendEvents(store, talk('old'), [created('old'), sent('old', 1)])
  await appendEvents(store, mark('old', 'ben'), [readUpTo('old', 'ben')])
  await appendEvents(store, talk('old'), [sent('old', 2), closed('old', 2)])
  await appendEvents(store, talk('other'), [created('other', 'another trip'), sent('other', 1)])
  await appendEvents(store, mark('other', 'ben'), [readUpTo('other', 'ben')])
  for (const userId of ['ann', 'ben']) {
    await appendEvents(store, mark('food', userId), [readUpTo('food', userId), readUpTo('food', userId, 2)])
    await appendEvents(store, mark('plans', userId), [readUpTo('plans', userId)])
  }
  return store
}

/** Follows the log to its end, including the events that the eraser appends. */
async function follow(store: EventStore): Promise<void> {
  const reader = createStreamReader(store, codec)
  const readStore = createMemoryReadStore()
  const onError = (error: unknown) => {
    throw error
  }
  const runner = startRunner({ store, codec, readStore, projections: [erasableChats, chatReaders], onError })
  const act = createChatEraser({
    store,
    codec,
    handleCommand: createCommandHandler({ store, codec, reader }),
    async readAt(projection, key, position) {
      expect(await runner.waitForPosition(position, TIMEOUT_MS)).toBe(true)
      return readStore.get(projection, key)
    },
  })
  const stop = new AbortController()
  let position = START
  const log = store.subscribe({ after: START, signal: stop.signal, batch: 1 })
  try {
    for await (const [event] of log) {
      await act(event!)
      position = event!.position
      if (position >= (await store.head())) return
    }
  } finally {
    await runner.stop()
  }
}

class PowerCut extends Error {}

/** A store that fails after this many writes. */
function until(writes: number, store: EventStore): EventStore {
  let left = writes
  const write = () => {
    if (left-- <= 0) throw new PowerCut()
  }
  return {
    ...store,
    async append(...given) {
      write()
      return store.append(...given)
    },
    async truncate(...given) {
      write()
      return store.truncate(...given)
    },
  }
}

/** At most the event that closes the stream is left. */
async function expectNoMark(store: EventStore, stream: string) {
  const left = await store.read(stream)
  expect(left.map(({ type, data }) => ({ type, data })).slice(1), stream).toEqual([])
  if (left.length > 0) expect(left[0], stream).toMatchObject({ type: 'StreamErased', data: {} })
}

async function expectErased(store: EventStore, ids: readonly string[] = ['food', 'plans', 'old']) {
  for (const id of ids) {
    const left = await store.read(talk(id))
    expect(
      left.map(({ type }) => type),
      id,
    ).toEqual(['TripChatDeleted'])
    for (const userId of ['ann', 'ben']) await expectNoMark(store, mark(id, userId))
  }
  expect(await store.read(talk('other'))).toHaveLength(2)
  expect(await store.read(mark('other', 'ben'))).toHaveLength(1)
}

describe('the eraser', () => {
  it('The eraser changes nothing while the trip exists', async () => {
    const store = await story()
    const before = await store.head()
    await follow(store)
    expect(await store.head()).toBe(before)
    expect(await store.read(talk('food'))).toHaveLength(4)
    expect(await store.read(talk('old'))).toHaveLength(4)
    expect(await store.read(mark('old', 'ben'))).toHaveLength(1)
  })

  it('The eraser removes all chats of a deleted trip, also one that was deleted before', async () => {
    const store = await story()
    await appendEvents(store, 'trip-trip', [tripDeleted])
    await follow(store)
    await expectErased(store)
    const after = await store.head()
    await follow(store)
    expect(await store.head(), 'a second time there is nothing to do').toBe(after)
  })

  it('The eraser finishes after a crash between any two steps', async () => {
    let crashes = 0
    for (let steps = 0; ; steps++) {
      const store = await story()
      await appendEvents(store, 'trip-trip', [tripDeleted])
      const cut = await follow(until(steps, store)).then(
        () => false,
        (error: unknown) => error instanceof PowerCut,
      )
      if (!cut) break
      crashes += 1
      await follow(store)
      await expectErased(store)
    }
    expect(crashes).toBeGreaterThan(8)
  })

  it('The eraser removes a message that was sent while the trip was being deleted', async () => {
    const store = await story()
    await appendEvents(store, 'trip-trip', [tripDeleted])
    await appendEvents(store, talk('food'), [sent('food', 4)])
    await appendEvents(store, talk('late'), [created('late'), sent('late', 1)])
    await appendEvents(store, mark('plans', 'cat'), [readUpTo('plans', 'cat')])
    await follow(store)
    await appendEvents(store, mark('food', 'dan'), [readUpTo('food', 'dan', 4)])
    await appendEvents(store, mark('late', 'ben'), [readUpTo('late', 'ben', 1)])
    await follow(store)
    await expectErased(store, ['food', 'plans', 'old', 'late'])
    for (const stream of [mark('plans', 'cat'), mark('food', 'dan')]) await expectNoMark(store, stream)
  })
})
