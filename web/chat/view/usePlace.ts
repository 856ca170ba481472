// Where the reader is in a conversation, and that it stays so: at the end what is new comes into view, anywhere else
// nothing moves but by the reader. Pages are asked for before they are needed.

import type { RefObject } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { MessageRow, Row } from '#web/chat/timelineRows.ts'
import type { Step } from '#web/chat/view/useSteppedRows.ts'

/** What of the conversation is on the screen. */
export interface InView {
  /** Numbers of messages; 0 where none has one. */
  from: number
  to: number
  /** The last of them that is there to its end. */
  readTo: number
  isAtEnd: boolean
}

export interface ScrollPositionProps {
  /** The row to open at; the end for null. */
  opensAt: string | null
  hasOlder: boolean
  onOlder: () => void
  hasNewer: boolean
  onNewer: () => void
  /** The newest message is not loaded and is wanted. */
  onEndWanted: () => void
  /** How many messages of others there are after this number. */
  countAfter: (seq: number) => number
  onView: (view: InView) => void
}

export interface ScrollPosition {
  isAtEnd: boolean
  /** How many messages of others came below what was seen. */
  unseen: number
  /** The day of what is at the top, YYYY-MM-DD; null where the line of a day stands there to be read. */
  day: string | null
  isScrolling: boolean
  /** For the list of virtua. */
  onScroll: (offset: number) => void
  onScrollEnd: () => void
  onResize: () => void
  /** To the newest message, wherever one is. */
  toEnd: () => void
  /** To the row with this key, as soon as it is loaded. */
  toRow: (key: string) => void
  /** The reader goes elsewhere by hand. */
  letGo: () => void
}

/** Where one is being led to: pages that come in meanwhile can lead past it. */
interface Goal {
  /** Of a row; null for the end. */
  key: string | null
  align: 'start' | 'center' | 'end'
  /** How often it may still be gone to. */
  tries: number
}

const TRIES = 5
/** So near its place counts as there, in px. */
const NEAR = 8

/** So near the end counts as at the end, in px. */
const AT_END = 48
/** Of the place above the first message, in px. */
export const HEAD = 56
/** A row that begins so far below the top has what it says below the pinned day, in px. */
const PINNED = 24
/** Pages are asked for so many heights of the window ahead. */
const AHEAD = 2

interface Refs {
  scroller: RefObject<HTMLElement | null>
  list: RefObject<VirtualizerHandle | null>
}

