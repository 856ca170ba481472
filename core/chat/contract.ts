// The endpoints of conversations with their shapes and refusals. The schemas of request bodies are in bodies.ts.

import type {
  ChangeGroupBody,
  NotificationsBody,
  SendMessageBody,
  StartConversationBody,
} from '#core/chat/bodies.ts'
import { chatLimits } from '#core/chat/limits.ts'
import type { Reaction } from '#core/chat/reactions.ts'
import type { Mention } from '#core/chat/mentions.ts'
import type { Mute } from '#core/chat/mutes.ts'
import type { MessageType } from '#core/chat/events.ts'
import type { AttachedFile } from '#core/kernel/files.ts'
import { endpoint, type PageQuery, type Pagination } from '#core/kernel/endpoint.ts'
import type { RefusalTable } from '#core/kernel/refusalResponse.ts'

export interface MessageResponse {
  id: string
  seq: number
  conversation_id: string
  client_message_id: string | null
  content: string
  message_type: MessageType
  sender: { id: string; username: string }
  /**
   * `deleted`: the quoted message is, and its content is ''. `message_type` only where it is not text: the content is then
   * a caption, and can be ''.
   */
  reply_to: {
    id: string
    content: string
    sender: { id: string; username: string }
    deleted?: boolean
    message_type?: MessageType
  } | null
  created_at: string
  /** Of its newest version: an edit, a reaction, its deletion. */
  updated_at: string
  is_edited: boolean
  /** Its content is '' and it has no reactions. Missing in responses of earlier releases, as `reactions` are. */
  deleted?: boolean
  /** In the order in which each emoji was first used. */
  reactions?: readonly Reaction[]
  /** Of an image or file; [] once it is deleted. Missing in responses of earlier releases. */
  files?: readonly AttachedFile[]
  /** In the order of the text. Missing in responses of earlier releases. */
  mentions?: readonly Mention[]
}

export interface LastMessage {
  id: string
  content: string
  message_type: MessageType
  sender: { id: string; username: string }
  created_at: string
  /** Only of a deleted message, whose content is ''. */
  deleted?: boolean
}

export interface ConversationResponse {
  id: string
  type: 'direct' | 'group' | 'trip_chat'
  /** The trip of a trip chat; null for a direct conversation or a group. */
  trip_id: string | null
  /** That trip's name, and what its cover is drawn from. Missing in responses of old offline caches. */
  trip?: { title: string; destination: string } | null
  /** In a direct conversation, the other person's username. */
  name: string
  description: string | null
  avatar_url: string | null
  /**
   * `role`: on the trip of a trip chat; of a group, `organizer` is who may change it; missing in old offline caches. `since`: the
   * first message that somebody who was added to a group may read.
   */
  participants: { id: string; username: string; role?: string; since?: number }[]
  unread_count: number
  /** Unread messages that mention the reader. Missing in responses of earlier releases. */
  mention_count?: number
  message_count: number
  updated_at: string
  last_message: LastMessage | null
  last_seq: number
  notifications?: Mute
}

export interface MessagePageResponse {
  messages: MessageResponse[]
  has_more: boolean
  /** The first message that the reader may read, of those who were added to a group later. Missing where it is 1. */
  first_seq?: number
  /** The newest message that somebody else has read; 0 for none. Missing in responses of earlier releases. */
  read_seq?: number
  /**
   * By user id, the newest message that each other person of the conversation has read; 0 for none.
   * Missing in responses of earlier releases.
   */
  read_by?: Record<string, number>
}

export interface MessageSearchResponse {
  /** Newest first. */
  messages: MessageResponse[]
  has_more: boolean
}

export interface ConversationPageResponse {
  conversations: ConversationResponse[]
  /** The conversations with unread messages that the page lacks. Missing in responses of earlier releases. */
  unread_elsewhere?: UnreadConversation[]
  pagination: Pagination
}

export type UnreadConversation = Pick<
  ConversationResponse,
  'id' | 'trip_id' | 'unread_count' | 'mention_count' | 'notifications'
>

/** Somebody who has read a message. */
export interface Reader {
  id: string
  username: string
  /** Null where that is long ago. */
  at: string | null
}

export const listConversations = endpoint<ConversationPageResponse>('GET', '/conversations')
export const startConversation = endpoint<{ conversation: ConversationResponse }, StartConversationBody>(
  'POST',
  '/conversations',
  201,
)
export const getConversation = endpoint<{ conversation: ConversationResponse }>(
  'GET',
  '/conversations/:conversationId',
)
export const changeGroup = endpoint<{ conversation: ConversationResponse }, ChangeGroupBody>(
  'PUT',
  '/conversations/:conversationId',
)
export const addToGroup = endpoint<{ conversation: ConversationResponse }, { participant_ids: string[] }>(
  'POST',
  '/conversations/:conversationId/participants',
)
export const removeFromGroup = endpoint<undefined>(
  'DELETE',
  '/conversations/:conversationId/participants/:userId',
  204,
)
export const leaveGroup = endpoint<undefined>('POST', '/conversations/:conversationId/leave', 204)
export const listMessages = endpoint<MessagePageResponse>('GET', '/conversations/:conversationId/messages')
export const searchMessages = endpoint<MessageSearchResponse>('GET', '/messages/search')
export const sendMessage = endpoint<{ message: MessageResponse }, SendMessageBody>(
  'POST',
  '/conversations/:conversationId/messages',
  201,
)
export const editMessage = endpoint<
  { message: MessageResponse },
  { content: string; mentions?: readonly Mention[] | null }
