// How far everybody has read a conversation.

import type { ConversationFact, ReadFact } from '#core/chat/events.ts'
import type { ReadMark } from '#core/chat/unread.ts'
import { view } from '#projections/platform/view.ts'

/**
 * User id → mark, in the order of the newest marks: the log keeps only the newest of each person, and a rebuild from
 * those must come to the same text.
 */
export type ReadMarks = Readonly<Record<string, ReadMark>>

export const readMarks = view<ReadMarks, ReadFact | ConversationFact>({
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
