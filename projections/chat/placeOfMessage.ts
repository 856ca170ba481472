// Where a message stands, by its id. It never moves.

import type { ConversationFact } from '#core/chat/events.ts'
import { view } from '#projections/platform/view.ts'

export interface PlaceOfMessage {
  conversationId: string
  seq: number
}

export const placeOfMessage = view<PlaceOfMessage, ConversationFact>({
  name: 'placeOfMessage',
  version: 1,
  key: ({ type, data }) => (type === 'MessageSent' ? data.message.id : null),
  empty: () => ({ conversationId: '', seq: 0 }),
  on: { MessageSent: (_, { data }) => ({ conversationId: data.conversationId, seq: data.message.seq }) },
})
