// Folds who is in a conversation, for permission checks: how it began and whether it is deleted. That is in its first
// and its last event, so the events between them are not read.

import type { Decider, RecordedEventOf } from '#core/kernel/decider.ts'
import type { StreamType } from '#core/store/streamCache.ts'
import type { ConversationEvent, ChatPerson } from '#core/chat/events.ts'

/** `people` is null for a trip chat: its people are the trip's. */
export interface Conversation {
  id: string
  type: 'direct' | 'group' | 'trip_chat'
  tripId: string | null
  people: ChatPerson[] | null
  /** Who made it; null for a direct one. */
  madeBy: string | null
}

export interface Membership {
  conversation: Conversation | null
  deleted: boolean
}

/** For readers; the command handler folds `conversationStreamType`. One reader must not be asked for both. */
export const membershipStreamType: StreamType<Membership, never, ConversationEvent> &
  Decider<Membership, never, ConversationEvent> = {
  prefix: 'conversation-',
  foldWindow: 1,
  initialState: () => ({ conversation: null, deleted: false }),
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
      state.conversation = { id, type: 'direct', tripId: null, people, madeBy: null }
      return
    }
    case 'GroupStarted': {
      const { conversationId: id, people, startedBy } = data
      state.conversation = { id, type: 'group', tripId: null, people, madeBy: startedBy.id }
      return
    }
    case 'TripChatCreated': {
      const { conversationId: id, tripId, createdBy } = data
      state.conversation = { id, type: 'trip_chat', tripId, people: null, madeBy: createdBy.id }
      return
    }
    case 'TripChatDeleted':
      state.deleted = true
      return
    case 'TripChatChanged':
    case 'MessageSent':
    case 'MessageEdited':
  }
}
