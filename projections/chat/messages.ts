// The messages of a conversation in leaves of 50: the order has no gaps, so a message's number tells its leaf, and a
// page at depth 100,000 costs what the first one costs.

import type { ConversationFact } from '#core/chat/events.ts'
import type { MessageRecord } from '#core/chat/present.ts'
import { editedMessage, newMessage } from '#core/chat/present.ts'
import { view } from '#projections/platform/view.ts'

export const LEAF = 50

/** The document that holds message number `seq`, from 1. */
export const leafOf = (conversationId: string, seq: number): string =>
  `${conversationId}/${Math.floor((seq - 1) / LEAF)}`

export const messages = view<readonly MessageRecord[], ConversationFact>({
  name: 'messages',
  version: 1,
  key({ type, data }) {
    if (type === 'MessageSent') return leafOf(data.conversationId, data.message.seq)
    if (type === 'MessageEdited') return leafOf(data.conversationId, data.seq)
    if (type !== 'TripChatDeleted') return null
    const leaves = Math.ceil(data.lastSeq / LEAF)
    return Array.from({ length: leaves }, (_, leaf) => `${data.conversationId}/${leaf}`)
  },
  empty: () => [],
  on: {
    MessageSent: (doc, { data: { message } }) => [...doc, newMessage(message)],
    MessageEdited: (doc, { data }) =>
      doc.map((message) => (message.id === data.messageId ? editedMessage(message, data) : message)),
    TripChatDeleted: () => null,
  },
})
