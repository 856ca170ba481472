// Whether what is on the screen counts as read: only what was visible in a visible tab, down to the newest message.

import type { MessageAnswer } from '#core/chat/contract.ts'
import type { ChatPorts } from '#web/chat/chatPorts.ts'
import { messageAt } from '#web/chat/messageChunks.ts'
import type { Known, Seen } from '#web/chat/openShapes.ts'
import type { Timeline } from '#web/chat/timeline.ts'
import { shownRange } from '#web/chat/timeline.ts'
import { countAfter } from '#web/chat/timelineRows.ts'

export interface Reading {
  /** The reader stands where they were meant to; nothing is read before. */
  begin(): void
  look(seen: Seen): void
  /** null before the first look. */
  seen(): Seen | null
  /** It is read up to here, on this or another device. */
  readUpTo(seq: number): void
  /** Something changed that may have brought the newest message before somebody's eyes. */
  consider(afterMs?: number): void
  close(): void
}

interface ReadingDeps {
  ports: Pick<ChatPorts, 'me' | 'timers' | 'isVisible'>
  timeline(): Timeline
  known(): Known | null
  onRead(messageId: string, seq: number): void
}

const READ_AFTER_CHANGE_MS = 1000

export function createReading({ ports, timeline, known, onRead }: ReadingDeps): Reading {
  const { me, timers } = ports
  let hasBegun = false
  let isClosed = false
  let seen: Seen | null = null
  /** How far it is read. */
  let marked = 0
  let markDue: (() => void) | null = null

  function newestSeen(): MessageAnswer | null {
    const now = timeline()
    const shown = shownRange(now)
    if (!shown || shown.to < now.lastSeq || !seen?.isAtEnd || !ports.isVisible()) return null
    return isUnread(now, shown.to) ? (messageAt(now.chunks, shown.to) ?? null) : null
  }

  /** Not marked by this screen, or marked to a server that did not take it: one had been left out and is back. */
  function isUnread(now: Timeline, newest: number): boolean {
    const conversation = known()
    if (countAfter(now, marked, me.id) > 0) return true
    return conversation !== null && conversation.unread > 0 && conversation.lastSeq <= newest
  }

  function consider(afterMs = READ_AFTER_CHANGE_MS): void {
    if (isClosed || !hasBegun || markDue || !newestSeen()) return
    markDue = timers.after(afterMs, () => {
      markDue = null
      const newest = newestSeen()
      if (!newest || isClosed) return
      marked = newest.seq
      onRead(newest.id, newest.seq)
    })
  }

  return {
    begin: () => void (hasBegun = true),
    look: (given) => void (seen = given),
    seen: () => seen,
    readUpTo: (seq) => void (marked = Math.max(marked, seq)),
    consider,
    close() {
      isClosed = true
      markDue?.()
    },
  }
}
