/**
 * The Back of a phone closes what lies on top, as it does in every app there. Without this it leaves the page behind a
 * dialog that fills the screen, and takes along what was typed. Where the browser knows of no such request (Safari,
 * Firefox) Back is the browser's own.
 */
import { useEffect, useRef } from 'react'

/** Not yet in the types of the DOM. */
interface Watcher extends EventTarget {
  destroy(): void
}

const { CloseWatcher } = globalThis as { CloseWatcher?: new () => Watcher }

/** @param close asks it to close; it may stay, as while it sends */
export function useBackCloses(open: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => void (latest.current = close))
  useEffect(() => {
    // A keyboard has Escape, and Headless UI hears that.
    if (!open || !CloseWatcher || !matchMedia('(pointer: coarse)').matches) return undefined
    let watcher: Watcher
    const watch = () => {
      watcher = new CloseWatcher()
      // Each hears once, and this may still be open afterwards.
      watcher.addEventListener('close', () => {
        latest.current()
        watch()
      })
    }
    watch()
    return () => watcher.destroy()
  }, [open])
}
