// The events of a conversation: how it began, and every message in its order. A trip chat holds no member list: its
// members are the trip's, so joining and leaving a trip joins and leaves all its chats at once.

import type { DomainEvent } from '#core/kernel/decider.ts'
import type { Upcasts } from '#core/store/codec.ts'

export interface ChatPerson {
  id: string
  username: string
}

/** What a reply answers, as it read when it was answered. */
export interface MessageQuote {
  id: string
  content: string
  sender: ChatPerson
}

export type MessageType = 'text' | 'image' | 'file' | 'system'

export interface Message {
  id: string
  /** 1, 2, 3 … without a gap in its conversation. */
  seq: number
  clientMessageId: string | null
  content: string
  messageType: MessageType
  sender: ChatPerson
  replyTo: MessageQuote | null
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

export type ConversationEvent =
  | DomainEvent<'DirectConversationStarted', { conversationId: string; people: ChatPerson[] }>
  | DomainEvent<
      'GroupStarted',
      {
        conversationId: string
        name: string
        description: string | null
        people: ChatPerson[]
        startedBy: ChatPerson
      }
    >
  | DomainEvent<
      'TripChatCreated',
      {
        conversationId: string
        tripId: string
        name: string
        description: string | null
        createdBy: ChatPerson
      }
    >
  /** Only what was changed. */
  | DomainEvent<
      'TripChatChanged',
      { conversationId: string; tripId: string; name?: string; description?: string | null; last: Last }
    >
  | DomainEvent<'TripChatDeleted', { conversationId: string; tripId: string; lastSeq: number }>
  | DomainEvent<'MessageSent', { conversationId: string; message: Message }>
  | DomainEvent<
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
export type ReadMarkerEvent = DomainEvent<
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
} satisfies Record<ConversationEvent['type'] | ReadMarkerEvent['type'], Upcasts[string]>
