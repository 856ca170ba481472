// The read model of everybody's read markers in a conversation.

import type { TripChatDeleted, ReadMarkerEvent } from '#core/chat/events.ts'
import { marksIn } from '#core/chat/readMarker.ts'
import type { ReadMarker } from '#core/chat/unread.ts'
import { projection } from '#projections/platform/projection.ts'

/**
 * User id → marker, in order of the newest: the log keeps only each person's newest event, and a rebuild from those
 * must give the same text.
 */
export type ReadMarkers = Readonly<Record<string, ReadMarker>>

export const readMarkers = projection<ReadMarkers, ReadMarkerEvent | TripChatDeleted>({
  name: 'readMarks',
  version: 3,
  key: ({ data }) => data.conversationId,
  empty: () => ({}),
  on: {
    ReadUpTo(doc, event) {
      const { userId, messageId, seq, own } = event.data
      const { [userId]: _, ...others } = doc
      return { ...others, [userId]: { messageId, seq, own, marks: marksIn(event) } }
    },
    TripChatDeleted: () => null,
  },
})
