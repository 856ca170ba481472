// Joins a room on the server for each conversation on the screen: 300 ms after connecting, at once on a connection that is
// up. A room is left when the last part of the screen that needs it goes.

import type { Timers } from '#web/platform/timers.ts'

const AFTER_CONNECTION_MS = 300

export type Rooms = ReturnType<typeof createRooms>

export function createRooms(timers: Timers, ask: (action: 'join' | 'leave', conversationId: string) => void) {
  /** Conversation id → how many parts of the screen need it. */
  const users = new Map<string, number>()
  let isOpen = false
  let cancel = (): void => undefined
  const joinAll = (): void => {
    if (isOpen) for (const conversationId of users.keys()) ask('join', conversationId)
  }
  return {
    /**
     * Returns a function that leaves the room.
     * @param anew join even if the room is joined already: the response holds the newest number
     */
    join(conversationId: string, anew = false): () => void {
      const count = users.get(conversationId) ?? 0
      users.set(conversationId, count + 1)
      if (isOpen && (count === 0 || anew)) ask('join', conversationId)
      let hasLeft = false
      return () => {
        if (hasLeft) return
        hasLeft = true
        const left = users.get(conversationId)! - 1
        if (left > 0) return void users.set(conversationId, left)
        users.delete(conversationId)
        if (isOpen) ask('leave', conversationId)
      }
    },
    connected(): void {
      cancel = timers.after(AFTER_CONNECTION_MS, () => {
        isOpen = true
        joinAll()
      })
    },
    disconnected(): void {
      cancel()
      isOpen = false
    },
    /** Joins all rooms anew. */
    joinAgain: joinAll,
    /** The same for one room. */
    askAgain(conversationId: string): void {
      if (isOpen && users.has(conversationId)) ask('join', conversationId)
    },
  }
}
