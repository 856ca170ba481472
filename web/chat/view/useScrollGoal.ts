// Where a jump within a conversation leads: its row is scrolled to until it is there or the reader scrolls, because rows
// that are rendered and measured meanwhile move it.

import { type RefObject, useRef } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Row } from '#web/chat/engine/timeline/timelineRows.ts'

/** Where a jump leads: pages that arrive meanwhile may move the rows. */
interface Goal {
  /** The key of a row; null for the end. */
  key: string | null
  /** Of the row in the window. */
  align: 'start' | 'center'
  triesLeft: number
}

const MAX_TRIES = 5
/** As close to the goal as this, in px, counts as there. */
const NEAR_PX = 8
/** The height above the first message, in px. */
export const HEAD_HEIGHT_PX = 56

export interface Refs {
  scroller: RefObject<HTMLElement | null>
  list: RefObject<VirtualizerHandle | null>
}

/** Scrolls to a row, repeatedly until it is there, and keeps the end in view while that is pinned. */
export function useScrollGoal(rows: readonly Row[], { scroller, list }: Refs) {
  const isPinned = useRef(false)
  const goal = useRef<Goal | null>(null)
  const soughtHeight = useRef(0)

  const pin = () => scroller.current?.scrollTo({ top: scroller.current.scrollHeight, behavior: 'instant' })
  const seek = () => {
    const [box, { current }] = [scroller.current, goal]
    if (!current || !box || !list.current || rows.length === 0) return
    if (current.key === null) {
      isPinned.current = true
      return pin()
    }
    const top = topOfGoal(current, rows, box, list.current)
    if (top === null) return
    isPinned.current = false
    // Virtua's `scrollToIndex` would scroll again with each row that is measured, also after the reader has scrolled.
    box.scrollTo({ top, behavior: 'instant' })
    soughtHeight.current = box.scrollHeight
  }
  const openAt = (key: string) => {
    goal.current ??= { key, align: 'start', triesLeft: MAX_TRIES }
  }
  const goTo = (key: string | null) => {
    // At the end already, where a goal would hold the reader who scrolls away.
    if (key === null && isPinned.current) return pin()
    goal.current = { key, align: 'center', triesLeft: MAX_TRIES }
    seek()
  }
  const clearGoal = () => {
    goal.current = null
  }
  /** The list is not at the row that it was scrolled to, and nothing has moved that row since. */
  const isAwayFromGoal = () => {
    const { current } = goal
    if (!current || current.key === null || !scroller.current || !list.current) return false
    const isSameContent = scroller.current.scrollHeight === soughtHeight.current
    return isSameContent && !isAtGoal(current, rows, scroller.current, list.current)
  }
  const arrive = () => {
    const { current } = goal
    if (!current || !scroller.current || !list.current) return
    if (current.triesLeft === 0 || isAtGoal(current, rows, scroller.current, list.current)) return clearGoal()
    goal.current = { ...current, triesLeft: current.triesLeft - 1 }
    if (isPinned.current) pin()
    else seek()
  }
  return { goal, isPinned, pin, seek, arrive, openAt, goTo, clearGoal, isAwayFromGoal }
}

/** The height of what is below the visible part, in px. */
export const belowOf = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight

/** The offset, in px, at which the goal's row is where it belongs; null while that row is not loaded. */
function topOfGoal({ key, align }: Goal, rows: readonly Row[], box: HTMLElement, list: VirtualizerHandle) {
  const index = rows.findIndex((row) => row.key === key)
  if (index < 0) return null
  const offset = list.getItemOffset(index)
  return align === 'start'
    ? offset
    : HEAD_HEIGHT_PX + offset + (list.getItemSize(index) - box.clientHeight) / 2
}

function isAtGoal(
  { key, align }: Goal,
  rows: readonly Row[],
  box: HTMLElement,
  list: VirtualizerHandle,
): boolean {
  const below = belowOf(box)
  if (key === null) return below < 1
  const index = rows.findIndex((row) => row.key === key)
  if (index < 0) return false
  const offset = list.getItemOffset(index) - box.scrollTop
  if (align === 'start') return Math.abs(offset) < NEAR_PX || below < NEAR_PX
  const top = HEAD_HEIGHT_PX + offset
  return top + list.getItemSize(index) > 0 && top < box.clientHeight
}
