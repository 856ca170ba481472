// The read models that the eraser of chats needs: the chats of a trip, deleted ones included, and the people with a
// read marker in a conversation. The documents of deleted trips stay, because a late event must still find them.

import type { ReadMarkerEvent, TripChatEvent } from '#core/chat/events.ts'
import type { TripDeleted } from '#core/trips/events.ts'
import { projection } from '#projections/platform/projection.ts'

export interface ErasableChats {
  isTripDeleted: boolean
  /** Conversation → the revision of its deletion; null while it is open. */
  chats: Readonly<Record<string, number | null>>
}

/** One document for each trip. */
export const erasableChats = projection<ErasableChats, TripChatEvent | TripDeleted>({
  name: 'erasableChats',
  version: 1,
  key: ({ data }) => data.tripId,
  empty: () => ({ isTripDeleted: false, chats: {} }),
  on: {
    TripChatCreated: (doc, { data }) => ({ ...doc, chats: { ...doc.chats, [data.conversationId]: null } }),
    TripChatChanged: 'ignored',
    TripChatDeleted: (doc, { data, revision }) => ({
      ...doc,
      chats: { ...doc.chats, [data.conversationId]: revision },
    }),
    TripDeleted: (doc) => ({ ...doc, isTripDeleted: true }),
  },
})

export interface ChatReaders {
  /** The trip of a trip chat. */
  tripId: string | null
  /** User ids, sorted: the log keeps only each person's newest marker, and a rebuild must give the same text. */
  userIds: readonly string[]
}

/** One document for each conversation. */
export const chatReaders = projection<ChatReaders, TripChatEvent | ReadMarkerEvent>({
  name: 'chatReaders',
  version: 1,
  key: ({ data }) => data.conversationId,
  empty: () => ({ tripId: null, userIds: [] }),
  on: {
    TripChatCreated: (doc, { data }) => ({ ...doc, tripId: data.tripId }),
    TripChatChanged: 'ignored',
    TripChatDeleted: (doc, { data }) => ({ ...doc, tripId: data.tripId }),
    ReadUpTo: (doc, { data: { userId } }) =>
      doc.userIds.includes(userId) ? doc : { ...doc, userIds: [...doc.userIds, userId].sort() },
  },
})
