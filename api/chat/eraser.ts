// Erases the chats of a deleted trip: their messages and read markers. Each chat is closed by an event and then
// truncated to it, after its read markers. The work follows from the log alone, in its order, so it is safe to repeat: the
// next start finishes what a crash interrupted. What was before the event comes from read models.

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
import { chatReaders, erasableChats } from '#projections/chat/erasableChats.ts'
import type { Projection } from '#projections/platform/projection.ts'

interface Deps {
  store: EventStore
  codec: Codec
  handleCommand: HandleCommand
  /** A document that includes this position; it may be newer. */
  readAt<Doc>(projection: Projection<Doc>, key: string, position: string): Promise<Doc | null>
}

/** The messages of a chat that a person deletes stay in the log; only a deleted trip erases them (docs/decisions/0229). */
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

/** Takes each event of the log, in order. */
export function createChatEraser({
  store,
  codec,
  handleCommand,
  readAt,
}: Deps): (event: StoredEvent) => Promise<void> {
  const handlers: Handlers = {
    // Created at the moment the trip was deleted.
    async TripChatCreated({ data: { tripId, conversationId }, position, meta }) {
      const found = await readAt(erasableChats, tripId, position)
      if (found?.isTripDeleted && found.chats[conversationId] === null) await close(conversationId, meta)
    },
    async ReadUpTo({ data: { conversationId, userId }, position, meta }) {
      const { tripId } = (await readAt(chatReaders, conversationId, position)) ?? { tripId: null }
      if (tripId === null) return
      const trip = await readAt(erasableChats, tripId, position)
      // A chat that is still open is erased with its read markers when it is closed.
      if (trip?.isTripDeleted && trip.chats[conversationId] !== null)
        await eraseMark(conversationId, userId, meta)
    },
    async TripChatDeleted({ data: { tripId, conversationId }, position, meta, revision }) {
      const isErased =
        meta.actor === ERASER || (await readAt(erasableChats, tripId, position))?.isTripDeleted === true
      if (isErased) await erase(conversationId, revision, position, meta)
    },
    async TripDeleted({ data: { tripId }, position, meta }) {
      const found = await readAt(erasableChats, tripId, position)
      for (const [conversationId, deletedAt] of Object.entries(found?.chats ?? {}))
        if (deletedAt === null) await close(conversationId, meta)
        else await erase(conversationId, deletedAt, position, meta)
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

  async function erase(
    conversationId: string,
    before: number,
    position: string,
    meta: StoredEvent['meta'],
  ): Promise<void> {
    const readers = await readAt(chatReaders, conversationId, position)
    for (const userId of readers?.userIds ?? []) await eraseMark(conversationId, userId, meta)
    await store.truncate(conversationStreamType.prefix + conversationId, before)
  }

  function eraseMark(conversationId: string, userId: string, meta: StoredEvent['meta']): Promise<void> {
    const id = readMarkerStreamId(conversationId, userId)
    return eraseStream({ store, handleCommand }, readMarkerStreamType, id, meta)
  }
}
