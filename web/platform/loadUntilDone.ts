// Loads a part of the app's code. Before the app is stored on the device this needs the network, and the browser does not
// always say when that is back.

import { createBackoff } from '#web/platform/backoff.ts'
import { deviceTimers } from '#web/platform/timers.ts'

/** Repeats it with a backoff, and when the browser is online again. Returns a function that cancels it. */
export function loadUntilDone<Part>(load: () => Promise<Part>, onLoaded: (part: Part) => void): () => void {
  let isCancelled = false
  const retries = createBackoff({ timers: deviceTimers, random: Math.random }, attempt)

  function attempt(): void {
    void load().then(
      (part) => {
        if (isCancelled) return
        cancel()
        onLoaded(part)
      },
      () => {
        if (!isCancelled) retries.retryLater()
      },
    )
  }

  function cancel(): void {
    isCancelled = true
    retries.close()
    removeEventListener('online', retries.wake)
  }

  addEventListener('online', retries.wake)
  attempt()
  return cancel
}
