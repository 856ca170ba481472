// The events of a conversation: its beginning, and every message in order. A trip chat holds no member list: its
// members are the trip's, so joining or leaving a trip joins or leaves all its chats at once.

import type { UserNames } from '#core/kernel/personName.ts'
import type { AttachedFile } from '#core/kernel/files.ts'
import type { DomainEvent, Upcasts } from '#core/kernel/decider.ts'
import type { Mention } from '#core/chat/mentions.ts'

export interface ChatPerson extends UserNames {
  id: string
}

/** The message that a reply quotes, as it read at that time. */
export interface MessageQuote {
  id: string
  content: string
  sender: ChatPerson
  /** Absent: text. */
  messageType?: MessageType
}

/** `system`: what its sender has changed in the group, as a sentence without its subject. */
export type MessageType = 'text' | 'image' | 'file' | 'system'

export interface Message {
  id: string
  /** 1, 2, 3 … without a gap in the conversation. */
  seq: number
  clientMessageId: string | null
  content: string
  messageType: MessageType
  /** Absent: none. */
  files?: readonly AttachedFile[]
  sender: ChatPerson
  replyTo: MessageQuote | null
  /** The server's time, never earlier than the message before. */
  createdAt: string
  /** Absent: none. */
  mentions?: readonly Mention[]
}

/**
 * The newest message at that time; 0 and '' before the first. A conversation is folded from its newest events, which
 * may all be edits: without this, 10,000 edits in a row would restart the numbering.
 */
export interface Last {
  seq: number
  at: string
}

export type ConversationStarted =
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

export interface GroupMember extends ChatPerson {
  /** The first message that they may read: of those who were added later. */
  since?: number
}

/** A group as it stands. */
export interface ChatGroup {
  name: string
  description: string | null
  /** In the order in which they came. */
  people: readonly GroupMember[]
  /** Null when everybody has left. */
  organizerId: string | null
}

export type GroupEvent =
  | DomainEvent<
      'GroupChanged',
      {
        conversationId: string
        /** From now on, whole. */
        group: ChatGroup
        /** User ids. */
        added: readonly string[]
        removed: readonly string[]
        /** Says in the conversation what happened. */
        message: Message
      }
    >
  /** Changes nothing: a long conversation is folded from its newest events, which must contain its people. */
  | DomainEvent<'GroupRepeated', { conversationId: string; group: ChatGroup }>

export type TripChatDeleted = DomainEvent<
  'TripChatDeleted',
  { conversationId: string; tripId: string; lastSeq: number }
>

/** A trip chat itself, without its messages. */
export type TripChatEvent =
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
  | DomainEvent<
      'TripChatChanged',
      { conversationId: string; tripId: string; name?: string; description?: string | null; last: Last }
    >
  | TripChatDeleted

/** A change of a message beside its text. */
interface OfMessage {
  conversationId: string
  messageId: string
  seq: number
  /** Later than every earlier version of the message. RFC 3339 UTC. */
  at: string
  last: Last
}

export type ChatMessageEvent =
  | DomainEvent<'MessageSent', { conversationId: string; message: Message }>
  | DomainEvent<
      'MessageEdited',
      {
        conversationId: string
        messageId: string
        seq: number
        content: string
        /** Of the new text. */
        mentions?: readonly Mention[]
        editedAt: string
        last: Last
      }
    >
  /** Its text is in `MessageSent` and `MessageEdited` until the conversation is erased; no read model has it any more. */
  | DomainEvent<'MessageDeleted', OfMessage & { /** Hashes; absent: none. */ files?: readonly string[] }>
  | DomainEvent<'ReactionAdded', OfMessage & { emoji: string; userId: string }>
  | DomainEvent<'ReactionRemoved', OfMessage & { emoji: string; userId: string }>

export type ConversationEvent = ConversationStarted | GroupEvent | TripChatEvent | ChatMessageEvent

/** When a person had read up to this message. */
export interface ReadMark {
  seq: number
  /** RFC 3339 UTC */
  at: string
}

/** In `read-{conversationId}-{userId}`, which keeps the newest only. */
export type ReadMarkerEvent = DomainEvent<
  'ReadUpTo',
  {
    conversationId: string
    userId: string
    messageId: string
    seq: number
    /** How many messages up to `seq` this person has sent, or the system: with it the unread count is a subtraction. */
    own: number
    /** The newest markers with their times, this one last. Missing in events of earlier releases. */
    marks?: readonly ReadMark[]
  }
>

export const chatUpcasts = {
  DirectConversationStarted: [],
  GroupStarted: [],
  GroupChanged: [],
  GroupRepeated: [],
  TripChatCreated: [],
  TripChatChanged: [],
  TripChatDeleted: [],
  MessageSent: [],
  MessageEdited: [],
  MessageDeleted: [],
  ReactionAdded: [],
  ReactionRemoved: [],
  ReadUpTo: [],
} satisfies Record<ConversationEvent['type'] | ReadMarkerEvent['type'], Upcasts[string]>
