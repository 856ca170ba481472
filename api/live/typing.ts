// Who is typing where: told to the other people in the room, a beginning at most once a second by each socket, never
// stored.

import type { Relay } from '#api/live/relay.ts'
import type { LiveSocket } from '#api/live/socketTypes.ts'
import { devicesOf, roomOf } from '#api/live/rooms.ts'

/** A beginning within this time of the last one is told when it is over, if it is still true then; in ms. */
const TELL_EVERY_MS = 1000

export interface TypingBroadcast {
  /** @param tripId of a trip chat */
  start(socket: LiveSocket, conversationId: string, tripId: string | null): void
  /** In one conversation, or in all of them. */
  stop(socket: LiveSocket, conversationId?: string): void
  /** Says nothing more of this socket there. */
  forget(socket: LiveSocket, conversationId: string): void
}

interface Said {
  tripId: string | null
  isTyping: boolean
  at: number
  /** Tells of the next beginning. */
  due?: ReturnType<typeof setTimeout> | undefined
}

/** @param clock milliseconds since 1970. @param relay to the sockets of other nodes */
export function createTypingBroadcast(clock: () => number, relay?: Relay): TypingBroadcast {
  /** Socket → conversation → what was told last. */
  const told = new Map<string, Map<string, Said>>()

  function tell(socket: LiveSocket, conversationId: string, { tripId, isTyping }: Said): void {
    const { id, username } = socket.data.session!
    const news = { conversation_id: conversationId, user_id: id, username, is_typing: isTyping }
    const to = { rooms: [roomOf(conversationId)], except: [devicesOf(id)] }
    const others = socket.to(to.rooms).except(to.except)
    if (tripId) {
      const ofTrip = { trip_id: tripId, ...news }
      others.emit('trip:typing', ofTrip)
      relay?.(to, 'trip:typing', ofTrip)
    } else {
      others.emit('user_typing', news)
      relay?.(to, 'user_typing', news)
    }
  }

  function begin(socket: LiveSocket, conversationId: string, tripId: string | null): void {
    const said = { tripId, isTyping: true, at: clock() }
    told.get(socket.id)?.set(conversationId, said)
    tell(socket, conversationId, said)
  }

  return {
    start(socket, conversationId, tripId) {
      const rooms = told.get(socket.id) ?? new Map<string, Said>()
      told.set(socket.id, rooms)
      const known = rooms.get(conversationId)
      // Also on a clock that was set back, one a second.
      const since = known ? Math.abs(clock() - known.at) : Infinity
      if (!known || since >= TELL_EVERY_MS) {
        clearTimeout(known?.due)
        return begin(socket, conversationId, tripId)
      }
      // They stopped and go on, as who sends short messages does.
      if (known.isTyping || known.due) return
      const again = () => begin(socket, conversationId, tripId)
      known.due = setTimeout(again, TELL_EVERY_MS - since).unref()
    },
    stop(socket, only) {
      const rooms = told.get(socket.id)
      for (const [conversationId, said] of rooms ?? []) {
        if (only !== undefined && conversationId !== only) continue
        clearTimeout(said.due)
        said.due = undefined
        if (!said.isTyping) continue
        said.isTyping = false
        tell(socket, conversationId, said)
      }
      if (only === undefined) told.delete(socket.id)
    },
    forget(socket, conversationId) {
      const rooms = told.get(socket.id)
      clearTimeout(rooms?.get(conversationId)?.due)
      rooms?.delete(conversationId)
    },
  }
}
