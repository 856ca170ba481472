// Runs one submission at a time, so that a double press or Enter held down sends once: the second press comes before
// React has rendered the first.

import { useRef, useState } from 'react'

/** `run` does nothing while the last submission is running; `work` handles its own failures. */
export function useSubmit(): { isSubmitting: boolean; run: (work: () => Promise<void>) => void } {
  const [isSubmitting, setSending] = useState(false)
  const isUnderWay = useRef(false)
  const run = (work: () => Promise<void>) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setSending(true)
    void work().finally(() => {
      isUnderWay.current = false
      setSending(false)
    })
  }
  return { isSubmitting, run }
}
