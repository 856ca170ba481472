// Short messages. The code that shows them is loaded when the browser is idle, or with the first message.

import type { ToastAction } from '#web/ui/feedback/ToastStack.tsx'

const fetchStack = () => import('#web/ui/feedback/ToastStack.tsx')

function say(kind: 'success' | 'error' | 'info', text: string, id?: string): void {
  // Without the code nothing is shown; where it matters, the screen says so, too.
  fetchStack().then(
    ({ show }) => show(kind, text, id),
    () => undefined,
  )
}

/**
 * The message when a form closes on a command that waits in the outbox.
 * @param failed what failed, if the server did
 */
export const pendingText = ({ failure }: Pick<Waiting, 'failure'>, failed: string): string =>
  failure === null
    ? 'No connection. This will be sent as soon as you are online.'
    : `${failed}. ${failure} It is sent again by itself.`

let actionCount = 0

export interface Waiting {
  state: 'waiting'
  /** The server's failure, as a sentence; null without a response. */
  failure: string | null
}

/** The same `id` given again replaces the toast instead of adding one. */
export const toast = {
  success: (text: string, id?: string): void => say('success', text, id),
  error: (text: string, id?: string): void => say('error', text, id),
  info: (text: string, id?: string): void => say('info', text, id),
  /** Shows it after the current toast: for messages less important than the outcome of a press. */
  quiet(kind: 'success' | 'error' | 'info', text: string, id: string): void {
    fetchStack().then(
      ({ showAfter }) => showAfter(kind, text, id),
      () => undefined,
    )
  },
  /** With a button, for ten seconds: the action is found elsewhere too, or is no loss. */
  withAction(text: string, action: ToastAction): void {
    actionCount += 1
    const id = `action ${actionCount}`
    fetchStack().then(
      ({ showWithAction }) => showWithAction(text, action, id),
      () => undefined,
    )
  },
  /** One toast for any number of waiting commands. */
  waiting: (sent: Pick<Waiting, 'failure'>, failed: string): void =>
    say(sent.failure === null ? 'info' : 'error', pendingText(sent, failed), 'waiting'),
  /** The outcome of a command whose form has closed. @param done the text of success */
  outcome(sent: { state: 'done' } | Waiting, done: string, failed: string): void {
    if (sent.state === 'done') say('success', done)
    else toast.waiting(sent, failed)
  },
}

/** The stack is rendered once, at the root of the app. */
export const loadToastStack = async () => (await fetchStack()).ToastStack
