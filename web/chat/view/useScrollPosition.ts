// The scroll position of a conversation: at the end, new messages come into view; anywhere else, only the reader moves it.
// Pages are requested before they are needed.

import { useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { VisibleRange } from '#web/chat/engine/open/readTracker.ts'
import type { MessageRow, Row } from '#web/chat/engine/timeline/timelineRows.ts'
import { type Refs, HEAD_HEIGHT_PX, belowOf, useScrollGoal } from '#web/chat/view/useScrollGoal.ts'
import type { Step } from '#web/chat/view/useSteppedRows.ts'

export interface ScrollPositionProps {
  /** The key of the row to open at; null for the end. */
  opensAt: string | null
  hasOlder: boolean
  onOlder: () => void
  hasNewer: boolean
  onNewer: () => void
  /** The reader jumps to the newest message, which is not loaded. */
  onEndWanted: () => void
  /** How many messages of others come after this number. */
  countAfter: (seq: number) => number
  onView: (range: VisibleRange) => void
}

/** As close to the end as this, in px, counts as at the end. */
const AT_END_PX = 48
/** A row this far below the top, in px, is not covered by the pinned day. */
const PINNED_DAY_PX = 24
/** Pages are requested this many window heights ahead. */
const WINDOWS_AHEAD = 2

/** Over 80 lines, because all handlers share the goal and the pinned end. */
export function useScrollPosition(step: Step, refs: Refs, props: ScrollPositionProps) {
  const { rows, jumps } = step
  const { opensAt, hasOlder, onOlder, hasNewer, onNewer, onEndWanted, countAfter, onView } = props
  const { goal, isPinned, pin, seek, arrive, openAt, goTo, clearGoal, isAwayFromGoal } = useScrollGoal(
    rows,
    refs,
  )
  const isEndWanted = useRef(false)
  const lastOffset = useRef(0)
  const lastHeight = useRef(0)
  const newestVisible = useRef(0)
  const [isAtEnd, setAtEnd] = useState(true)
  const [newBelowCount, setNewBelowCount] = useState(0)
  const [day, setDay] = useState<string | null>(null)
  const [isScrolling, setScrolling] = useState(false)

  const look = () => {
    const [box, list] = [refs.scroller.current, refs.list.current]
    if (!box || !list || rows.length === 0) return
    const view = viewOf(rows, box, list, hasNewer)
    newestVisible.current = Math.max(newestVisible.current, view.to)
    setAtEnd(view.isAtEnd)
    setNewBelowCount(view.isAtEnd ? 0 : countAfter(newestVisible.current))
    setDay(view.day)
    onView(view)
    if (hasOlder && box.scrollTop < WINDOWS_AHEAD * box.clientHeight) onOlder()
    if (hasNewer && view.below < WINDOWS_AHEAD * box.clientHeight) onNewer()
  }

  const pinVisibleEnd = () => {
    if (!refs.scroller.current || hasNewer || belowOf(refs.scroller.current) >= AT_END_PX) return
    clearGoal()
    isPinned.current = true
  }

  // The opening position, also after a jump to another part of the conversation.
  useLayoutEffect(() => {
    const isOpeningRowLoaded = opensAt !== null && rows.some(({ key }) => key === opensAt)
    isPinned.current = !isOpeningRowLoaded && !hasNewer
    if (isPinned.current) pin()
    else if (isOpeningRowLoaded) openAt(opensAt)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [jumps])

  useLayoutEffect(() => {
    if (isEndWanted.current && !hasNewer) {
      isEndWanted.current = false
      goTo(null)
    }
    if (isPinned.current) pin()
    seek()
    look()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rows, hasNewer, hasOlder])

  return {
    isAtEnd,
    /** How many messages of others came below the newest seen one. */
    newBelowCount,
    /** The day of the topmost row, YYYY-MM-DD; null while its divider is visible. */
    day,
    isScrolling,
    onScroll(offset: number): void {
      const box = refs.scroller.current!
      const isUp = offset < lastOffset.current
      // Growing content is no scrolling up: only the reader's own scrolling releases the end. Up, or away from a row, in
      // content of the same height is the reader, also while a jump is under way and before the wheel event comes.
      if (isAwayFromGoal()) clearGoal()
      if (belowOf(box) < AT_END_PX) isPinned.current = !hasNewer
      else if (isUp && goal.current?.key !== null) isPinned.current = false
      else if (isUp && box.scrollHeight === lastHeight.current) {
        clearGoal()
        isPinned.current = false
      }
      lastOffset.current = offset
      lastHeight.current = box.scrollHeight
      setScrolling(true)
      look()
    },
    onScrollEnd(): void {
      setScrolling(false)
      arrive()
    },
    onResize(): void {
      if (isPinned.current) pin()
      else seek()
      look()
      // Where all rows fit, nothing scrolls to say that the end is visible. In the next frame their heights are no estimates.
      requestAnimationFrame(pinVisibleEnd)
    },
    /** To the newest message, loaded or not. */
    toEnd(): void {
      isEndWanted.current = hasNewer
      if (!hasNewer) return goTo(null)
      clearGoal()
      isPinned.current = false
      onEndWanted()
    },
    /** To the row with this key, as soon as it is loaded. */
    toRow: (key: string) => goTo(key),
    /** The reader scrolls by hand. The scroll event may come before the wheel event that caused it. */
    onUserScroll(): void {
      clearGoal()
      if (belowOf(refs.scroller.current!) >= AT_END_PX) isPinned.current = false
    },
  }
}

function viewOf(rows: readonly Row[], box: HTMLElement, list: VirtualizerHandle, hasNewer: boolean) {
  const { scrollTop, clientHeight } = box
  const below = belowOf(box)
  const first = list.findItemIndex(scrollTop)
  const last = list.findItemIndex(scrollTop + clientHeight - 1)
  const isAtEnd = below < AT_END_PX && !hasNewer
  const bottom = HEAD_HEIGHT_PX + list.getItemOffset(last) + list.getItemSize(last)
  const isLastRowFullyVisible = isAtEnd || bottom <= scrollTop + clientHeight
  return {
    from: seqFrom(rows, first, 1),
    to: seqFrom(rows, last, -1),
    readTo: seqFrom(rows, isLastRowFullyVisible ? last : last - 1, -1),
    isAtEnd,
    below,
    day: dayToPin(rows, first, (index) => list.getItemOffset(index) + HEAD_HEIGHT_PX - scrollTop),
  }
}

/** The number of the message at this row, or of the next one in this direction that has a number; 0 for none. */
function seqFrom(rows: readonly Row[], index: number, step: 1 | -1): number {
  for (let i = index; i >= 0 && i < rows.length; i += step) {
    const row = rows[i]!
    if (row.type === 'message' && row.seq !== null) return row.seq
  }
  return 0
}

/**
 * The day of the topmost row; null while its divider is visible, which would show it twice.
 * @param first the row at the top edge
 * @param topOf how far below that edge a row begins, in px
 */
export function dayToPin(
  rows: readonly Row[],
  first: number,
  topOf: (index: number) => number,
): string | null {
  for (let index = first; index === first || (index < rows.length && topOf(index) < PINNED_DAY_PX); index++)
    if (rows[index]?.type === 'date') return null
  return rows.slice(0, first + 1).findLast((row) => row.type === 'date')?.day ?? null
}

export function messageRow(rows: readonly Row[], key: string): MessageRow | undefined {
  return rows.find((row): row is MessageRow => row.type === 'message' && row.key === key)
}
