// Pending commands in memory: for documents that store nothing, and for tests.

import type { OutboxItem } from '#web/platform/outbox/outboxItem.ts'
import type { OutboxStore } from '#web/platform/outbox/outboxStore.ts'

export function createMemoryOutboxStore(): OutboxStore {
  const items = new Map<string, OutboxItem>()
  let order = 0
  const append = (item: OutboxItem): void => {
    items.delete(item.key)
    items.set(item.key, item)
  }
  return {
    all: async () => copyOf([...items.values()]),
    async add(item) {
      const added = structuredClone({ ...item, order: ++order })
      append(added)
      return structuredClone(added)
    },
    async refuse(key, refusal) {
      const item = items.get(key)
      if (item) items.set(key, { ...item, refusal: structuredClone(refusal) })
    },
    async reopen(key) {
      const item = items.get(key)
      if (item) append({ ...item, refusal: null, order: ++order })
    },
    async remove(key) {
      items.delete(key)
    },
  }
}

/** A structuredClone of values it has cloned before, in a fifth of its time: all items are read before each send. */
function copyOf<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf) as T
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) copy[key] = copyOf(value[key as keyof T])
  return copy as T
}
