// How far everybody has read a conversation.

import type { ConversationFact, ReadFact } from '#core/chat/events.ts'
import type { ReadMark } from '#core/chat/unread.ts'
import { view } from '#projections/platform/view.ts'

/** User id → mark. */
export type ReadMarks = Readonly<Record<string, ReadMark>>

export const readMarks = view<ReadMarks, ReadFact | ConversationFact>({
  name: 'readMarks',
  version: 1,
  key: ({ data }) => data.conversationId,
  empty: () => ({}),
  on: {
    ReadUpTo: (doc, { data: { userId, messageId, seq, own } }) => ({
      ...doc,
      [userId]: { messageId, seq, own },
    }),
    TripChatDeleted: () => null,
  },
})
