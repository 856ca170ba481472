// Whether the window is at least this wide.

import { useSyncExternalStore } from 'react'

/** Tailwind's lg: from here a rail stands beside the screen, and what is opened beside its list. */
export const LARGE_PX = 1024

/** Tailwind's xl: from here there is room for a column beside that. */
export const WIDEST_PX = 1440

/** @param px CSS pixels */
export function useWide(px: number): boolean {
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
