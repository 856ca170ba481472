// The element at the foot of a dialog for floating content, which does not scroll.

import { createContext } from 'react'

/** undefined outside of a dialog, null until the dialog is mounted. */
export const FloatingSlot = createContext<HTMLElement | null | undefined>(undefined)
