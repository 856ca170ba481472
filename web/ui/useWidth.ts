// The width of an element, known before the first paint: a container query for what is built differently.

import { useCallback, useState } from 'react'

/** @returns CSS pixels, 0 before there is an element; and the ref of the element */
export function useWidth(): [width: number, ref: (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    setWidth(element.offsetWidth)
    const watcher = new ResizeObserver(() => setWidth(element.offsetWidth))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return [width, ref]
}
