// Joins a room on the server for each conversation on the screen: 300 ms after connecting, at once on a connection that is
// up. A room is left when the last part of the screen that needs it goes.

import type { Timers } from '#web/platform/timers.ts'

const AFTER_CONNECTION_MS = 300

export type Rooms = ReturnType<typeof createRooms>

export function createRooms(timers: Timers, ask: (action: 'join' | 'leave', conversationId: string) => void) {
  /** Conversation id → how many parts of the screen need its room. */
  const userCounts = new Map<string, number>()
  /** 300 ms have passed since connecting. */
  let canJoin = false
  let cancel = (): void => undefined
  const joinAll = (): void => {
    if (canJoin) for (const conversationId of userCounts.keys()) ask('join', conversationId)
  }
  return {
    /**
     * Returns a function that leaves the room.
     * @param isAskedAgain join even if the room is joined already, because the response has the newest sequence number
     */
    join(conversationId: string, isAskedAgain = false): () => void {
      const count = userCounts.get(conversationId) ?? 0
      userCounts.set(conversationId, count + 1)
      if (canJoin && (count === 0 || isAskedAgain)) ask('join', conversationId)
      let hasLeft = false
      return () => {
        if (hasLeft) return
        hasLeft = true
        const remaining = userCounts.get(conversationId)! - 1
        if (remaining > 0) return void userCounts.set(conversationId, remaining)
        userCounts.delete(conversationId)
        if (canJoin) ask('leave', conversationId)
      }
    },
    connected(): void {
      cancel = timers.after(AFTER_CONNECTION_MS, () => {
        canJoin = true
        joinAll()
      })
    },
    disconnected(): void {
      cancel()
      canJoin = false
    },
    /** Joins all rooms again. */
    joinAgain: joinAll,
    /** The same for one room. */
    askAgain(conversationId: string): void {
      if (canJoin && userCounts.has(conversationId)) ask('join', conversationId)
    },
  }
}
