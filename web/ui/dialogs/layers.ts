// The panes and modal dialogs that are open, the topmost last, and the sheets among them. Escape closes the topmost pane
// (Pane.tsx); a menu or a modal dialog above it handles the key itself.

import { type RefObject, useEffect, useEffectEvent, useSyncExternalStore } from 'react'

type Close = () => void

interface Layer {
  element: RefObject<HTMLElement | null>
  close: Close
}

const layers: Layer[] = []
const sheets = new Set<Close>()
const listeners = new Set<() => void>()

function closeOnEscape(event: KeyboardEvent): void {
  const top = layers.at(-1)
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || !top) return
  if (!top.element.current?.closest('[inert]')) top.close()
}

/** Escape closes the pane while it is open. */
export function useEscape(open: boolean, element: Layer['element'], close: Close): void {
  const closeLatest = useEffectEvent(close)
  useEffect(() => {
    if (!open) return undefined
    if (layers.length === 0) addEventListener('keydown', closeOnEscape)
    const layer = { element, close: () => closeLatest() }
    // One inside it may have opened before: React runs the effects of what is inside first.
    const inner = layers.findIndex((other) => element.current?.contains(other.element.current))
    layers.splice(inner === -1 ? layers.length : inner, 0, layer)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      if (layers.length === 0) removeEventListener('keydown', closeOnEscape)
    }
  }, [open, element])
}

const notAPane = { current: null }
const closedByItself = () => undefined

/** While it is open, Escape closes no pane below the modal dialog. */
export const useAbovePanes = (open: boolean): void => useEscape(open, notAPane, closedByItself)

/** Counts a dialog among the sheets while it is open. */
export function useSheet(open: boolean, close: Close): void {
  const closeLatest = useEffectEvent(close)
  useEffect(() => {
    if (!open) return undefined
    const closeSheet = () => closeLatest()
    sheets.add(closeSheet)
    listeners.forEach((listener) => listener())
    return () => {
      sheets.delete(closeSheet)
      listeners.forEach((listener) => listener())
    }
  }, [open])
}

const isSheetOpen = () => sheets.size > 0

/** Whether a sheet stands beside the pane (web/ui/dialogs/panes.css). */
export const useSheetOpen = (): boolean =>
  useSyncExternalStore((changed) => {
    listeners.add(changed)
    return () => listeners.delete(changed)
  }, isSheetOpen)

/** Before another one opens: one at a time has the place beside the trip. */
export function closeSheets(): void {
  for (const close of sheets) close()
}
