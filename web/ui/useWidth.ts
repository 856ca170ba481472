// Measures an element before the first paint, for layouts that need other elements and not only other styles.

import { useCallback, useState } from 'react'

type WidthRef = (element: HTMLElement | null) => (() => void) | undefined

/** @returns CSS pixels, 0 before there is an element; and the ref of the element */
export const useWidth = (): [width: number, ref: WidthRef] => useMeasuredWidth(false)

/** The same, without what a sheet beside the element takes of its width meanwhile. */
export const useWidthWithoutSheet = (): [width: number, ref: WidthRef] => useMeasuredWidth(true)

function useMeasuredWidth(ignoresSheets: boolean): [width: number, ref: WidthRef] {
  const [width, setWidth] = useState(0)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined
      setWidth(element.offsetWidth)
      const watcher = new ResizeObserver(() => {
        if (!ignoresSheets || !document.querySelector('.sheet')) setWidth(element.offsetWidth)
      })
      watcher.observe(element)
      return () => watcher.disconnect()
    },
    [ignoresSheets],
  )
  return [width, ref]
}
