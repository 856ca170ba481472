// The command behind a dialog that asks first: sent once, however often it is tapped; what went wrong stands in the
// dialog until it is tried again or closed.

import { useState } from 'react'
import { useSubmit } from '#web/platform/useSubmit.ts'

interface Options {
  onClose: () => void
  /** Sends it, and closes the dialog once it was taken. @throws what `failed` puts into words */
  act: (close: () => void) => Promise<void>
  failed: (error: unknown) => string
}

/** What a ConfirmDialog is given, beside its words. */
export function useConfirm({ onClose, act, failed }: Options) {
  const [error, setError] = useState<string>()
  const { isSubmitting, run } = useSubmit()
  const close = () => {
    setError(undefined)
    onClose()
  }
  const confirm = async () => {
    setError(undefined)
    try {
      await act(close)
    } catch (failure) {
      setError(failed(failure))
    }
  }
  return { onClose: close, onConfirm: () => run(confirm), busy: isSubmitting, error }
}
