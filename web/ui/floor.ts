/** Where something floats at the foot of the dialog it is in, however far the dialog is scrolled. */
import { createContext } from 'react'

/** undefined outside of a dialog, null until the dialog stands. */
export const Floor = createContext<HTMLElement | null | undefined>(undefined)
