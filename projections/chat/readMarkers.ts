// How far everybody has read a conversation.

import type { ConversationEvent, ReadMarkerEvent } from '#core/chat/events.ts'
import type { ReadMarker } from '#core/chat/unread.ts'
import { projection } from '#projections/platform/projection.ts'

/**
 * User id → mark, in the order of the newest marks: the log keeps only the newest of each person, and a rebuild from
 * those must come to the same text.
 */
export type ReadMarkers = Readonly<Record<string, ReadMarker>>

export const readMarkers = projection<ReadMarkers, ReadMarkerEvent | ConversationEvent>({
  name: 'readMarks',
  version: 2,
  key: ({ data }) => data.conversationId,
  empty: () => ({}),
  on: {
    ReadUpTo(doc, { data: { userId, messageId, seq, own } }) {
      const { [userId]: _, ...others } = doc
      return { ...others, [userId]: { messageId, seq, own } }
    },
    TripChatDeleted: () => null,
  },
})
