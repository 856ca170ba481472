// The read model of messages in leaves of 50: seqs have no gaps, so a seq gives its leaf, and a page at depth 100,000
// costs as much as the first.

import type { ChatMessageEvent, GroupEvent, Message, TripChatDeleted } from '#core/chat/events.ts'
import {
  deletedMessage,
  editedMessage,
  newMessage,
  reactedMessage,
  type MessageRecord,
} from '#core/chat/toResponse.ts'
import { projection } from '#projections/platform/projection.ts'

export const MESSAGES_PER_LEAF = 50

export const messageLeafKey = (conversationId: string, seq: number): string =>
  `${conversationId}/${Math.floor((seq - 1) / MESSAGES_PER_LEAF)}`

export const messages = projection<readonly MessageRecord[], ChatMessageEvent | GroupEvent | TripChatDeleted>(
  {
    name: 'messages',
    version: 2,
    key({ type, data }) {
      if (type === 'GroupRepeated') return null
      if (type === 'MessageSent' || type === 'GroupChanged')
        return messageLeafKey(data.conversationId, data.message.seq)
      if (type !== 'TripChatDeleted') return messageLeafKey(data.conversationId, data.seq)
      const leaves = Math.ceil(data.lastSeq / MESSAGES_PER_LEAF)
      return Array.from({ length: leaves }, (_, leaf) => `${data.conversationId}/${leaf}`)
    },
    empty: () => [],
    list: 'items',
    on: {
      MessageSent: (doc, { data: { message } }) => [...doc, newMessage(withoutQuotedText(message))],
      GroupChanged: (doc, { data: { message } }) => [...doc, newMessage(message)],
      GroupRepeated: 'ignored',
      MessageEdited: (doc, { data }) => changed(doc, data, (message) => editedMessage(message, data)),
      MessageDeleted: (doc, { data }) => changed(doc, data, (message) => deletedMessage(message, data)),
      ReactionAdded: (doc, { data }) => changed(doc, data, (message) => reactedMessage(message, data, true)),
      ReactionRemoved: (doc, { data }) =>
        changed(doc, data, (message) => reactedMessage(message, data, false)),
      TripChatDeleted: () => null,
    },
  },
)

/** What a message quotes is read from that message: edited or deleted, its old text stands nowhere. */
const withoutQuotedText = (message: Message): Message =>
  message.replyTo ? { ...message, replyTo: { ...message.replyTo, content: '' } } : message

const changed = (
  doc: readonly MessageRecord[],
  { messageId }: { messageId: string },
  change: (message: MessageRecord) => MessageRecord,
): readonly MessageRecord[] => doc.map((message) => (message.id === messageId ? change(message) : message))
