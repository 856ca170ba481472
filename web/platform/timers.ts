// Waiting, as a port: the same rules run in a browser, and in tests where an hour passes at once.

export interface Timers {
  /** Milliseconds that only go forward; says nothing about the time of day. */
  now(): number
  /** Runs it once after so many ms; answers what calls it off. */
  after(ms: number, run: () => void): () => void
}

export const deviceTimers: Timers = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
