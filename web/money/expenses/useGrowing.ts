// Of a list of a thousand only as much is drawn as is looked at: the rest follows before its place comes into view.

import { startTransition, useEffect, useRef, useState } from 'react'

/** Rows drawn at first and added each time. */
const CHUNK = 40

/**
 * @param length of the whole list
 * @param of what the list is; another one starts from its top again
 * @returns how many to draw, and the ref of an element after the last one that is to be there while there is more
 */
export function useGrowing(length: number, of: unknown) {
  const [count, setCount] = useState(CHUNK)
  const [shown, setShown] = useState(of)
  if (shown !== of) {
    setShown(of)
    setCount(CHUNK)
  }
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!end.current || count >= length) return
    // Anew for each chunk: it tells at once whether the end is still near.
    const observer = new IntersectionObserver(([entry]) => {
      // Between frames: a scroll under way goes first.
      if (entry?.isIntersecting) startTransition(() => setCount((now) => now + CHUNK))
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [count, length])
  return { count: Math.min(count, length), end }
}
