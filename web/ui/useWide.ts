// Whether the window is at least this wide.

import { useSyncExternalStore } from 'react'

/** @param px CSS pixels; by default the width at which a table fits */
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
