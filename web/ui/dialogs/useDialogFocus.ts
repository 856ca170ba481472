// Moves the focus when a dialog opens and closes. Headless UI traps it in between, but it starts on the close button, skips
// fields on touch screens, and loses the opener of a lazy dialog. A dialog that is mounted open leaves the page behind it
// reachable, so each is mounted closed and opened at once.

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { currentOpener, restoreFocus } from '#web/ui/dialogs/dialogOpener.ts'
import { firstField } from '#web/ui/focus.ts'

/** `shown`: the `open` prop for Headless UI. `panel`: ref of the dialog's panel. */
export function useDialogFocus(open: boolean) {
  const [mounted, setMounted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setMounted, 0, true)
    return () => clearTimeout(timer)
  }, [])
  const shown = open && mounted

  const opener = useRef<HTMLElement>(undefined)
  const row = useRef<Element>(null)
  // Before Headless UI moves the focus in an effect.
  useLayoutEffect(() => {
    if (!open) return
    opener.current = currentOpener()
    row.current = opener.current?.closest('li') ?? null
  }, [open])
  useEffect(() => {
    if (!shown) return undefined
    // After Headless UI, whether the dialog closes or unmounts with its screen.
    return () => void setTimeout(() => restoreFocus(opener.current, row.current), 0)
  }, [shown])

  const panel = useCallback((element: HTMLElement | null) => {
    if (element === null) return
    const first = firstField(element) ?? element.querySelector('h2')
    setTimeout(() => first?.focus({ preventScroll: true }), 0)
  }, [])
  return { shown, panel }
}
