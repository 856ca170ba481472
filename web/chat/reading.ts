// How far a conversation counts as read (docs/decisions/0034): down to the last message that was whole on the screen, in
// a tab that somebody can see.

import type { MessageResponse } from '#core/chat/contract.ts'
import type { ChatPorts } from '#web/chat/chatPorts.ts'
import { messageAt, messagesIn } from '#web/chat/messageChunks.ts'
import type { Known, VisibleRange } from '#web/chat/openShapes.ts'
import type { Timeline } from '#web/chat/timeline.ts'
import { shownRange } from '#web/chat/timeline.ts'

export interface Reading {
  /**
   * The reader stands where they were meant to; nothing is read before.
   * @param seq all up to here was read before
   */
  begin(seq: number): void
  look(seen: VisibleRange): void
  /** null before the first look. */
  seen(): VisibleRange | null
  /** It is read up to here, on this or another device. */
  readUpTo(seq: number): void
  /** Something changed that may have brought an unread message before somebody's eyes. */
  consider(): void
  close(): void
}

interface ReadingDeps {
  ports: Pick<ChatPorts, 'me' | 'timers' | 'isVisible'>
  timeline(): Timeline
  known(): Known | null
  onRead(messageId: string, seq: number): void
}

const READ_AFTER_CHANGE_MS = 1000
/** How high messages are is a guess until they are drawn, and with it how many of them are on the screen. */
const READ_AFTER_OPENING_MS = 100

export function createReading({ ports, timeline, known, onRead }: ReadingDeps): Reading {
  const { me, timers } = ports
  let hasBegun = false
  let isClosed = false
  let seen: VisibleRange | null = null
  /** How far it is read. */
  let marked = 0
  let markDue: (() => void) | null = null
  let isOpening = true

  /** The newest message that was seen whole, where anything of others up to it is unread. */
  function newestSeen(): MessageResponse | null {
    const now = timeline()
    const shown = shownRange(now)
    if (!shown || !seen || !ports.isVisible()) return null
    const upTo = Math.min(seen.readTo, shown.to)
    return isUnread(now, upTo) ? (messageAt(now.chunks, upTo) ?? null) : null
  }

  /** Not marked by this screen, or marked to a server that did not take it: one had been left out and is back. */
  function isUnread({ chunks }: Timeline, upTo: number): boolean {
    const conversation = known()
    if (messagesIn(chunks, { from: marked + 1, to: upTo }).some(({ sender }) => sender.id !== me.id))
      return true
    return conversation !== null && conversation.unread > 0 && conversation.lastSeq <= upTo
  }

  function consider(): void {
    if (isClosed || !hasBegun || markDue || !newestSeen()) return
    markDue = timers.after(isOpening ? READ_AFTER_OPENING_MS : READ_AFTER_CHANGE_MS, () => {
      markDue = null
      isOpening = false
      const newest = newestSeen()
      if (!newest || isClosed) return
      marked = newest.seq
      onRead(newest.id, newest.seq)
    })
  }

  return {
    begin(seq) {
      hasBegun = true
      marked = Math.max(marked, seq)
      isOpening = (known()?.unread ?? 0) > 0
    },
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
