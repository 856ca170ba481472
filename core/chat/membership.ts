// Folds what permission checks need of a conversation: its participants, its creator, and whether it is deleted. The
// first and the newest events contain all of it, so the events between them are not read.

import type { Decider, RecordedEventOf } from '#core/kernel/decider.ts'
import type { StreamType } from '#core/store/streamType.ts'
import type { ConversationEvent, ChatGroup, GroupMember } from '#core/chat/events.ts'

/** `people` is null for a trip chat, because everybody on the trip takes part in it. */
export interface Conversation {
  id: string
  type: 'direct' | 'group' | 'trip_chat'
  tripId: string | null
  people: readonly GroupMember[] | null
  /** The id of the user who created it, or is the organizer of the group since; null for a direct conversation. */
  createdBy: string | null
  /** Null for any other conversation. */
  group: ChatGroup | null
}

export interface Membership {
  conversation: Conversation | null
  isDeleted: boolean
}

/** A group that was changed is repeated after so many events. */
export const REPEAT_GROUP_AFTER = 48

/**
 * For a `StreamReader`. The command handler folds the same streams with `conversationStreamType`; one `StreamReader` must
 * not read both types, because its cache holds one state per stream.
 */
export const membershipStreamType: StreamType<Membership, never, ConversationEvent> &
  Decider<Membership, never, ConversationEvent> = {
  prefix: 'conversation-',
  // With room for the events of one more command.
  foldWindow: REPEAT_GROUP_AFTER + 16,
  weight: ({ type }) => (type.startsWith('Group') ? 4 : 0),
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
      state.conversation = { id, type: 'direct', tripId: null, people, createdBy: null, group: null }
      return
    }
    case 'GroupStarted': {
      const { conversationId: id, name, description, people, startedBy } = data
      state.conversation = ofGroup(id, { name, description, people, organizerId: startedBy.id })
      return
    }
    case 'GroupChanged':
    case 'GroupRepeated':
      state.conversation = ofGroup(data.conversationId, data.group)
      return
    case 'TripChatCreated': {
      const { conversationId: id, tripId, createdBy } = data
      state.conversation = {
        id,
        type: 'trip_chat',
        tripId,
        people: null,
        createdBy: createdBy.id,
        group: null,
      }
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

const ofGroup = (id: string, group: ChatGroup): Conversation => ({
  ...{ id, type: 'group', tripId: null, people: group.people, createdBy: group.organizerId, group },
})

/** The first message that this person may read. */
export const firstSeqFor = ({ conversation }: Membership, userId: string): number =>
  conversation?.people?.find(({ id }) => id === userId)?.since ?? 1
