// Runs one submission at a time, so that a double press or Enter held down sends once. A press may come before React has
// rendered the previous one or its outcome, and while a dialog fades out.

import { useLayoutEffect, useRef, useState } from 'react'

/** Most forms of an open trip close before, and rendering them once more would delay that. */
const BUSY_AFTER_MS = 100

/** Handles its own failures. `showBusy` shows at once that the submission goes on. */
type Work = (showBusy: () => void) => Promise<void>

/**
 * `run` does nothing until the outcome of the last submission is rendered.
 * @param open false while the dialog of the form closes
 */
export function useSubmit(open = true): { isSubmitting: boolean; run: (work: Work) => void } {
  // A new object each time, so that the effect runs also where React renders start and end at once.
  const [state, setState] = useState({ isSubmitting: false })
  const isUnderWay = useRef(false)
  useLayoutEffect(() => {
    isUnderWay.current = state.isSubmitting
  }, [state])
  const run = (work: Work) => {
    if (isUnderWay.current || !open) return
    isUnderWay.current = true
    const showBusy = () => setState({ isSubmitting: true })
    const timer = setTimeout(showBusy, BUSY_AFTER_MS)
    void work(showBusy).finally(() => {
      clearTimeout(timer)
      setState({ isSubmitting: false })
    })
  }
  return { ...state, run }
}
