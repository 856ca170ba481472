// The read model of messages in leaves of 50: seqs have no gaps, so a seq gives its leaf, and a page at depth 100,000
// costs as much as the first.

import type { ChatMessageEvent, TripChatDeleted } from '#core/chat/events.ts'
import { editedMessage, newMessage, type MessageRecord } from '#core/chat/toResponse.ts'
import { projection } from '#projections/platform/projection.ts'

export const MESSAGES_PER_LEAF = 50

export const messageLeafKey = (conversationId: string, seq: number): string =>
  `${conversationId}/${Math.floor((seq - 1) / MESSAGES_PER_LEAF)}`

export const messages = projection<readonly MessageRecord[], ChatMessageEvent | TripChatDeleted>({
  name: 'messages',
  version: 1,
  key({ type, data }) {
    if (type === 'MessageSent') return messageLeafKey(data.conversationId, data.message.seq)
    if (type === 'MessageEdited') return messageLeafKey(data.conversationId, data.seq)
    const leaves = Math.ceil(data.lastSeq / MESSAGES_PER_LEAF)
    return Array.from({ length: leaves }, (_, leaf) => `${data.conversationId}/${leaf}`)
  },
  empty: () => [],
  list: 'items',
  on: {
    MessageSent: (doc, { data: { message } }) => [...doc, newMessage(message)],
    MessageEdited: (doc, { data }) =>
      doc.map((message) => (message.id === data.messageId ? editedMessage(message, data) : message)),
    TripChatDeleted: () => null,
  },
})
