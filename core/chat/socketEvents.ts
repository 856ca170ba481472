// The events of the socket by name and payload, for server, client and tests; docs/asyncapi.json is generated from them.

import type { AuthUser } from '#core/kernel/personName.ts'
import type { MessageResponse } from '#core/chat/contract.ts'
import type { TripChatResponse } from '#core/chat/tripChatContract.ts'
import type { UserParticipant } from '#core/trips/responses.ts'

export type MessagingCode =
  | 'UNAUTHENTICATED'
  | 'TOKEN_MISSING'
  | 'TOKEN_EXPIRED'
  | 'INVALID_TOKEN'
  | 'USER_NOT_FOUND'
  | 'ACCESS_DENIED'
  | 'MISSING_CONVERSATION_ID'
  | 'INVALID_STATUS'
  | 'JOIN_FAILED'
  | 'LEAVE_FAILED'
  | 'INTERNAL_ERROR'
  | 'VALIDATION_ERROR'
  | 'RATE_LIMITED'

export interface ServerEvents {
  authenticated: (payload: { user: AuthUser }) => void
  auth_error: (payload: { code: MessagingCode; message: string }) => void
  /** To all people of a new direct conversation or group: it is in their lists before its first message. */
  'conversation:started': (payload: { conversation_id: string }) => void
  /** To one person: it is gone, or another than it was, for this person alone. A GET says which. */
  'conversation:changed': (payload: { conversation_id: string }) => void
  'message:new': (payload: { conversation_id: string; message: MessageResponse }) => void
  'trip:message': (payload: { conversation_id: string; trip_id: string; message: MessageResponse }) => void
  /** The message with its reactions. */
  'message:reaction': (payload: { conversation_id: string; message: MessageResponse }) => void
  /** What is left of the message. */
  'message:deleted': (payload: { conversation_id: string; message: MessageResponse }) => void
  'message:status': (payload: { message_id: string; user_id: string; status: 'delivered' | 'read' }) => void
  user_typing: (payload: {
    user_id: string
    username: string
    conversation_id: string
    is_typing: boolean
  }) => void
  'trip:typing': (payload: {
    trip_id: string
    conversation_id: string
    user_id: string
    username: string
    is_typing: boolean
  }) => void
  user_presence: (payload: {
    user_id: string
    username: string
    status: 'online' | 'away' | 'offline'
    last_seen: string | null
  }) => void
  conversation_joined: (payload: { conversationId: string; last_seq: number }) => void
  conversation_left: (payload: { conversationId: string }) => void
  'trip:chat:created': (payload: { trip_id: string; chat: TripChatResponse }) => void
  'trip:chat:updated': (payload: { trip_id: string; chat: TripChatResponse }) => void
  'trip:chat:deleted': (payload: { trip_id: string; chat_id: string }) => void
  'trip:participant:added': (payload: { trip_id: string; participant: UserParticipant }) => void
  'trip:participant:removed': (payload: { trip_id: string; user_id: string }) => void
  error: (payload: { code: MessagingCode; message: string; conversationId?: string }) => void
}

export interface ClientEvents {
  join_conversation: { conversationId: string }
  leave_conversation: { conversationId: string }
  /** Only in a joined conversation. */
  typing_start: { conversationId: string }
  typing_stop: { conversationId: string }
  update_presence: { status: 'online' | 'away' | 'offline' }
  join_trip_chat: { tripId: string; chatId: string }
  leave_trip_chat: { tripId: string; chatId: string }
  /** Only in a joined chat. */
  trip_typing_start: { tripId: string; chatId: string }
  trip_typing_stop: { tripId: string; chatId: string }
}

/** The events that a client may send; every payload is validated, whatever its type says here. */
export const clientEvents = [
  'join_conversation',
  'leave_conversation',
  'typing_start',
  'typing_stop',
  'update_presence',
  'join_trip_chat',
  'leave_trip_chat',
  'trip_typing_start',
  'trip_typing_stop',
] as const satisfies (keyof ClientEvents)[]
export type ClientEvent = (typeof clientEvents)[number]
