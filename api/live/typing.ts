// Publishes who is typing to the other people in the room, for each socket at most once a second. Never stored.

import type { Relay } from '#api/live/relay.ts'
import type { LiveSocket } from '#api/live/socketTypes.ts'
import { devicesOf, roomOf } from '#api/live/rooms.ts'

/** A start within this time after the last is published at its end, if still true then; in ms. */
const PUBLISH_EVERY_MS = 1000

export interface TypingBroadcast {
  /** @param tripId of a trip chat */
  start(socket: LiveSocket, conversationId: string, tripId: string | null): void
  /** In one conversation, or in all. */
  stop(socket: LiveSocket, conversationId?: string): void
  /** Publishes nothing more of this socket there. */
  forget(socket: LiveSocket, conversationId: string): void
}

interface TypingState {
  tripId: string | null
  isTyping: boolean
  at: number
  /** Publishes the next start. */
  due?: ReturnType<typeof setTimeout> | undefined
}

/** @param clock milliseconds since 1970. @param relay to the sockets of other nodes */
export function createTypingBroadcast(clock: () => number, relay?: Relay): TypingBroadcast {
  /** Socket → conversation → the last published state. */
  const published = new Map<string, Map<string, TypingState>>()

  function publish(socket: LiveSocket, conversationId: string, { tripId, isTyping }: TypingState): void {
    const { id, username } = socket.data.session!
    const payload = { conversation_id: conversationId, user_id: id, username, is_typing: isTyping }
    const to = { rooms: [roomOf(conversationId)], except: [devicesOf(id)] }
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

  function publishStart(socket: LiveSocket, conversationId: string, tripId: string | null): void {
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
      const since = current ? Math.abs(clock() - current.at) : Infinity
      if (!current || since >= PUBLISH_EVERY_MS) {
        clearTimeout(current?.due)
        return publishStart(socket, conversationId, tripId)
      }
      // The person stopped and continues, as when sending short messages.
      if (current.isTyping || current.due) return
      const again = () => publishStart(socket, conversationId, tripId)
      current.due = setTimeout(again, PUBLISH_EVERY_MS - since).unref()
    },
    stop(socket, only) {
      const rooms = published.get(socket.id)
      for (const [conversationId, state] of rooms ?? []) {
        if (only !== undefined && conversationId !== only) continue
        clearTimeout(state.due)
        state.due = undefined
        if (!state.isTyping) continue
        state.isTyping = false
        publish(socket, conversationId, state)
      }
      if (only === undefined) published.delete(socket.id)
    },
    forget(socket, conversationId) {
      const rooms = published.get(socket.id)
      clearTimeout(rooms?.get(conversationId)?.due)
      rooms?.delete(conversationId)
    },
  }
}
