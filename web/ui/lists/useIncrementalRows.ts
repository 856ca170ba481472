// Renders a long list incrementally: more rows follow before the end comes into view.

import { startTransition, useEffect, useRef, useState } from 'react'

/** Rows rendered at first and added each time, unless the list says otherwise. */
const CHUNK = 40

/**
 * @param length of the whole list
 * @param of how the rows were chosen and sorted: another object starts from the top
 * @param chunk rows rendered at first and added each time
 * @returns the number of rows to render, and the ref for an element after the last row while there are more
 */
export function useIncrementalRows(length: number, of: unknown, chunk = CHUNK) {
  const [count, setCount] = useState(chunk)
  const [shown, setShown] = useState(of)
  if (shown !== of) {
    setShown(of)
    setCount(chunk)
  }
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!end.current || count >= length) return
    // A new observer for each chunk, because it reports at once whether the end is still near.
    const observer = new IntersectionObserver(([entry]) => {
      // A transition, so that scrolling stays smooth.
      if (entry?.isIntersecting) startTransition(() => setCount((previous) => previous + chunk))
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [count, length, chunk])
  return { count: Math.min(count, length), end }
}

/** What scrolls an element: the nearest element around it that may scroll, else the page; null for no element. */
export function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let parent = element?.parentElement; parent; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  return document.scrollingElement as HTMLElement | null
}
