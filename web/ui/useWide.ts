// Whether the window is at least this wide.

import { useSyncExternalStore } from 'react'

/** Tailwind's md: wider than a phone. */
export const MEDIUM_PX = 768

/** Tailwind's lg: from here a rail stands beside the screen, and what is opened beside its list. */
export const LARGE_PX = 1024

/** Tailwind's xl: from here there is room for a column beside that. */
export const WIDEST_PX = 1440

/** @param px CSS pixels */
export const useWide = (px: number): boolean =>
  useSyncExternalStore(
    (changed) => {
      const { query } = widthOf(px)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => widthOf(px).isWide,
    () => false,
  )

/** A wide window with a mouse, which stands for a keyboard, because a browser does not report one. */
export const useKeyboard = (): boolean => useWide(LARGE_PX) && matchMedia('(pointer: fine)').matches

const widths = new Map<number, ReturnType<typeof watchWidth>>()

function widthOf(px: number) {
  const width = widths.get(px) ?? watchWidth(px)
  widths.set(px, width)
  return width
}

/** The value is stored, because the browser styles the changed page when it is asked for it, at each render of a component. */
function watchWidth(px: number) {
  const query = window.matchMedia(`(min-width: ${px}px)`)
  const width = { query, isWide: query.matches }
  // Before the listeners of the components.
  query.addEventListener('change', () => (width.isWide = query.matches))
  return width
}
