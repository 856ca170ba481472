/**
 * Short news. Nobody needs any before the first screen stands, so what shows it is fetched when the browser is
 * idle, or with the first thing there is to say.
 */
import { type ComponentType, useEffect, useState } from 'react'

const fetchStack = () => import('#web/ui/ToastStack.tsx')

function say(kind: 'success' | 'error' | 'info', text: string, id?: string): void {
  // What cannot be fetched cannot be shown either; where it matters, the thing itself says so too.
  fetchStack().then(
    ({ show }) => show(kind, text, id),
    () => undefined,
  )
}

/**
 * What every form says when it closes on a command that did not get through: it stays in the outbox.
 * @param failed what could not be done, where it was the server that failed
 */
export const waitingText = ({ failure }: Pick<Waiting, 'failure'>, failed: string): string =>
  failure === null
    ? 'No connection. This will be sent as soon as you are online.'
    : `${failed}. ${failure} It is sent again by itself.`

interface Waiting {
  state: 'waiting'
  /** What the server said, as a sentence; null where nothing came back. */
  failure: string | null
}

/** The same `id` given again replaces the toast instead of adding one. */
export const toast = {
  success: (text: string, id?: string): void => say('success', text, id),
  error: (text: string, id?: string): void => say('error', text, id),
  info: (text: string, id?: string): void => say('info', text, id),
  /** However many wait, once. */
  waiting: (sent: Pick<Waiting, 'failure'>, failed: string): void =>
    say(sent.failure === null ? 'info' : 'error', waitingText(sent, failed), 'waiting'),
  /** What came of a command once its form has closed. @param done the text of success */
  outcome(sent: { state: 'done' } | Waiting, done: string, failed: string): void {
    if (sent.state === 'done') say('success', done)
    else toast.waiting(sent, failed)
  },
}

/** To be rendered once, at the root of the app. */
export function Toasts() {
  const [Stack, setStack] = useState<ComponentType>()
  useEffect(() => {
    const fetch = () =>
      void fetchStack().then(
        ({ ToastStack }) => setStack(() => ToastStack),
        () => undefined,
      )
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in window)) return void setTimeout(fetch, 500)
    const idle = requestIdleCallback(fetch, { timeout: 2000 })
    return () => cancelIdleCallback(idle)
  }, [])
  return Stack && <Stack />
}
