// Lets one tab of a browser send at a time, by a Web Lock, which the browser releases when the tab is closed or crashes.
// Without Web Locks (plain http, or a page without storage) every tab sends; the server ignores repeats by their keys.

import type { Timers } from '#web/platform/time/timers.ts'

export interface Lease {
  /** Runs the work while no other tab runs any. `lost` aborts when another tab takes over. */
  run(work: (lost: AbortSignal) => Promise<void>): Promise<void>
}

/** Work under the lock takes far less: a tab that holds it longer is frozen. */
const FROZEN_MS = 60_000

interface HeldLock {
  lost: AbortSignal
  /** How many lanes of this tab share it. */
  laneCount: number
  release(): void
}

/** @param locks undefined if the page has none */
export function webLease(locks: LockManager | undefined, timers: Timers, name = 'outbox'): Lease {
  if (!locks) return { run: (work) => work(new AbortController().signal) }
  let heldLock: HeldLock | null = null
  let acquiring: Promise<HeldLock> | null = null
  /** How many lanes wait for it. */
  let waitingCount = 0

  /** Resolves when the lock is held; the browser holds it until `release`. */
  function acquire(): Promise<HeldLock> {
    return new Promise((resolve) => {
      const waiting = new AbortController()
      const requestLock = (options: LockOptions) => {
        const lost = new AbortController()
        const hold = () => {
          cancel()
          return new Promise<void>((release) => resolve({ lost: lost.signal, laneCount: 0, release }))
        }
        locks!.request(name, options, hold).catch((error: unknown) => {
          lost.abort()
          // The lock was stolen, or this request was aborted in order to steal it.
          if (error instanceof DOMException && error.name === 'AbortError') return
          cancel()
          resolve({ lost: new AbortController().signal, laneCount: 0, release: () => undefined })
        })
      }
      const cancel = timers.after(FROZEN_MS, () => {
        waiting.abort()
        requestLock({ steal: true })
      })
      requestLock({ signal: waiting.signal })
    })
  }

  /** Counts the lane at once: while it waits for this promise, the last of the others may end and release the lock. */
  function share(): Promise<HeldLock> {
    if (heldLock && !heldLock.lost.aborted) {
      heldLock.laneCount += 1
      return Promise.resolve(heldLock)
    }
    waitingCount += 1
    acquiring ??= acquire().then((lock) => {
      lock.laneCount = waitingCount
      waitingCount = 0
      acquiring = null
      return (heldLock = lock)
    })
    return acquiring
  }

  return {
    async run(work) {
      const lock = await share()
      try {
        await work(lock.lost)
      } finally {
        lock.laneCount -= 1
        if (lock.laneCount === 0) {
          if (heldLock === lock) heldLock = null
          lock.release()
        }
      }
    },
  }
}
