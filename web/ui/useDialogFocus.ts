/**
 * Where the focus goes when a dialog opens and when it closes. Headless UI keeps it inside in between, but it
 * chooses the cross as first stop, skips fields on touch screens, and loses the opener of a dialog that was
 * loaded on demand.
 */
import { useCallback, useEffect, useRef } from 'react'

import { currentOpener, giveFocusBack } from '#web/ui/opener.ts'

const fields =
  'input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled), [data-autofocus]'

/** Returns the ref for the dialog's panel. */
export function useDialogFocus(open: boolean): (panel: HTMLElement | null) => void {
  const opener = useRef<HTMLElement>(undefined)

  useEffect(() => {
    if (!open) return undefined
    opener.current = currentOpener()
    // After Headless UI's own turn, whether the dialog closes or is taken away with its screen.
    return () => void setTimeout(() => giveFocusBack(opener.current), 0)
  }, [open])

  return useCallback((panel: HTMLElement | null) => {
    if (panel === null) {
      setTimeout(() => {
        if (document.activeElement === document.body) giveFocusBack(opener.current)
      }, 0)
      return
    }
    const first =
      panel.querySelector<HTMLElement>('[data-autofocus]') ?? panel.querySelector<HTMLElement>(fields)
    setTimeout(() => (first ?? panel.querySelector<HTMLElement>('h2'))?.focus({ preventScroll: true }), 0)
  }, [])
}
