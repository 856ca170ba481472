// What is told of a trip's chats: that they are there and how they are called, never what is said in them.

import type { ChatChange } from '#core/history/events.ts'
import type { ChatNames, HistoryFields, ChangeTexts } from '#core/history/changeText.ts'
import { differences, fieldsIn, quoted } from '#core/history/changeText.ts'

const fieldsOf = (chat: ChatNames | null): HistoryFields =>
  chat
    ? [
        ['Name', chat.name],
        ['Description', chat.description],
      ]
    : []

/** The chat's names after a change; null once it is gone. */
export function chatAfter(chat: ChatNames | null, change: ChatChange): ChatNames | null {
  switch (change.type) {
    case 'TripChatCreated':
      return { name: change.data.name, description: change.data.description }
    case 'TripChatChanged': {
      const { name = chat?.name ?? '', description = chat?.description ?? null } = change.data
      return { name, description }
    }
    case 'TripChatDeleted':
      return null
  }
}

const subject = (id: string) => ({ type: 'chat', id }) as const
const named = (chat: ChatNames | null): string => (chat ? `the chat ${quoted(chat.name)}` : 'a chat')

export const chatChangeTexts: ChangeTexts<ChatChange> = {
  TripChatCreated(data, { actor }) {
    const made = chatAfter(null, { type: 'TripChatCreated', data })
    return {
      text: `${actor} opened ${named(made)}`,
      changes: differences([], fieldsOf(made)),
      subject: subject(data.conversationId),
    }
  },
  TripChatChanged(data, { actor, chat }) {
    const after = chatAfter(chat, { type: 'TripChatChanged', data })
    const changes = differences(fieldsOf(chat), fieldsOf(after))
    const what = fieldsIn(changes)
    return {
      text: what ? `${actor} changed ${what} of ${named(chat)}` : `${actor} saved ${named(chat)} as it was`,
      changes,
      subject: subject(data.conversationId),
    }
  },
  TripChatDeleted: ({ conversationId }, { actor, chat }) => ({
    text: `${actor} deleted ${named(chat)}`,
    changes: differences(fieldsOf(chat), []),
    subject: subject(conversationId),
  }),
}
