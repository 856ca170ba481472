// The socket events about one conversation: the chats of trips have events of their own.

import type { ClientEvent } from '#core/chat/socketEvents.ts'

export type RoomAct = 'join' | 'leave' | 'typing_start' | 'typing_stop'

/** @param tripId of a trip's chat; null for any other, and while unknown: the server takes both for the same room */
export function roomEvent(
  act: RoomAct,
  conversationId: string,
  tripId: string | null,
): [ClientEvent, object] {
  const isOfRoom = act === 'join' || act === 'leave'
  if (tripId === null) return [isOfRoom ? `${act}_conversation` : act, { conversationId }]
  return [isOfRoom ? `${act}_trip_chat` : `trip_${act}`, { tripId, chatId: conversationId }]
}
