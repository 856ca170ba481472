// The endpoints of trip chats. Apart from the other conversations, so that an open trip does not load the endpoints of those.

import type { ChangeTripChatBody, TripChatBody } from '#core/chat/bodies.ts'
import type { ConversationResponse } from '#core/chat/contract.ts'
import { endpoint } from '#core/kernel/endpoint.ts'

export interface TripChatResponse extends ConversationResponse {
  trip_id: string
  created_at: string
  /** May change and delete the chat, as an organizer may. Missing in responses of old offline caches. */
  created_by?: { id: string; username: string }
}

export const listTripChats = endpoint<{ chats: TripChatResponse[] }>('GET', '/trips/:tripId/chats')
export const getTripChat = endpoint<{ chat: TripChatResponse }>('GET', '/trips/:tripId/chats/:chatId')
export const createTripChat = endpoint<{ chat: TripChatResponse }, TripChatBody>(
  'POST',
  '/trips/:tripId/chats',
  201,
)
export const changeTripChat = endpoint<{ chat: TripChatResponse }, ChangeTripChatBody>(
  'PUT',
  '/trips/:tripId/chats/:chatId',
)
export const deleteTripChat = endpoint<undefined>('DELETE', '/trips/:tripId/chats/:chatId', 204)
