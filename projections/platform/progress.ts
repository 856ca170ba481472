// Watches the checkpoint of the read store, for requests that wait to read their own writes, whichever process
// projects.

import { START } from '#core/store/eventStore.ts'
import type { ReadStore, Checkpoint } from '#projections/platform/readStore.ts'

export interface Progress {
  /** Resolves to whether the read models include this position within `timeoutMs`. */
  waitForPosition(position: string, timeoutMs: number): Promise<boolean>
  position(): string
  /** Resolves when documents are readable for the first time. */
  ready: Promise<void>
  isReady(): boolean
  /** Ends all waits with false. */
  stop(): Promise<void>
}

/** Many times what a projector takes for an event. */
const STANDSTILL_MS = 1000

export function watchProgress(readStore: ReadStore): Progress {
  const waiters = new Set<{ position: string; wake: (reached: boolean) => void }>()
  let standstill: ReturnType<typeof setTimeout> | undefined
  let checkpoint: Checkpoint = { position: START, ready: false }
  let resolveReady: () => void
  const ready = new Promise<void>((resolve) => (resolveReady = resolve))
  const stopListening = readStore.onCheckpoint(update)
  // After an outage the store publishes its checkpoint itself.
  readStore.checkpoint().then(update, () => undefined)

  /** Reports a standstill each second while requests wait and the checkpoint does not move. */
  function expectProgress(): void {
    if (!readStore.reportStandstill || waiters.size === 0) return
    standstill ??= setTimeout(() => {
      standstill = undefined
      if (waiters.size === 0) return
      readStore.reportStandstill!()
      expectProgress()
    }, STANDSTILL_MS)
  }

  function update(now: Checkpoint): void {
    clearTimeout(standstill)
    standstill = undefined
    checkpoint = now
    if (!checkpoint.ready) return
    resolveReady()
    for (const entry of waiters) if (entry.position <= checkpoint.position) entry.wake(true)
    expectProgress()
  }

  return {
    ready,
    isReady: () => checkpoint.ready,
    position: () => checkpoint.position,
    waitForPosition(position, timeoutMs) {
      if (checkpoint.ready && checkpoint.position >= position) return Promise.resolve(true)
      return new Promise((resolve) => {
        const entry = { position, wake }
        const timer = setTimeout(() => wake(false), timeoutMs)
        waiters.add(entry)
        expectProgress()
        function wake(reached: boolean): void {
          clearTimeout(timer)
          waiters.delete(entry)
          resolve(reached)
        }
      })
    },
    async stop() {
      stopListening()
      clearTimeout(standstill)
      for (const entry of waiters) entry.wake(false)
    },
  }
}