export function useScrollPosition(
  { rows, turn }: Step,
  { scroller, list }: Refs,
  props: ScrollPositionProps,
): ScrollPosition {
  const { opensAt, hasOlder, onOlder, hasNewer, onNewer, onEndWanted, countAfter, onView } = props
  const isPinned = useRef(false)
  const isEndWanted = useRef(false)
  const goal = useRef<Goal | null>(null)
  const lastOffset = useRef(0)
  const seen = useRef(0)
  const [isAtEnd, setAtEnd] = useState(true)
  const [unseen, setUnseen] = useState(0)
  const [day, setDay] = useState<string | null>(null)
  const [isScrolling, setScrolling] = useState(false)

  const pin = () => {
    const box = scroller.current
    if (box) box.scrollTop = box.scrollHeight
  }
  const look = () => {
    const [box, virtual] = [scroller.current, list.current]
    if (!box || !virtual || rows.length === 0) return
    const { scrollTop, clientHeight, scrollHeight } = box
    const below = scrollHeight - scrollTop - clientHeight
    const first = virtual.findItemIndex(scrollTop)
    const last = virtual.findItemIndex(scrollTop + clientHeight - 1)
    const isEnd = below < AT_END && !hasNewer
    const endOf = (at: number) => HEAD + virtual.getItemOffset(at) + virtual.getItemSize(at)
    const to = numberFrom(rows, last, -1)
    seen.current = Math.max(seen.current, to)
    setAtEnd(isEnd)
    setUnseen(isEnd ? 0 : countAfter(seen.current))
    setDay(dayToPin(rows, first, (at) => virtual.getItemOffset(at) + HEAD - scrollTop))
    const isWhole = isEnd || endOf(last) <= scrollTop + clientHeight
    const readTo = isWhole ? to : numberFrom(rows, last - 1, -1)
    onView({ from: numberFrom(rows, first, 1), to, readTo, isAtEnd: isEnd })
    if (hasOlder && scrollTop < AHEAD * clientHeight) onOlder()
    if (hasNewer && below < AHEAD * clientHeight) onNewer()
  }
  const seek = () => {
    if (!goal.current) return
    const { key, align } = goal.current
    const at = key === null ? rows.length - 1 : rows.findIndex((row) => row.key === key)
    if (at < 0) return
    isPinned.current = key === null
    list.current?.scrollToIndex(at, { align, offset: align === 'start' ? -HEAD : 0 })
    if (isPinned.current) pin()
  }
  const arrive = () => {
    const wanted = goal.current
    if (!wanted || !scroller.current || !list.current) return
    if (wanted.tries === 0 || isThere(wanted, rows, scroller.current, list.current)) return letGo()
    goal.current = { ...wanted, tries: wanted.tries - 1 }
    if (isPinned.current) pin()
    else seek()
  }
  const toEnd = () => {
    goal.current = { key: null, align: 'end', tries: TRIES }
    seek()
  }
  const letGo = () => {
    goal.current = null
  }

  // Where one begins, also after a jump to another part of the conversation.
  useLayoutEffect(() => {
    const isHere = opensAt !== null && rows.some(({ key }) => key === opensAt)
    isPinned.current = !isHere && !hasNewer
    if (isPinned.current) pin()
    else if (isHere && !goal.current) goal.current = { key: opensAt, align: 'start', tries: TRIES }
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [turn])

  useLayoutEffect(() => {
    if (isEndWanted.current && !hasNewer) {
      isEndWanted.current = false
      toEnd()
    }
    if (isPinned.current) pin()
    seek()
    look()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rows, hasNewer, hasOlder])

  return {
    isAtEnd,
    unseen,
    day,
    isScrolling,
    onScroll(offset) {
      const box = scroller.current!
      const below = box.scrollHeight - offset - box.clientHeight
      // Growing is not scrolling up: only who goes up lets go of the end.
      if (below < AT_END) isPinned.current = !hasNewer
      else if (offset < lastOffset.current && goal.current?.key !== null) isPinned.current = false
      lastOffset.current = offset
      setScrolling(true)
      look()
    },
    onScrollEnd() {
      setScrolling(false)
      arrive()
    },
    onResize() {
      if (isPinned.current) pin()
      look()
    },
    toEnd() {
      isEndWanted.current = hasNewer
      if (!hasNewer) return toEnd()
      letGo()
      isPinned.current = false
      onEndWanted()
    },
    toRow(key) {
      goal.current = { key, align: 'center', tries: TRIES }
      seek()
    },
    letGo,
  }
}

function isThere(
  { key, align }: Goal,
  rows: readonly Row[],
  { scrollTop, clientHeight, scrollHeight }: HTMLElement,
  list: VirtualizerHandle,
): boolean {
  const below = scrollHeight - scrollTop - clientHeight
  if (key === null) return below < 1
  const at = rows.findIndex((row) => row.key === key)
  if (at < 0) return false
  const top = HEAD + list.getItemOffset(at) - scrollTop
  if (align === 'center') return top + list.getItemSize(at) > 0 && top < clientHeight
  return Math.abs(top - HEAD) < NEAR || below < NEAR
}

/** The number of the message at this row, or of the next one in the direction that has one; 0 for none. */
function numberFrom(rows: readonly Row[], at: number, step: 1 | -1): number {
  for (let i = at; i >= 0 && i < rows.length; i += step) {
    const row = rows[i]!
    if (row.type === 'message' && row.seq !== null) return row.seq
  }
  return 0
}

/**
 * The day of what is at the top; null while the line of a day stands there itself, which would be said twice.
 * @param first the row at the top edge
 * @param topOf how far below that edge a row begins, in px
 */
export function dayToPin(rows: readonly Row[], first: number, topOf: (at: number) => number): string | null {
  for (let at = first; at === first || (at < rows.length && topOf(at) < PINNED); at++)
    if (rows[at]?.type === 'date') return null
  return rows.slice(0, first + 1).findLast((row) => row.type === 'date')?.day ?? null
}

/** The message with this id, where it is drawn. */
export function messageRow(rows: readonly Row[], key: string): MessageRow | undefined {
  return rows.find((row): row is MessageRow => row.type === 'message' && row.key === key)
}
