// Erases the chats of a deleted trip: their messages and read markers. Each chat is closed by an event and then
// truncated to it, after its read markers. The work follows from the log alone, in its order, so it is safe to repeat:
// the next start finishes what a crash interrupted.

import type { ConversationEvent, ReadMarkerEvent } from '#core/chat/events.ts'
import { conversationStreamType } from '#core/chat/decider.ts'
import { readMarkerStreamId, readMarkerStreamType } from '#core/chat/readMarker.ts'
import type { RecordedEventOf } from '#core/kernel/decider.ts'
import type { Codec } from '#core/store/codec.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import type { HandleCommand } from '#core/store/command.ts'
import { eraserMetadata, eraseStream } from '#core/store/eraseStream.ts'
import { runCommand } from '#core/store/runCommand.ts'
import type { TripEvent } from '#core/trips/events.ts'

interface Deps {
  store: EventStore
  codec: Codec
  handleCommand: HandleCommand
}

/** The messages of a chat that a person deletes stay in the log; only a deleted trip erases them. */
const ERASER = 'system'

type ErasedEvent = Extract<
  ConversationEvent | ReadMarkerEvent | TripEvent,
  { type: 'TripChatCreated' | 'TripChatDeleted' | 'ReadUpTo' | 'TripDeleted' }
>
type Handlers = {
  [Type in ErasedEvent['type']]: (
    event: RecordedEventOf<Extract<ErasedEvent, { type: Type }>>,
  ) => Promise<void>
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
  /** Conversation → people with a read marker in it. */
  const readers = new Map<string, Set<string>>()
  const erased = new Set<string>()

  const handlers: Handlers = {
    async TripChatCreated({ data: { tripId, conversationId }, meta }) {
      entry(chats, tripId, () => new Map()).set(conversationId, null)
      // Created at the moment the trip was deleted.
      if (deletedTrips.has(tripId)) await close(conversationId, meta)
    },
    async ReadUpTo({ data: { conversationId, userId }, meta }) {
      if (erased.has(conversationId)) await eraseMark(conversationId, userId, meta)
      else entry(readers, conversationId, () => new Set()).add(userId)
    },
    async TripChatDeleted({ data: { tripId, conversationId }, meta, revision }) {
      if (meta.actor === ERASER) return erase(conversationId, revision, meta)
      entry(chats, tripId, () => new Map()).set(conversationId, revision)
      if (deletedTrips.has(tripId)) await erase(conversationId, revision, meta)
    },
    async TripDeleted({ data: { tripId }, meta }) {
      deletedTrips.add(tripId)
      for (const [conversationId, deletedAt] of chats.get(tripId) ?? [])
        if (deletedAt === null) await close(conversationId, meta)
        else await erase(conversationId, deletedAt, meta)
      chats.delete(tripId)
    },
  }

  return async (stored) => {
    if (Object.hasOwn(handlers, stored.type))
      await handlers[stored.type as ErasedEvent['type']](codec.decode(stored) as never)
  }

  /**
   * The chat is erased when its event arrives. NotFound: a person has deleted it meanwhile, and it has an event
   * already.
   */
  async function close(conversationId: string, meta: StoredEvent['meta']) {
    const command = { type: 'DeleteTripChat' } as const
    const by = eraserMetadata(conversationId, meta)
    const { refusal } = await runCommand(handleCommand, conversationStreamType, conversationId, command, by)
    if (refusal && refusal.refused !== 'NotFound')
      throw new Error(`A chat of a deleted trip could not be closed: ${refusal.refused}`)
  }

  async function erase(conversationId: string, before: number, meta: StoredEvent['meta']): Promise<void> {
    erased.add(conversationId)
    for (const userId of readers.get(conversationId) ?? []) await eraseMark(conversationId, userId, meta)
    readers.delete(conversationId)
    await store.truncate(conversationStreamType.prefix + conversationId, before)
  }

  function eraseMark(conversationId: string, userId: string, meta: StoredEvent['meta']): Promise<void> {
    const id = readMarkerStreamId(conversationId, userId)
    return eraseStream({ store, handleCommand }, readMarkerStreamType, id, meta)
  }
}

function entry<Key, Value>(of: Map<Key, Value>, key: Key, make: () => Value): Value {
  const existing = of.get(key)
  if (existing !== undefined) return existing
  const added = make()
  of.set(key, added)
  return added
}
