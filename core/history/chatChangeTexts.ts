// The history's texts for trip chats: their creation, change and deletion, never their messages.

import type { TripChatEvent } from '#core/chat/events.ts'
import {
  type ChatNames,
  type HistoryFields,
  type ChangeTexts,
  differences,
  fieldsIn,
  quoted,
} from '#core/history/changeText.ts'

const fieldsOf = (chat: ChatNames | null): HistoryFields =>
  chat
    ? [
        ['Name', chat.name],
        ['Description', chat.description],
      ]
    : []

/** The chat's name and description after a change; null after its deletion. */
export function chatAfter(chat: ChatNames | null, change: TripChatEvent): ChatNames | null {
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

export const chatChangeTexts: ChangeTexts<TripChatEvent> = {
  TripChatCreated(data, { actor }) {
    const created = chatAfter(null, { type: 'TripChatCreated', data })
    return {
      text: `${actor} opened ${named(created)}`,
      changes: differences([], fieldsOf(created)),
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
