// A read store that a test can pause, like a slow machine or a long rebuild: the log continues, the read models do not.

import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'

export interface PausableReadStore extends ReadStore {
  pause(): void
  resume(): void
}

export function createPausableReadStore(): PausableReadStore {
  const inner = createMemoryReadStore()
  let paused = Promise.resolve()
  let release = () => {}
  return {
    ...inner,
    async commit(batch) {
      await paused
      await inner.commit(batch)
    },
    pause: () => void (paused = new Promise((resolve) => (release = resolve))),
    resume: () => release(),
  }
}
