/**
 * Where the focus goes when a dialog opens and when it closes. Headless UI keeps it inside in between, but it
 * chooses the cross as first stop, skips fields on touch screens, and loses the opener of a dialog that was
 * loaded on demand. A dialog that is mounted open leaves the page behind it in reach: so each is mounted closed
 * and opened at once.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

import { currentOpener, giveFocusBack } from '#web/ui/opener.ts'

const fields = 'input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled)'

export interface DialogFocus {
  /** What to tell Headless UI. */
  shown: boolean
  /** The ref of the dialog's panel. */
  panel: (panel: HTMLElement | null) => void
}

export function useDialogFocus(wanted: boolean): DialogFocus {
  const [mounted, setMounted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setMounted, 0, true)
    return () => clearTimeout(timer)
  }, [])
  const shown = wanted && mounted

  const opener = useRef<HTMLElement>(undefined)
  const row = useRef<Element>(null)
  // Before Headless UI moves the focus, which it does in an effect.
  useLayoutEffect(() => {
    if (!wanted) return
    opener.current = currentOpener()
    row.current = opener.current?.closest('li') ?? null
  }, [wanted])
  useEffect(() => {
    if (!shown) return undefined
    // After Headless UI's own turn, whether the dialog closes or is taken away with its screen.
    return () => void setTimeout(() => giveFocusBack(opener.current, row.current), 0)
  }, [shown])

  const panel = useCallback((element: HTMLElement | null) => {
    if (element === null) return
    const find = (selector: string) => element.querySelector<HTMLElement>(selector)
    const first = find('[data-autofocus]') ?? find(fields) ?? find('h2')
    setTimeout(() => first?.focus({ preventScroll: true }), 0)
  }, [])
  return { shown, panel }
}
