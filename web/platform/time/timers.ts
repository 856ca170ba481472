// Time as a port: the same code runs in a browser, and in tests where an hour passes at once.

export interface Timers {
  /** Monotonic milliseconds, unrelated to the time of day. */
  now(): number
  /** Calls `run` once after this many ms. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void
}

export const deviceTimers: Timers = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

export const delayOn = (timers: Timers, ms: number): Promise<void> =>
  new Promise((resolve) => void timers.after(ms, resolve))
