// Publishes who is typing to the other people in the room, for each socket at most once a second. Never stored.

import { shownName } from '#core/kernel/personName.ts'
import type { Relay } from '#api/live/relay.ts'
import type { IoSocket } from '#api/live/socketTypes.ts'
import { roomOfUser, roomOfConversation } from '#api/live/rooms.ts'

/** In ms; a sooner start is published when this time is over, unless the person has stopped by then. */
const PUBLISH_EVERY_MS = 1000

export interface TypingBroadcast {
  /** @param tripId of a trip chat */
  start(socket: IoSocket, conversationId: string, tripId: string | null): void
  /** Without `conversationId`: in all conversations. */
  stop(socket: IoSocket, conversationId?: string): void
  /** Drops the state without publishing, for a socket that may no longer publish there. */
  discard(socket: IoSocket, conversationId: string): void
}

interface TypingState {
  tripId: string | null
  isTyping: boolean
  at: number
  /** The timer that publishes the next start. */
  nextStart?: ReturnType<typeof setTimeout> | undefined
}

/** @param clock milliseconds since 1970. @param relay to the sockets of other nodes */
export function createTypingBroadcast(clock: () => number, relay?: Relay): TypingBroadcast {
  /** Socket → conversation → the last published state. */
  const published = new Map<string, Map<string, TypingState>>()

  function publish(socket: IoSocket, conversationId: string, { tripId, isTyping }: TypingState): void {
    const { id, ...names } = socket.data.session!
    const username = shownName(names)
    const payload = { conversation_id: conversationId, user_id: id, username, is_typing: isTyping }
    const to = { rooms: [roomOfConversation(conversationId)], except: [roomOfUser(id)] }
    const others = socket.to(to.rooms).except(to.except)
    if (tripId) {
      const ofTrip = { trip_id: tripId, ...payload }
      others.emit('trip:typing', ofTrip)
      relay?.(to, 'trip:typing', ofTrip)
    } else {
      others.emit('user_typing', payload)
      relay?.(to, 'user_typing', payload)
    }
  }

  function publishStart(socket: IoSocket, conversationId: string, tripId: string | null): void {
    const state = { tripId, isTyping: true, at: clock() }
    published.get(socket.id)?.set(conversationId, state)
    publish(socket, conversationId, state)
  }

  return {
    start(socket, conversationId, tripId) {
      const rooms = published.get(socket.id) ?? new Map<string, TypingState>()
      published.set(socket.id, rooms)
      const current = rooms.get(conversationId)
      // At most one a second also on a clock that was set back.
      const sinceLast = current ? Math.abs(clock() - current.at) : Infinity
      if (!current || sinceLast >= PUBLISH_EVERY_MS) {
        clearTimeout(current?.nextStart)
        return publishStart(socket, conversationId, tripId)
      }
      // The person stopped and continues, as when sending short messages.
      if (current.isTyping || current.nextStart) return
      const again = () => publishStart(socket, conversationId, tripId)
      current.nextStart = setTimeout(again, PUBLISH_EVERY_MS - sinceLast).unref()
    },
    stop(socket, onlyConversationId) {
      const rooms = published.get(socket.id)
      for (const [conversationId, state] of rooms ?? []) {
        if (onlyConversationId !== undefined && conversationId !== onlyConversationId) continue
        clearTimeout(state.nextStart)
        state.nextStart = undefined
        if (!state.isTyping) continue
        state.isTyping = false
        publish(socket, conversationId, state)
      }
      if (onlyConversationId === undefined) published.delete(socket.id)
    },
    discard(socket, conversationId) {
      const rooms = published.get(socket.id)
      clearTimeout(rooms?.get(conversationId)?.nextStart)
      rooms?.delete(conversationId)
    },
  }
}
