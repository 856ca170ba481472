// The read models of a person's direct and group conversations, and of a trip's chats.

import type { ConversationStarted, GroupEvent, TripChatEvent } from '#core/chat/events.ts'
import { projection } from '#projections/platform/projection.ts'

const withId = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids : [...ids, id]

export const conversationsOfPerson = projection<readonly string[], ConversationStarted | GroupEvent>({
  name: 'conversationsOfPerson',
  version: 1,
  key: ({ type, data }) =>
    type === 'GroupChanged'
      ? [...data.added, ...data.removed]
      : type === 'GroupRepeated'
        ? null
        : data.people.map(({ id }) => id),
  empty: () => [],
  on: {
    DirectConversationStarted: (ids, { data }) => withId(ids, data.conversationId),
    GroupStarted: (ids, { data }) => withId(ids, data.conversationId),
    GroupChanged: (ids, { data: { conversationId, added } }, userId) =>
      added.includes(userId) ? withId(ids, conversationId) : ids.filter((id) => id !== conversationId),
    GroupRepeated: 'ignored',
  },
})

export const chatsOfTrip = projection<readonly string[], TripChatEvent>({
  name: 'chatsOfTrip',
  version: 1,
  key: ({ data }) => data.tripId,
  empty: () => [],
  on: {
    TripChatCreated: (ids, { data }) => withId(ids, data.conversationId),
    TripChatChanged: 'ignored',
    TripChatDeleted: (ids, { data }) => ids.filter((id) => id !== data.conversationId),
  },
})
