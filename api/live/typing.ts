// Who is typing where: told to the others in the room, at most once a second for each person and room, never stored.

import type { Person } from '#core/chat/events.ts'
import type { LiveSocket } from '#api/live/live.ts'
import { roomOf } from '#api/live/rooms.ts'

/** The same news again within this time is not told. */
const TELL_EVERY_MS = 1000

export interface Typing {
  set(socket: LiveSocket, conversationId: string, tripId: string | null, isTyping: boolean): void
  /** Leaves a room, or all of them, as one who does not type. */
  stop(socket: LiveSocket, conversationId?: string): void
}

export function createTyping(clock: () => number): Typing {
  /** Socket id → room → when it was last told, and of which trip. */
  const typing = new Map<string, Map<string, { toldAt: number; tripId: string | null }>>()

  function tell(socket: LiveSocket, conversationId: string, tripId: string | null, isTyping: boolean): void {
    const { id, username }: Person = socket.data.session!
    const told = { conversation_id: conversationId, user_id: id, username, is_typing: isTyping }
    const others = socket.to(roomOf(conversationId))
    if (tripId) others.emit('trip:typing', { trip_id: tripId, ...told })
    else others.emit('user_typing', told)
  }

  return {
    set(socket, conversationId, tripId, isTyping) {
      if (!isTyping) return this.stop(socket, conversationId)
      const rooms = typing.get(socket.id) ?? new Map()
      typing.set(socket.id, rooms)
      const known = rooms.get(conversationId)
      if (known && clock() - known.toldAt < TELL_EVERY_MS) return
      rooms.set(conversationId, { toldAt: clock(), tripId })
      tell(socket, conversationId, tripId, true)
    },
    stop(socket, conversationId) {
      const rooms = typing.get(socket.id)
      for (const [room, { tripId }] of rooms ?? []) {
        if (conversationId !== undefined && room !== conversationId) continue
        rooms!.delete(room)
        tell(socket, room, tripId, false)
      }
      if (rooms?.size === 0 || conversationId === undefined) typing.delete(socket.id)
    },
  }
}
