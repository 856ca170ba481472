// Where a message stands in its conversation, by its id. It never moves.

import type { ConversationFact } from '#core/chat/events.ts'
import { view } from '#projections/platform/view.ts'

/** Only within its conversation: a device may use the same id in two. */
export const placeKey = (conversationId: string, messageId: string): string =>
  `${conversationId}/${messageId}`

/** The number of the message. */
export const placeOfMessage = view<number, ConversationFact>({
  name: 'placeOfMessage',
  version: 1,
  key: ({ type, data }) => (type === 'MessageSent' ? placeKey(data.conversationId, data.message.id) : null),
  empty: () => 0,
  on: { MessageSent: (_, { data }) => data.message.seq },
})
