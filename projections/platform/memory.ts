// The read store of a single process: rebuilt from the log at each start, so it has nothing to lose.

import { START } from '#core/store/eventStore.ts'
import type { Batch, ReadStore } from '#projections/platform/readStore.ts'
import type { AnyView } from '#projections/platform/view.ts'

export function createMemoryReadStore(): ReadStore {
  const docs = new Map<string, Map<string, unknown>>()
  const listeners = new Set<(batch: Batch) => void>()
  let position = START

  const of = ({ name, version }: AnyView): Map<string, unknown> => {
    const id = `${name}@${version}`
    let known = docs.get(id)
    if (!known) docs.set(id, (known = new Map()))
    return known
  }

  return {
    get: async (view, key) => (of(view).get(key) as never) ?? null,
    getMany: async (view, keys) => keys.map((key) => (of(view).get(key) as never) ?? null),
    position: async () => position,
    async commit(batch) {
      for (const { view, key, doc } of batch.writes)
        if (doc === null) of(view).delete(key)
        else of(view).set(key, doc)
      position = batch.position
      for (const listener of listeners) listener(batch)
    },
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
