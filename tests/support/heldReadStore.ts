// A read store that a test can pause, like a slow machine or a long rebuild: the log continues, the read models do not.

import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'

export interface HeldReadStore extends ReadStore {
  hold(): void
  release(): void
}

export function createHeldReadStore(): HeldReadStore {
  const inner = createMemoryReadStore()
  let held = Promise.resolve()
  let release = () => {}
  return {
    ...inner,
    async commit(batch) {
      await held
      await inner.commit(batch)
    },
    hold: () => void (held = new Promise((resolve) => (release = resolve))),
    release: () => release(),
  }
}
