// The conversations on screen, joined on the server: 300 ms after connecting, at once where it is connected already,
// and left when the last part of the screen that shows them goes.

import type { Timers } from '#web/platform/timers.ts'

export interface Rooms {
  /**
   * Answers what leaves it.
   * @param anew ask also where another part of the screen has joined it: the server answers with its newest number
   */
  join(conversationId: string, anew?: boolean): () => void
  connected(): void
  disconnected(): void
  /** Asks anew for each: the server answers with its newest number. */
  joinAgain(): void
  /** The same for one of them. */
  askAgain(conversationId: string): void
}

const AFTER_CONNECTION_MS = 300

export function createRooms(
  timers: Timers,
  ask: (act: 'join' | 'leave', conversationId: string) => void,
): Rooms {
  const rooms = new Map<string, number>()
  let isOpen = false
  let callOff = (): void => undefined
  const joinAll = (): void => {
    if (isOpen) for (const conversationId of rooms.keys()) ask('join', conversationId)
  }
  return {
    join(conversationId, anew = false) {
      const users = rooms.get(conversationId) ?? 0
      rooms.set(conversationId, users + 1)
      if (isOpen && (users === 0 || anew)) ask('join', conversationId)
      let hasLeft = false
      return () => {
        if (hasLeft) return
        hasLeft = true
        const left = rooms.get(conversationId)! - 1
        if (left > 0) return void rooms.set(conversationId, left)
        rooms.delete(conversationId)
        if (isOpen) ask('leave', conversationId)
      }
    },
    connected() {
      callOff = timers.after(AFTER_CONNECTION_MS, () => {
        isOpen = true
        joinAll()
      })
    },
    disconnected() {
      callOff()
      isOpen = false
    },
    joinAgain: joinAll,
    askAgain(conversationId) {
      if (isOpen && rooms.has(conversationId)) ask('join', conversationId)
    },
  }
}
