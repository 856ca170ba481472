// The socket events about one conversation: the chats of trips have events of their own.

import type { ClientEvent } from '#core/chat/socketEvents.ts'

export type RoomAction = 'join' | 'leave' | 'typing_start' | 'typing_stop'

/** @param tripId of a trip's chat; null for any other, and while unknown: the server takes both for the same room */
export function roomEvent(
  action: RoomAction,
  conversationId: string,
  tripId: string | null,
): [ClientEvent, object] {
  const isOfRoom = action === 'join' || action === 'leave'
  if (tripId === null) return [isOfRoom ? `${action}_conversation` : action, { conversationId }]
  return [isOfRoom ? `${action}_trip_chat` : `trip_${action}`, { tripId, chatId: conversationId }]
}
