// A read store with frozen documents, so that a projection that mutates a stored document fails. It lists all its
// documents.

import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'

export interface FrozenReadStore extends ReadStore {
  /** `projection key` → document, parsed from JSON. */
  all(): Record<string, unknown>
}

export function createFrozenReadStore(): FrozenReadStore {
  const inner = createMemoryReadStore()
  const docs = new Map<string, unknown>()
  return {
    ...inner,
    commit(batch) {
      for (const { projection, key, doc } of batch.writes)
        if (doc === null) docs.delete(`${projection.name} ${key}`)
        else docs.set(`${projection.name} ${key}`, freeze(doc))
      return inner.commit(batch)
    },
    all: () => JSON.parse(JSON.stringify(Object.fromEntries(docs))) as Record<string, unknown>,
  }
}

function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const each of Object.values(value)) freeze(each)
  return value
}
