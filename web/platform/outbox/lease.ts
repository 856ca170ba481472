// One tab of a browser sends at a time. The lock is the browser's: it frees it when the tab that holds it is closed
// or crashes. Without Web Locks (plain http, or a browser that keeps nothing for the page) every tab sends, which only
// costs repeats: each goes out under its key.

import type { Timers } from '#web/platform/timers.ts'

export interface Lease {
  /** Runs the work while no other tab runs any; `lost` aborts when another tab has taken over. */
  run(work: (lost: AbortSignal) => Promise<void>): Promise<void>
}

/** No work under a lock takes this long: a tab that holds it longer is frozen. */
const FROZEN_MS = 60_000

interface Held {
  lost: AbortSignal
  /** How many share it. */
  works: number
  release(): void
}

/** @param locks undefined where the browser has none */
export function webLease(locks: LockManager | undefined, timers: Timers, name = 'outbox'): Lease {
  if (!locks) return { run: (work) => work(new AbortController().signal) }
  let held: Held | null = null
  let acquiring: Promise<Held> | null = null

  /** Resolves when the lock is held; the browser then holds it until `release`. */
  function acquire(): Promise<Held> {
    return new Promise((resolve) => {
      const waiting = new AbortController()
      const ask = (options: LockOptions) => {
        const lost = new AbortController()
        const hold = () => {
          callOff()
          return new Promise<void>((release) => resolve({ lost: lost.signal, works: 0, release }))
        }
        locks!.request(name, options, hold).catch((error: unknown) => {
          lost.abort()
          // Else it was stolen from us, or we gave up waiting to steal it ourselves.
          if (error instanceof DOMException && error.name === 'AbortError') return
          callOff()
          resolve({ lost: new AbortController().signal, works: 0, release: () => undefined })
        })
      }
      const callOff = timers.after(FROZEN_MS, () => {
        waiting.abort()
        ask({ steal: true })
      })
      ask({ signal: waiting.signal })
    })
  }

  async function share(): Promise<Held> {
    if (held && !held.lost.aborted) return held
    acquiring ??= acquire().finally(() => (acquiring = null))
    return (held = await acquiring)
  }

  return {
    async run(work) {
      const own = await share()
      own.works += 1
      try {
        await work(own.lost)
      } finally {
        own.works -= 1
        if (own.works === 0) {
          if (held === own) held = null
          own.release()
        }
      }
    },
  }
}
