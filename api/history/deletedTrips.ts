// Leaves deleted trips out of a comparison, because their events are truncated and their documents cannot be rebuilt:
// their own documents, those of their chats, and their ids in people's lists.

import { canonicalJson } from '#core/kernel/canonicalJson.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'
import { FAILED_DOCUMENT_TEXT } from '#projections/platform/readStore.ts'
import { idIn } from '#projections/platform/projection.ts'
import type { FileUse } from '#projections/files/fileUse.ts'
import { entityStreams, type EntityStream } from '#projections/trips/entityStreams.ts'

export interface DeletedTrips {
  add(event: StoredEvent): void
  count(): number
  /**
   * The document as canonical JSON, so that two can be compared bytewise; null for none, or for a document of deleted
   * trips only.
   * @param projection as `trips@2`
   */
  comparable(projection: string, key: string, text: string | null): string | null
}

export function createDeletedTrips(): DeletedTrips {
  const trips = new Set<string>()
  /** Chat → its trip, deleted or not. */
  const chats = new Map<string, string>()
  const isDeleted = (id: string) => trips.has(id) || trips.has(chats.get(id) ?? '')

  return {
    add({ type, data, stream }) {
      if (type === 'TripDeleted') trips.add(idIn(stream))
      if (type === 'TripChatCreated' || type === 'TripChatDeleted') {
        const { conversationId, tripId } = data as { conversationId: string; tripId: string }
        chats.set(conversationId, tripId)
      }
    },
    count: () => trips.size,
    comparable(projection, key, text) {
      if (text === null || text === FAILED_DOCUMENT_TEXT) return text
      // The key of a message begins with its conversation.
      if (isDeleted(key.split('/')[0]!)) return null
      const doc = JSON.parse(text) as unknown
      if (projection.startsWith(`${entityStreams.name}@`) && isDeleted(idIn((doc as EntityStream).stream)))
        return null
      if (projection.startsWith('fileUse@')) return comparableUse(doc as FileUse)
      return canonicalJson(projection.startsWith('tripsOfPerson@') ? withoutDeleted(doc) : doc)
    },
  }

  /** What a deleted trip referred to, and when it ceased to, is in no event any more. */
  function comparableUse({ references, waiting }: FileUse): string | null {
    const left = references.filter(({ stream }) => !isDeleted(idIn(stream)))
    return left.length + Object.keys(waiting).length > 0 ? canonicalJson({ left, waiting }) : null
  }

  /** A person who was only on deleted trips has empty lists, or no document. */
  function withoutDeleted(doc: unknown): unknown {
    const lists = Object.entries(doc as Record<string, string[]>).map(
      ([name, ids]) => [name, ids.filter((id) => !isDeleted(id))] as const,
    )
    return lists.every(([, ids]) => ids.length === 0) ? null : Object.fromEntries(lists)
  }
}
