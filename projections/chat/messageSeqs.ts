// The read model of a message's seq, by its id. It never changes.

import type { ChatMessageEvent, GroupEvent } from '#core/chat/events.ts'
import { projection } from '#projections/platform/projection.ts'

/** Unique only within the conversation: a device may use the same id in two. */
export const messageSeqKey = (conversationId: string, messageId: string): string =>
  `${conversationId}/${messageId}`

export const messageSeqs = projection<number, ChatMessageEvent | GroupEvent>({
  name: 'placeOfMessage',
  version: 1,
  key: ({ type, data }) =>
    type === 'MessageSent' || type === 'GroupChanged'
      ? messageSeqKey(data.conversationId, data.message.id)
      : null,
  empty: () => 0,
  on: {
    MessageSent: (_, { data }) => data.message.seq,
    GroupChanged: (_, { data }) => data.message.seq,
    GroupRepeated: 'ignored',
    MessageEdited: 'ignored',
    MessageDeleted: 'ignored',
    ReactionAdded: 'ignored',
    ReactionRemoved: 'ignored',
  },
})
