// The command behind a ConfirmDialog: sent once per confirmation. A failure is shown in the dialog until the next attempt
// or until it closes.

import { useState } from 'react'
import { failureText } from '#web/platform/outbox/failureText.ts'
import { useSubmit } from '#web/platform/forms/useSubmit.ts'

interface Options<Sent> {
  open: boolean
  onClose: () => void
  submit: () => Promise<Sent>
  /** Called after the dialog has closed. */
  onSent?: (sent: Sent) => void
  /** What failed, or its text. */
  failed: string | ((error: unknown) => string)
}

/** @returns the props of a ConfirmDialog, except its texts */
export function useConfirm<Sent>({ open, onClose, submit, onSent, failed }: Options<Sent>) {
  const [error, setError] = useState<string>()
  const { isSubmitting, run } = useSubmit(open)
  const close = () => {
    setError(undefined)
    onClose()
  }
  const confirm = async () => {
    setError(undefined)
    try {
      const sent = await submit()
      close()
      onSent?.(sent)
    } catch (failure) {
      setError(typeof failed === 'string' ? failureText(failed, failure) : failed(failure))
    }
  }
  return { open, onClose: close, onConfirm: () => run(confirm), busy: isSubmitting, error }
}
