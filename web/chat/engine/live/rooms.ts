// Joins a room on the server for each conversation on the screen: 300 ms after connecting, and on a connection that is up
// as soon as the server allows as many events. A room is left when the last part of the screen that needs it goes.

import type { Timers } from '#web/platform/time/timers.ts'

const AFTER_CONNECTION_MS = 300
/** The server drops what is beyond 20 events a second, and 60 at once; typing, presence and open conversations need some. */
const PER_SECOND = 15

export type Rooms = ReturnType<typeof createRooms>

export function createRooms(timers: Timers, ask: (action: 'join' | 'leave', conversationId: string) => void) {
  /** Conversation id → how many parts of the screen need its room. */
  const userCounts = new Map<string, number>()
  /** Of open conversations, whose rooms come first. */
  const opened = new Set<string>()
  const joined = new Set<string>()
  /** 300 ms have passed since connecting. */
  let canJoin = false
  let cancel = (): void => undefined
  let left = PER_SECOND
  let isCounting = false

  function send(action: 'join' | 'leave', conversationId: string): void {
    if (action === 'join') joined.add(conversationId)
    else joined.delete(conversationId)
    left -= 1
    if (!isCounting) {
      isCounting = true
      timers.after(1000, () => {
        isCounting = false
        left = PER_SECOND
        sendNext()
      })
    }
    ask(action, conversationId)
  }

  function sendNext(): void {
    if (!canJoin) return
    for (const id of [...opened, ...userCounts.keys()]) if (left > 0 && !joined.has(id)) send('join', id)
    for (const id of joined) if (left > 0 && !userCounts.has(id)) send('leave', id)
  }

  return {
    /**
     * Returns a function that leaves the room.
     * @param isOpen an open conversation: it joins at once, and again if the room is joined already, because the response
     * has the newest sequence number
     */
    join(conversationId: string, isOpen = false): () => void {
      userCounts.set(conversationId, (userCounts.get(conversationId) ?? 0) + 1)
      if (isOpen) opened.add(conversationId)
      if (isOpen && canJoin) send('join', conversationId)
      else sendNext()
      let hasLeft = false
      return () => {
        if (hasLeft) return
        hasLeft = true
        const remaining = userCounts.get(conversationId)! - 1
        if (remaining > 0) return void userCounts.set(conversationId, remaining)
        userCounts.delete(conversationId)
        opened.delete(conversationId)
        sendNext()
      }
    },
    connected(): void {
      cancel = timers.after(AFTER_CONNECTION_MS, () => {
        canJoin = true
        sendNext()
      })
    },
    disconnected(): void {
      cancel()
      canJoin = false
      joined.clear()
    },
    /** Joins all rooms again. */
    joinAgain(): void {
      joined.clear()
      sendNext()
    },
    /** The same for one room. */
    askAgain(conversationId: string): void {
      if (canJoin && userCounts.has(conversationId)) send('join', conversationId)
    },
  }
}
