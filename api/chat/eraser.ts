// The chats of a deleted trip go with it: their messages and how far everybody had read them. Each is closed by an event
// of its own and then emptied down to that event, after its read marks. What is to be done is known from the log alone,
// in whose order all this happens, so it is safe to repeat: the next start finishes what a crash cut short.

import type { ConversationEvent, ReadMarkerEvent } from '#core/chat/events.ts'
import type { ConversationState } from '#core/chat/decider.ts'
import { conversationStreamType } from '#core/chat/decider.ts'
import { readMarkerStreamId, readMarkerStreamType } from '#core/chat/readMarker.ts'
import type { RecordedEventOf } from '#core/kernel/decider.ts'
import { idFrom } from '#core/kernel/ids.ts'
import type { Codec } from '#core/store/codec.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import type { HandleCommand } from '#core/store/commandHandler.ts'
import type { TripEvent } from '#core/trips/events.ts'

interface Deps {
  store: EventStore
  codec: Codec
  handleCommand: HandleCommand
}

/** Whoever deletes a chat by hand leaves its messages in the log; only a deleted trip takes them along. */
const ERASER = 'system'

type Fact = Extract<
  ConversationEvent | ReadMarkerEvent | TripEvent,
  { type: 'TripChatCreated' | 'TripChatDeleted' | 'ReadUpTo' | 'TripDeleted' }
>
type Heard = {
  [Type in Fact['type']]: (event: RecordedEventOf<Extract<Fact, { type: Type }>>) => Promise<void>
}

/** Takes each event of the log, in order, from the first one on. */
export function createChatEraser({
  store,
  codec,
  handleCommand,
}: Deps): (event: StoredEvent) => Promise<void> {
  const deletedTrips = new Set<string>()
  /** Trip → its chats, each with the revision of its deletion by hand, null where it is open. */
  const chats = new Map<string, Map<string, number | null>>()
  /** Conversation → who has read in it. */
  const readers = new Map<string, Set<string>>()
  const erased = new Set<string>()

  const heard: Heard = {
    async TripChatCreated({ data: { tripId, conversationId }, meta }) {
      entry(chats, tripId, () => new Map()).set(conversationId, null)
      // Somebody opened it in the moment the trip was deleted.
      if (deletedTrips.has(tripId)) await close(conversationId, meta)
    },
    async ReadUpTo({ data: { conversationId, userId } }) {
      if (erased.has(conversationId)) await eraseMark(conversationId, userId)
      else entry(readers, conversationId, () => new Set()).add(userId)
    },
    async TripChatDeleted({ data: { tripId, conversationId }, meta, revision }) {
      if (meta.actor === ERASER) return erase(conversationId, revision)
      entry(chats, tripId, () => new Map()).set(conversationId, revision)
      if (deletedTrips.has(tripId)) await erase(conversationId, revision)
    },
    async TripDeleted({ data: { tripId }, meta }) {
      deletedTrips.add(tripId)
      for (const [conversationId, deletedAt] of chats.get(tripId) ?? [])
        if (deletedAt === null) await close(conversationId, meta)
        else await erase(conversationId, deletedAt)
      chats.delete(tripId)
    },
  }

  return async (stored) => {
    if (Object.hasOwn(heard, stored.type))
      await heard[stored.type as Fact['type']](codec.decode(stored) as never)
  }

  /** What is left to do is done when its event comes along. Deleted by hand meanwhile, it has one already. */
  async function close(conversationId: string, { at, key, digest, requestId }: StoredEvent['meta']) {
    const command = { type: 'DeleteTripChat' } as const
    const { refusal } = await handleCommand(conversationStreamType, conversationId, {
      command: command.type,
      actor: ERASER,
      at,
      key: idFrom(conversationId, key),
      digest,
      requestId,
      decide: async (state: ConversationState) =>
        state.conversation && !state.deleted ? conversationStreamType.decide(command, state) : [],
      toResponse: () => undefined,
    })
    if (refusal) throw new Error(`A chat of a deleted trip could not be closed: ${refusal.refused}`)
  }

  async function erase(conversationId: string, before: number): Promise<void> {
    erased.add(conversationId)
    for (const userId of readers.get(conversationId) ?? []) await eraseMark(conversationId, userId)
    readers.delete(conversationId)
    await store.truncate(conversationStreamType.prefix + conversationId, before)
  }

  async function eraseMark(conversationId: string, userId: string): Promise<void> {
    const stream = readMarkerStreamType.prefix + readMarkerStreamId(conversationId, userId)
    const [last] = await store.read(stream, { backward: true, limit: 1 })
    if (last) await store.truncate(stream, last.revision + 1)
  }
}

function entry<Key, Value>(of: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = of.get(key)
  if (known !== undefined) return known
  const made = make()
  of.set(key, made)
  return made
}
