// How far the read side is, for whoever waits to see what they wrote: told by the read store, whichever process
// projects into it.

import { START } from '#core/store/eventStore.ts'
import type { ReadStore, Checkpoint } from '#projections/platform/readStore.ts'

export interface Progress {
  /** Whether the read side shows this position within so many ms. */
  reached(position: string, timeoutMs: number): Promise<boolean>
  /** The position shown now. */
  position(): string
  /** Resolves when documents may be shown for the first time. */
  ready: Promise<void>
  isReady(): boolean
  /** Whoever waits is told that it is not shown. */
  stop(): Promise<void>
}

export function watchProgress(readStore: ReadStore): Progress {
  const waiting = new Set<{ position: string; wake: (reached: boolean) => void }>()
  let shown: Checkpoint = { position: START, ready: false }
  let nowReady: () => void
  const ready = new Promise<void>((resolve) => (nowReady = resolve))
  const stopListening = readStore.onCheckpoint(show)
  // Where the store is away it tells what it shows once it is back.
  readStore.checkpoint().then(show, () => undefined)

  function show(now: Checkpoint): void {
    shown = now
    if (!shown.ready) return
    nowReady()
    for (const entry of waiting) if (entry.position <= shown.position) entry.wake(true)
  }

  return {
    ready,
    isReady: () => shown.ready,
    position: () => shown.position,
    reached(position, timeoutMs) {
      if (shown.ready && shown.position >= position) return Promise.resolve(true)
      return new Promise((resolve) => {
        const entry = { position, wake }
        const timer = setTimeout(() => wake(false), timeoutMs)
        waiting.add(entry)
        function wake(reached: boolean): void {
          clearTimeout(timer)
          waiting.delete(entry)
          resolve(reached)
        }
      })
    },
    async stop() {
      stopListening()
      for (const entry of waiting) entry.wake(false)
    },
  }
}
