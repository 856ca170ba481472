// Whether the window has room for a table (768 px and more); follows the window.
import { useSyncExternalStore } from 'react'

const wide = '(min-width: 768px)'

export const useWide = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(wide)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => window.matchMedia(wide).matches,
    () => false,
  )
