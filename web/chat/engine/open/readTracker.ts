// Moves the read marker of an open conversation (docs/decisions/0034): down to the last message that is fully on a
// visible screen.

import type { MessageResponse } from '#core/chat/contract.ts'
import { isUnreadBy } from '#core/chat/unread.ts'
import type { ChatPorts } from '#web/chat/engine/chatPorts.ts'
import { messageAt, messagesIn } from '#web/chat/engine/timeline/messageChunks.ts'
import type { SeqRange } from '#web/chat/engine/timeline/seqRanges.ts'
import { type Timeline, shownRange } from '#web/chat/engine/timeline/timeline.ts'

/** The messages on the screen. */
export interface VisibleRange extends SeqRange {
  /** The last message that is fully visible; smaller than `from` if none is. */
  readTo: number
  /** The newest message is visible. */
  isAtEnd: boolean
}

export interface UnreadSummary {
  unread: number
  /** The number of the newest message. */
  lastSeq: number
}

interface ReadTrackerDeps {
  ports: Pick<ChatPorts, 'me' | 'timers' | 'isVisible'>
  timeline(): Timeline
  /** Null while unknown. */
  summary(): UnreadSummary | null
  onRead(messageId: string, seq: number): void
}

const DELAY_MS = 1000
/** The heights of messages are estimates until they are drawn, and so is the number of them on the screen. */
const DELAY_ON_OPENING_MS = 100

export type ReadTracker = ReturnType<typeof createReadTracker>

export function createReadTracker({ ports, timeline, summary, onRead }: ReadTrackerDeps) {
  const { me, timers } = ports
  let hasStarted = false
  let isClosed = false
  let isOpening = true
  let visible: VisibleRange | null = null
  let markerSeq = 0
  let cancel: (() => void) | null = null

  /** The newest message that is fully visible, if it or an earlier one of others is unread. */
  function findNewestToMark(): MessageResponse | null {
    const current = timeline()
    const shown = shownRange(current)
    if (!shown || !visible || !ports.isVisible()) return null
    const to = Math.min(visible.readTo, shown.to)
    return isUnread(current, to) ? (messageAt(current.chunks, to) ?? null) : null
  }

  /** Above the marker; or the server still counts it, because it refused the receipt of a person who was removed. */
  function isUnread({ chunks }: Timeline, to: number): boolean {
    const unreadSummary = summary()
    if (messagesIn(chunks, { from: markerSeq + 1, to }).some((message) => isUnreadBy(me.id, message)))
      return true
    return unreadSummary !== null && unreadSummary.unread > 0 && unreadSummary.lastSeq <= to
  }

  /** Something changed that may have brought an unread message into view. */
  function update(): void {
    if (isClosed || !hasStarted || cancel || !findNewestToMark()) return
    cancel = timers.after(isOpening ? DELAY_ON_OPENING_MS : DELAY_MS, () => {
      cancel = null
      isOpening = false
      const newest = findNewestToMark()
      if (!newest || isClosed) return
      markerSeq = newest.seq
      onRead(newest.id, newest.seq)
    })
  }

  return {
    /** The reader is at the opening position; messages up to `seq` were read before, and none is read earlier. */
    start(seq: number): void {
      hasStarted = true
      // Of messages that were shown before the opening position was known: the reader is moved to that now.
      visible = null
      markerSeq = Math.max(markerSeq, seq)
      isOpening = (summary()?.unread ?? 0) > 0
    },
    setVisibleRange: (range: VisibleRange) => void (visible = range),
    /** Null before the first `setVisibleRange`. */
    visibleRange: () => visible,
    /** Messages up to here are read, on this or another device. */
    readUpTo: (seq: number) => void (markerSeq = Math.max(markerSeq, seq)),
    update,
    close(): void {
      isClosed = true
      cancel?.()
    },
  }
}
