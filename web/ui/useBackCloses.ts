// Lets the Back gesture of a phone close the topmost dialog. Without it, Back leaves the page behind the dialog and loses
// what was typed. Browsers without CloseWatcher (Safari, Firefox) keep their own Back.

import { useEffect, useRef } from 'react'

/** Not in the DOM types yet. */
interface Watcher extends EventTarget {
  destroy(): void
}

const { CloseWatcher } = globalThis as { CloseWatcher?: new () => Watcher }

/** @param close may leave it open, as while it sends */
export function useBackCloses(open: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => void (latest.current = close))
  useEffect(() => {
    // A keyboard has Escape, which Headless UI handles.
    if (!open || !CloseWatcher || !matchMedia('(pointer: coarse)').matches) return undefined
    let watcher: Watcher
    const watch = () => {
      watcher = new CloseWatcher()
      // Each watcher fires once, and the dialog may still be open afterwards.
      watcher.addEventListener('close', () => {
        latest.current()
        watch()
      })
    }
    watch()
    return () => watcher.destroy()
  }, [open])
}
