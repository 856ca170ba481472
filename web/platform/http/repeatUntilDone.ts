// Repeats what needs the network until it succeeds. The browser does not always say when the network is back, and says it
// before requests get through.

import { createBackoff } from '#web/platform/http/backoff.ts'
import { deviceTimers } from '#web/platform/time/timers.ts'

/**
 * Repeats it with a backoff, and when the browser is online again. Returns a function that cancels it.
 * @param attempt rejects to be repeated
 */
export function repeatUntilDone<Result>(
  attempt: () => Promise<Result>,
  onDone: (result: Result) => void = () => undefined,
): () => void {
  let isCancelled = false
  const retries = createBackoff({ timers: deviceTimers, random: Math.random }, run)

  function run(): void {
    void attempt().then(
      (result) => {
        if (isCancelled) return
        cancel()
        onDone(result)
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
  run()
  return cancel
}
