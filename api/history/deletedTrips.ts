// Deleted trips are gone from the log, so what projections still hold of them cannot be built again and is left out of a
// comparison: their own documents, those of their chats, and their ids in the lists of people.

import { canonicalJson } from '#core/kernel/canonicalJson.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'
import { FAILED_DOCUMENT_TEXT } from '#projections/platform/readStore.ts'
import { idIn } from '#projections/platform/projection.ts'
import { itemLocations, type ItemLocation } from '#projections/trips/tripOf.ts'

export interface DeletedTrips {
  /** Takes each event of the log. */
  hear(event: StoredEvent): void
  count(): number
  /**
   * The document in its canonical form, so that two of them can be compared byte for byte; null for none, or nothing
   * that is not of a deleted trip.
   * @param projection as it calls itself, `trips@2`
   */
  without(projection: string, key: string, text: string | null): string | null
}

export function createDeletedTrips(): DeletedTrips {
  const trips = new Set<string>()
  /** Chat → its trip, deleted or not. */
  const chats = new Map<string, string>()
  const isGone = (id: string) => trips.has(id) || trips.has(chats.get(id) ?? '')

  return {
    hear({ type, data, stream }) {
      if (type === 'TripDeleted') trips.add(idIn(stream))
      if (type === 'TripChatCreated' || type === 'TripChatDeleted') {
        const { conversationId, tripId } = data as { conversationId: string; tripId: string }
        chats.set(conversationId, tripId)
      }
    },
    count: () => trips.size,
    without(projection, key, text) {
      if (text === null || text === FAILED_DOCUMENT_TEXT) return text
      // A message stands under its conversation.
      if (isGone(key.split('/')[0]!)) return null
      const doc = JSON.parse(text) as unknown
      if (projection.startsWith(`${itemLocations.name}@`) && isGone(idIn((doc as ItemLocation).stream)))
        return null
      return canonicalJson(projection.startsWith('tripsOfPerson@') ? ofOthers(doc) : doc)
    },
  }

  /** A person who was only ever on deleted trips has a list of none, or no list. */
  function ofOthers(doc: unknown): unknown {
    const lists = Object.entries(doc as Record<string, string[]>).map(
      ([name, ids]) => [name, ids.filter((id) => !isGone(id))] as const,
    )
    return lists.every(([, ids]) => ids.length === 0) ? null : Object.fromEntries(lists)
  }
}
