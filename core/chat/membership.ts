// Folds what permission checks need of a conversation: its participants, its creator, and whether it is deleted. The
// first and the last event contain all of it, so the events between them are not read.

import type { Decider, RecordedEventOf } from '#core/kernel/decider.ts'
import type { StreamType } from '#core/store/streamType.ts'
import type { ConversationEvent, ChatPerson } from '#core/chat/events.ts'

/** `people` is null for a trip chat, because everybody on the trip takes part in it. */
export interface Conversation {
  id: string
  type: 'direct' | 'group' | 'trip_chat'
  tripId: string | null
  people: ChatPerson[] | null
  /** The id of the user who created it; null for a direct conversation. */
  createdBy: string | null
}

export interface Membership {
  conversation: Conversation | null
  isDeleted: boolean
}

/**
 * For a `StreamReader`. The command handler folds the same streams with `conversationStreamType`; one `StreamReader` must
 * not read both types, because its cache holds one state per stream.
 */
export const membershipStreamType: StreamType<Membership, never, ConversationEvent> &
  Decider<Membership, never, ConversationEvent> = {
  prefix: 'conversation-',
  foldWindow: 1,
  initialState: () => ({ conversation: null, isDeleted: false }),
  evolve: evolveMembership,
  decide: () => [],
}

/** Changes `state` in place. */
export function evolveMembership(
  state: Membership,
  { type, data }: RecordedEventOf<ConversationEvent>,
): void {
  switch (type) {
    case 'DirectConversationStarted': {
      const { conversationId: id, people } = data
      state.conversation = { id, type: 'direct', tripId: null, people, createdBy: null }
      return
    }
    case 'GroupStarted': {
      const { conversationId: id, people, startedBy } = data
      state.conversation = { id, type: 'group', tripId: null, people, createdBy: startedBy.id }
      return
    }
    case 'TripChatCreated': {
      const { conversationId: id, tripId, createdBy } = data
      state.conversation = { id, type: 'trip_chat', tripId, people: null, createdBy: createdBy.id }
      return
    }
    case 'TripChatDeleted':
      state.isDeleted = true
      return
    case 'TripChatChanged':
    case 'MessageSent':
    case 'MessageEdited':
    case 'MessageDeleted':
    case 'ReactionAdded':
    case 'ReactionRemoved':
  }
}
