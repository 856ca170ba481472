// Whether the window has a width; follows the window.
import { useSyncExternalStore } from 'react'

/** @param px of CSS, from which on there is room: by default for a table */
export function useWide(px = 768): boolean {
  const wide = `(min-width: ${px}px)`
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(wide)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => window.matchMedia(wide).matches,
    () => false,
  )
}
