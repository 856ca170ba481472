// Connects the chips of the days with the scroll position: a chip scrolls to its day, and while one scrolls the chips
// follow.

import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { scrollerOf } from '#web/ui/lists/useIncrementalRows.ts'

interface Options {
  /** Holds the sections with `data-date`, and the chips above them. */
  root: RefObject<HTMLElement | null>
  chips: RefObject<HTMLElement | null>
  /** The day to scroll to, at each new object. */
  target: { date: string }
  /** Called when scrolling comes to a day. */
  onDay: (date: string) => void
}

export function useFollowedDay({ root, chips, target, onDay }: Options): void {
  /** Where the last jump ended: the day of a jump is selected also where the end of the list keeps it from the top. */
  const jumpedTo = useRef<number>(null)
  const follow = useEffectEvent((event: Event) => {
    const scroller = event.target instanceof Document ? event.target.scrollingElement : event.target
    if (!(scroller instanceof HTMLElement) || !root.current || !scroller.contains(root.current)) return
    if (jumpedTo.current !== null && Math.abs(scroller.scrollTop - jumpedTo.current) < 1) return
    jumpedTo.current = null
    const date = dayAt(root.current, scroller, topOf(scroller, chips.current))
    if (date !== undefined) onDay(date)
  })
  useLayoutEffect(() => {
    // Whatever around it scrolls: scroll events do not bubble.
    const options = { capture: true, passive: true }
    const listener = (event: Event) => follow(event)
    document.addEventListener('scroll', listener, options)
    return () => document.removeEventListener('scroll', listener, options)
  }, [])

  const jump = useEffectEvent((isFirst: boolean) => {
    const section = root.current?.querySelector<HTMLElement>(`[data-date="${target.date}"]`)
    const scroller = scrollerOf(root.current)
    if (!section || !scroller) return
    // What stands above the first day is read first.
    if (isFirst && section.matches(':first-child')) return
    scroller.scrollTop += section.getBoundingClientRect().top - topOf(scroller, chips.current) - SPACE_PX
    jumpedTo.current = scroller.scrollTop
  })
  const lastTarget = useRef<{ date: string }>(null)
  // After each rendering: what changes above the day of the last jump, such as another day that is gone, moves that day
  // and would select another one.
  useLayoutEffect(() => {
    const isFirst = lastTarget.current === null
    if (lastTarget.current !== target || jumpedTo.current !== null) jump(isFirst)
    lastTarget.current = target
  })
}

/** Between the chips and the heading of a day. */
const SPACE_PX = 16

/** The upper edge of what is visible of the list, px. */
function topOf(scroller: HTMLElement, chips: HTMLElement | null): number {
  const isPage = scroller === document.scrollingElement
  const top = isPage ? 0 : scroller.getBoundingClientRect().top
  if (!chips || getComputedStyle(chips).position !== 'sticky') return top
  const sticksAt = Number.parseFloat(getComputedStyle(chips).top) || 0
  return top + sticksAt + chips.offsetHeight
}

/**
 * The last day that begins above a line: at the top of the list, and on its last screen lower and lower, so that the
 * last days are reached too.
 */
function dayAt(root: HTMLElement, scroller: HTMLElement, top: number): string | undefined {
  const most = scroller.scrollHeight - scroller.clientHeight
  const lastScreen = Math.min(scroller.clientHeight, most)
  const passed = Math.max(0, 1 - (most - scroller.scrollTop) / lastScreen)
  const line = top + 2 * SPACE_PX + passed * scroller.clientHeight
  const sections = [...root.querySelectorAll<HTMLElement>('[data-date]')]
  const reached = sections.findLast((section) => section.getBoundingClientRect().top <= line)
  return (reached ?? sections[0])?.dataset['date']
}
