// The toast for a command whose form has closed, once its outcome is known.

import { toast, type Waiting } from '#web/ui/feedback/toasts.tsx'

interface Submitted {
  outcome: Promise<{ state: 'done' } | Waiting | { state: 'refused'; text: string }>
  /** The text of success; null where the row at hand says it, also that it waits. */
  done: string | null
  /** What failed, if it fails. */
  failed: string
}

/**
 * Resolves when the command is submitted, and rejects if it is not.
 * @param undo offered in the toast, also while the command waits for a connection
 */
export async function toastOutcome(
  submitting: Submitted | Promise<Submitted>,
  undo?: () => void,
): Promise<void> {
  void showOutcome(await submitting, undo)
}

async function showOutcome({ outcome, done, failed }: Submitted, undo?: () => void): Promise<void> {
  const sent = await outcome
  if (sent.state === 'refused') return toast.error(sent.text)
  const isFailing = sent.state === 'waiting' && sent.failure !== null
  if (done === null) return isFailing ? toast.waiting(sent, failed) : undefined
  if (undo && !isFailing) return toast.withAction(done, { label: 'Undo', run: undo })
  toast.outcome(sent, done, failed)
}
