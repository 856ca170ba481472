// The toast for a command whose form has closed, once its outcome is known.

import { toast, type Waiting } from '#web/ui/toasts.tsx'

interface Submitted {
  outcome: Promise<{ state: 'done' } | Waiting | { state: 'refused'; text: string }>
  /** The text of success. */
  done: string
  /** What failed, if it fails. */
  failed: string
}

/** Resolves when the command is submitted, and rejects if it is not. */
export async function toastOutcome(submitting: Submitted | Promise<Submitted>): Promise<void> {
  const { outcome, done, failed } = await submitting
  void outcome.then((sent) =>
    sent.state === 'refused' ? toast.error(sent.text) : toast.outcome(sent, done, failed),
  )
}
