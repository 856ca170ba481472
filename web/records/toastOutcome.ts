// The toast for a command whose form has closed, once its outcome is known.

import { type Dispatched, dispatch } from '#web/platform/dispatch.ts'
import type { Command, SendResult } from '#web/platform/outbox/command.ts'
import { failureText } from '#web/platform/outbox/failureText.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'

export interface CommandTexts {
  /** The text of success; null where the row at hand says it, also that it waits. */
  done: string | null
  /** What failed, if it fails. */
  failed: string
}

/**
 * Dispatches the command of a form that closes at once. Resolves when it is in the outbox; a toast shows its outcome.
 * @throws as `enqueued` of the dispatch
 */
export async function dispatchFromForm<Response, Body>(
  command: Command<Response, Body>,
  texts: CommandTexts,
  onEnqueued?: () => void,
): Promise<void> {
  const { enqueued, outcome } = dispatch(command, onEnqueued)
  await enqueued
  void toastOutcome(outcome, texts)
}

/**
 * Without a form that could show why a command is refused. Never rejects.
 * @param undo offered in the toast, also while the command waits for a connection
 */
export async function toastOutcome(
  outcome: Dispatched<unknown>['outcome'],
  { done, failed }: CommandTexts,
  undo?: () => void,
): Promise<void> {
  let sent: SendResult<unknown>
  try {
    sent = await outcome
  } catch (error) {
    return toast.error(failureText(failed, error))
  }
  const failure = sent.state === 'waiting' ? sent.failure : null
  if (done === null) return failure === null ? undefined : toast.waiting({ failure }, failed)
  if (undo && failure === null) return toast.withAction(done, { label: 'Undo', run: undo })
  toast.outcome(sent, done, failed)
}
