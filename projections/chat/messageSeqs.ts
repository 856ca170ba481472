// Where a message stands in its conversation, by its id. It never moves.

import type { ConversationEvent } from '#core/chat/events.ts'
import { projection } from '#projections/platform/projection.ts'

/** Only within its conversation: a device may use the same id in two. */
export const messageSeqKey = (conversationId: string, messageId: string): string =>
  `${conversationId}/${messageId}`

/** The number of the message. */
export const messageSeqs = projection<number, ConversationEvent>({
  name: 'placeOfMessage',
  version: 1,
  key: ({ type, data }) =>
    type === 'MessageSent' ? messageSeqKey(data.conversationId, data.message.id) : null,
  empty: () => 0,
  on: { MessageSent: (_, { data }) => data.message.seq },
})