>('PATCH', '/conversations/:conversationId/messages/:messageId')
export const deleteMessage = endpoint<{ message: MessageResponse }>(
  'DELETE',
  '/conversations/:conversationId/messages/:messageId',
)
export const addReaction = endpoint<{ message: MessageResponse }>(
  'PUT',
  '/conversations/:conversationId/messages/:messageId/reactions/:emoji',
)
export const removeReaction = endpoint<{ message: MessageResponse }>(
  'DELETE',
  '/conversations/:conversationId/messages/:messageId/reactions/:emoji',
)
export const listReaders = endpoint<{ readers: Reader[] }>(
  'GET',
  '/conversations/:conversationId/messages/:messageId/readers',
)
export const markRead = endpoint<{ unread_count: number }, { message_id: string }>(
  'POST',
  '/conversations/:conversationId/read',
)
export const muteConversation = endpoint<undefined, NotificationsBody>(
  'PUT',
  '/conversations/:conversationId/notifications',
  204,
)

type NotTheRightPeople = 'OneOtherPerson' | 'NobodyElse' | 'TooManyPeople'

/** Queries and refusals of endpoints, for the OpenAPI description; refusals that most endpoints share are left out. */
export interface ChatNotes {
  listConversations: {
    query: PageQuery & {
      type?: ConversationResponse['type']
      /**
       * Every word must occur in the conversation's name, its trip's title or the name of another person in it; case and
       * accents do not count. @maxLength 100
       */
      search?: string
    }
  }
  startConversation: {
    existing: 200
    refusals: NotTheRightPeople | 'AddAPasswordFirst' | 'LimitReached' | 'NotFound'
  }
  changeGroup: { refusals: 'NotAGroup' | 'NotTheOrganizer' }
  addToGroup: {
    refusals:
      | 'NotAGroup'
      | 'NotTheOrganizer'
      | 'NobodyElse'
      | 'TooManyPeople'
      | 'AddAPasswordFirst'
      | 'LimitReached'
      | 'NotFound'
  }
  removeFromGroup: { refusals: 'NotAGroup' | 'NotTheOrganizer' }
  leaveGroup: { refusals: 'NotAGroup' }
  listMessages: { query: Pick<PageQuery, 'limit'> & { before_id?: string; after_id?: string } }
  searchMessages: {
    query: {
      /**
       * Every word must occur in the message, also within another word; what stands in quotes is one word. Neither case nor
       * accents count. @maxLength 100
       */
      q: string
      /** The id of the one to search; without it all of the reader's are. */
      conversation?: string
      /** The id of the last message of the page before. */
      before?: string
    }
    refusals: 'NotFound' | 'AccessDenied'
  }
  sendMessage: {
    existing: 200
    refusals: 'ClientIdReused' | 'OnlyTextIsSent' | 'WrongMentions' | 'FileIsGone' | 'NoRoomForFiles'
  }
  editMessage: {
    refusals: 'NotYourMessage' | 'MessageIsDeleted' | 'WrongMentions'
  }
  deleteMessage: { refusals: 'NotYoursToDelete' }
  addReaction: { refusals: 'OneEmoji' | 'TooManyReactions' | 'MessageIsDeleted' }
  removeReaction: { refusals: 'OneEmoji' }
  createTripChat: { existing: 200; refusals: 'LimitReached' }
}

export const chatRefusals = {
  ClientIdReused: {
    status: 422,
    code: 'IDEMPOTENCY_KEY_REUSED',
    text: 'This message id was used for another message',
  },
  NotYourMessage: { status: 403, code: 'ACCESS_DENIED', text: 'Only its author edits a message' },
  NotYoursToDelete: {
    status: 403,
    code: 'ACCESS_DENIED',
    text: 'Only its author deletes a message, and the organizer in the chats of a trip',
  },
  WrongMentions: {
    status: 400,
    code: 'VALIDATION_ERROR',
    text: 'A mention is a part of the text that begins with @',
    field: 'mentions',
  },
  MessageIsDeleted: { status: 409, text: 'This message was deleted' },
  OneEmoji: { status: 400, code: 'VALIDATION_ERROR', text: 'A reaction is one emoji' },
  TooManyReactions: {
    status: 409,
    text: `A message has at most ${chatLimits.reactions.max} different reactions`,
  },
  NotAGroup: { status: 409, text: 'Only a group has people of its own' },
  NotTheOrganizer: {
    status: 403,
    code: 'ACCESS_DENIED',
    text: 'Only the organizer of a group changes it',
  },
  OnlyTextIsSent: { status: 403, code: 'ACCESS_DENIED', text: 'Messages of this type cannot be sent' },
  OneOtherPerson: {
    status: 400,
    code: 'VALIDATION_ERROR',
    text: 'A direct conversation is with exactly one other person',
    field: 'participant_ids',
  },
  TooManyPeople: {
    status: 400,
    code: 'VALIDATION_ERROR',
    text: `Maximum ${chatLimits.group.others} participants allowed (${chatLimits.group.others + 1} including you)`,
    field: 'participant_ids',
  },
  NobodyElse: {
    status: 400,
    code: 'VALIDATION_ERROR',
    text: 'Please select at least one participant',
    field: 'participant_ids',
  },
} as const satisfies RefusalTable
