// Which conversations there are for a person (direct and group), and which chats a trip has.

import type { ConversationEvent } from '#core/chat/events.ts'
import { projection } from '#projections/platform/projection.ts'

const withId = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids : [...ids, id]

export const conversationsOfPerson = projection<readonly string[], ConversationEvent>({
  name: 'conversationsOfPerson',
  version: 1,
  key: ({ data }) => ('people' in data ? data.people.map(({ id }) => id) : null),
  empty: () => [],
  on: {
    DirectConversationStarted: (ids, { data }) => withId(ids, data.conversationId),
    GroupStarted: (ids, { data }) => withId(ids, data.conversationId),
  },
})

export const chatsOfTrip = projection<readonly string[], ConversationEvent>({
  name: 'chatsOfTrip',
  version: 1,
  key: ({ data }) => ('tripId' in data ? data.tripId : null),
  empty: () => [],
  on: {
    TripChatCreated: (ids, { data }) => withId(ids, data.conversationId),
    TripChatDeleted: (ids, { data }) => ids.filter((id) => id !== data.conversationId),
  },
})
