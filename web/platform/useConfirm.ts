// The command behind a ConfirmDialog: sent once per confirmation. A failure is shown in the dialog until the next attempt
// or until it closes.

import { useState } from 'react'
import { useSubmit } from '#web/platform/useSubmit.ts'

interface Options {
  onClose: () => void
  /** Sends the command; `close` closes the dialog. @throws what `failed` has a text for */
  submit: (close: () => void) => Promise<void>
  failed: (error: unknown) => string
}

/** @returns the props of a ConfirmDialog, except its texts */
export function useConfirm({ onClose, submit, failed }: Options) {
  const [error, setError] = useState<string>()
  const { isSubmitting, run } = useSubmit()
  const close = () => {
    setError(undefined)
    onClose()
  }
  const confirm = async () => {
    setError(undefined)
    try {
      await submit(close)
    } catch (failure) {
      setError(failed(failure))
    }
  }
  return { onClose: close, onConfirm: () => run(confirm), busy: isSubmitting, error }
}
