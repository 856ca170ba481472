// Conversations on the wire: shapes, calls, and the rules of their forms with the product's own texts.

import * as v from 'valibot'
import { call } from '#core/kernel/call.ts'
import { isUuid } from '#core/kernel/ids.ts'
import { isWebLink } from '#core/kernel/receiptUrl.ts'
import type { RefusalTable } from '#core/kernel/refusals.ts'
import {
  hasForbiddenControls,
  isBlank,
  optionalText,
  requiredName,
  UNUSABLE_CHARACTERS,
} from '#core/kernel/text.ts'
import type { MessageType } from '#core/chat/events.ts'
import type { Pagination } from '#core/kernel/call.ts'

export const chatLimits = {
  /** UTF-16 units; in UTF-8 these are never more than 12,000 bytes. */
  message: { max: 4000 },
  tripChat: { name: { min: 2, max: 50 }, description: { max: 200 } },
  group: { name: { max: 100 }, description: { max: 200 }, others: 49 },
  page: { default: 50, max: 100 },
} as const

const content = v.pipe(
  v.string('Message must be text'),
  v.check((text) => !isBlank(text), 'Message cannot be empty'),
  v.maxLength(chatLimits.message.max, 'Message must be 4,000 characters or less'),
  v.check((text) => !hasForbiddenControls(text), UNUSABLE_CHARACTERS),
)

export const SendMessageBody = v.pipe(
  v.strictObject({
    content,
    message_type: v.optional(
      v.picklist(['text', 'image', 'file', 'system'], 'Message type is not one of the four'),
      'text',
    ),
    client_message_id: v.nullish(
      v.pipe(
        v.string('client_message_id must be a UUID'),
        v.check(isUuid, 'client_message_id must be a UUID'),
      ),
    ),
    reply_to: v.nullish(v.string('reply_to must be a message id')),
  }),
  v.forward(
    v.check(
      ({ content: link, message_type: type }) =>
        (type !== 'image' && type !== 'file') || isWebLink(link.trim()),
      'Message must be a valid HTTP/HTTPS URL',
    ),
    ['content'],
  ),
)
export type SendMessageBody = v.InferInput<typeof SendMessageBody>
export type SendMessage = v.InferOutput<typeof SendMessageBody>

export const EditMessageBody = v.strictObject({ content })
export const ReadBody = v.strictObject({ message_id: v.string('message_id is required') })

const tripChatName = requiredName({
  ...chatLimits.tripChat.name,
  required: 'Chat name is required',
  tooShort: 'Chat name must be at least 2 characters',
  tooLong: 'Chat name must be less than 50 characters',
})
const chatDescription = optionalText({
  max: chatLimits.tripChat.description.max,
  tooLong: 'Description must be 200 characters or less',
})

export const TripChatBody = v.strictObject({ name: tripChatName, description: chatDescription })
export type TripChatBody = v.InferInput<typeof TripChatBody>
export const ChangeTripChatBody = v.strictObject({
  name: v.optional(tripChatName),
  description: v.optional(chatDescription),
})
export type ChangeTripChatBody = v.InferInput<typeof ChangeTripChatBody>

const participantIds = v.pipe(
  v.nullish(v.array(v.string('Participant ids must be text'), 'Please select at least one participant'), []),
  v.transform((ids) => [...new Set(ids)]),
  v.minLength(1, 'Please select at least one participant'),
)

export const StartConversationBody = v.variant(
  'type',
  [
    v.strictObject({ type: v.literal('direct'), participant_ids: participantIds }),
    v.strictObject({
      type: v.literal('group'),
      name: requiredName({
        ...chatLimits.group.name,
        required: 'Group name is required',
        tooLong: 'Group name must be 100 characters or less',
      }),
      description: chatDescription,
      participant_ids: participantIds,
    }),
  ],
  'Type must be direct or group',
)
export type StartConversationBody = v.InferInput<typeof StartConversationBody>
export type StartConversation = v.InferOutput<typeof StartConversationBody>

export interface MessageAnswer {
  id: string
  seq: number
  conversation_id: string
  client_message_id: string | null
  content: string
  message_type: MessageType
  sender: { id: string; username: string }
  reply_to: { id: string; content: string; sender: { id: string; username: string } } | null
  created_at: string
  updated_at: string
  is_edited: boolean
}

export interface LastMessage {
  id: string
  content: string
  message_type: MessageType
  sender: { id: string; username: string }
  created_at: string
}

export interface ConversationAnswer {
  id: string
  type: 'direct' | 'group' | 'trip_chat'
  /** Of a direct one, the other's username. */
  name: string
  description: string | null
  avatar_url: string | null
  participants: { id: string; username: string; role?: string }[]
  unread_count: number
  message_count: number
  updated_at: string
  last_message: LastMessage | null
  last_seq: number
}

export interface TripChatAnswer extends ConversationAnswer {
  trip_id: string
  created_at: string
  /** Who may change it as an organizer may. Missing in what a device kept before this was told. */
  created_by?: { id: string; username: string }
}

export const listConversations = call<{ conversations: ConversationAnswer[]; pagination: Pagination }>(
  'GET',
  '/conversations',
)
export const startConversation = call<{ conversation: ConversationAnswer }, StartConversationBody>(
  'POST',
  '/conversations',
  201,
)
export const getConversation = call<{ conversation: ConversationAnswer }>(
  'GET',
  '/conversations/:conversationId',
)
export const listMessages = call<{ messages: MessageAnswer[]; has_more: boolean }>(
  'GET',
  '/conversations/:conversationId/messages',
)
export const sendMessage = call<{ message: MessageAnswer }, SendMessageBody>(
  'POST',
  '/conversations/:conversationId/messages',
  201,
)
export const editMessage = call<{ message: MessageAnswer }, { content: string }>(
  'PATCH',
  '/conversations/:conversationId/messages/:messageId',
)
export const markRead = call<{ unread_count: number }, { message_id: string }>(
  'POST',
  '/conversations/:conversationId/read',
)
export const listTripChats = call<{ chats: TripChatAnswer[] }>('GET', '/trips/:tripId/chats')
export const getTripChat = call<{ chat: TripChatAnswer }>('GET', '/trips/:tripId/chats/:chatId')
export const createTripChat = call<{ chat: TripChatAnswer }, TripChatBody>(
  'POST',
  '/trips/:tripId/chats',
  201,
)
export const changeTripChat = call<{ chat: TripChatAnswer }, ChangeTripChatBody>(
  'PUT',
  '/trips/:tripId/chats/:chatId',
)
export const deleteTripChat = call<undefined>('DELETE', '/trips/:tripId/chats/:chatId', 204)

export const chatRefusals = {
  ClientIdReused: {
    status: 422,
    code: 'IDEMPOTENCY_KEY_REUSED',
    text: 'This message id was used for another message',
  },
  NotYourMessage: { status: 403, code: 'ACCESS_DENIED', text: 'Only its author edits a message' },
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
    text: 'Maximum 49 participants allowed (50 including you)',
    field: 'participant_ids',
  },
  NobodyElse: {
    status: 400,
    code: 'VALIDATION_ERROR',
    text: 'Please select at least one participant',
    field: 'participant_ids',
  },
} as const satisfies RefusalTable
