// A read side that can be held back, as a slow machine or a long rebuild would: the log goes on, the views do not.

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
