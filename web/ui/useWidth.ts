// Measures an element before the first paint, for layouts that need other elements and not only other styles.

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
