// The events of the socket by name and payload (api.md), said once for server, client and tests.

import type { MessageResponse, TripChatResponse } from '#core/chat/contract.ts'
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
  authenticated: (told: {
    user: { id: string; username: string; email: string | null; isAdmin: boolean }
  }) => void
  auth_error: (told: { code: MessagingCode; message: string }) => void
  'message:new': (told: { conversation_id: string; message: MessageResponse }) => void
  'trip:message': (told: { conversation_id: string; trip_id: string; message: MessageResponse }) => void
  'message:status': (told: { message_id: string; user_id: string; status: 'delivered' | 'read' }) => void
  user_typing: (told: {
    user_id: string
    username: string
    conversation_id: string
    is_typing: boolean
  }) => void
  'trip:typing': (told: {
    trip_id: string
    conversation_id: string
    user_id: string
    username: string
    is_typing: boolean
  }) => void
  user_presence: (told: {
    user_id: string
    username: string
    status: 'online' | 'away' | 'offline'
    last_seen: string | null
  }) => void
  conversation_joined: (told: { conversationId: string; last_seq: number }) => void
  conversation_left: (told: { conversationId: string }) => void
  'trip:chat:created': (told: { trip_id: string; chat: TripChatResponse }) => void
  'trip:chat:updated': (told: { trip_id: string; chat: TripChatResponse }) => void
  'trip:chat:deleted': (told: { trip_id: string; chat_id: string }) => void
  'trip:participant:added': (told: { trip_id: string; participant: UserParticipant }) => void
  'trip:participant:removed': (told: { trip_id: string; user_id: string }) => void
  error: (told: { code: MessagingCode; message: string; conversationId?: string }) => void
}

/** What a client may send; every payload is checked, whatever its type says here. */
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
] as const
export type ClientEvent = (typeof clientEvents)[number]
