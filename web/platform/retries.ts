// Trying again: later and later while nothing answers, at once when something speaks for the network being back.

import type { Timers } from '#web/platform/timers.ts'

export interface Retries {
  later(): void
  /** It worked: the next failure waits little again. */
  reset(): void
  /** Now, if it was to be tried again. */
  wake(): void
  close(): void
}

const FIRST_MS = 1000
const LONGEST_MS = 30_000

export function createRetries(
  { timers, random }: { timers: Timers; random(): number },
  run: () => void,
): Retries {
  let tries = 0
  let callOff: (() => void) | null = null
  const stop = () => {
    callOff?.()
    callOff = null
  }
  return {
    later() {
      stop()
      const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** tries++)
      callOff = timers.after(longest * (0.5 + random() / 2), () => {
        callOff = null
        run()
      })
    },
    reset() {
      stop()
      tries = 0
    },
    wake() {
      if (!callOff) return
      stop()
      run()
    },
    close: stop,
  }
}
