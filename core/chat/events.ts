// The facts of a conversation: how it began, and every message in its order. A trip chat holds no member list: its
// members are the trip's, so joining and leaving a trip joins and leaves all its chats at once.

import type { Fact } from '#core/kernel/decider.ts'
import type { Upcasts } from '#core/store/codec.ts'

export interface Person {
  id: string
  username: string
}

/** What a reply answers, as it read when it was answered. */
export interface Quote {
  id: string
  content: string
  sender: Person
}

export type MessageType = 'text' | 'image' | 'file' | 'system'

export interface Message {
  id: string
  /** 1, 2, 3 … without a gap in its conversation. */
  seq: number
  clientMessageId: string | null
  content: string
  messageType: MessageType
  sender: Person
  replyTo: Quote | null
  /** The server's, never earlier than the message before it. */
  createdAt: string
}

/**
 * The newest message at that time; 0 and '' before the first. A conversation is folded from its newest events, and
 * those need not be messages: 10,000 edits in a row must not make it begin to count anew.
 */
export interface Last {
  seq: number
  at: string
}

export type ConversationFact =
  | Fact<'DirectConversationStarted', { conversationId: string; people: Person[] }>
  | Fact<
      'GroupStarted',
      {
        conversationId: string
        name: string
        description: string | null
        people: Person[]
        startedBy: Person
      }
    >
  | Fact<
      'TripChatCreated',
      { conversationId: string; tripId: string; name: string; description: string | null; createdBy: Person }
    >
  /** Only what was changed. */
  | Fact<
      'TripChatChanged',
      { conversationId: string; tripId: string; name?: string; description?: string | null; last: Last }
    >
  | Fact<'TripChatDeleted', { conversationId: string; tripId: string; lastSeq: number }>
  | Fact<'MessageSent', { conversationId: string; message: Message }>
  | Fact<
      'MessageEdited',
      {
        conversationId: string
        messageId: string
        seq: number
        content: string
        editedAt: string
        last: Last
      }
    >

/** `read-{conversationId}-{userId}`: the newest only. */
export type ReadFact = Fact<
  'ReadUpTo',
  {
    conversationId: string
    userId: string
    messageId: string
    seq: number
    /** How many of the messages up to there are their own: with it unread is a subtraction. */
    own: number
  }
>

export const chatUpcasts = {
  DirectConversationStarted: [],
  GroupStarted: [],
  TripChatCreated: [],
  TripChatChanged: [],
  TripChatDeleted: [],
  MessageSent: [],
  MessageEdited: [],
  ReadUpTo: [],
} satisfies Record<ConversationFact['type'] | ReadFact['type'], Upcasts[string]>
