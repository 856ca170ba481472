// Whether the window is at least this wide.

import { useSyncExternalStore } from 'react'

/** Tailwind's lg: from here a rail stands beside the screen, and what is opened beside its list. */
export const LARGE_PX = 1024

/** Tailwind's xl: from here there is room for a column beside that. */
export const WIDEST_PX = 1440

/** @param px CSS pixels */
export function useWide(px: number): boolean {
  const { subscribe, isWide } = windowWidthOf(px)
  return useSyncExternalStore(subscribe, isWide, () => false)
}

const windowWidths = new Map<number, ReturnType<typeof watchWindow>>()

function windowWidthOf(px: number) {
  const width = windowWidths.get(px) ?? watchWindow(px)
  windowWidths.set(px, width)
  return width
}

/** The value is stored, because the browser styles the changed page when it is asked for it, at each render of a component. */
function watchWindow(px: number) {
  if (typeof window === 'undefined') return { subscribe: () => () => undefined, isWide: () => false }
  const query = window.matchMedia(`(min-width: ${px}px)`)
  let isWide = query.matches
  // Before the listeners of the components.
  query.addEventListener('change', () => (isWide = query.matches))
  return {
    subscribe(changed: () => void) {
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    isWide: () => isWide,
  }
}
