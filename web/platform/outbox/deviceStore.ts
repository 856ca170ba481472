// Where this device keeps unsent commands: IndexedDB, or memory where the browser keeps nothing for the page.

import { openIndexedDbOutboxStore } from '#web/platform/outbox/indexedDbStore.ts'
import { createMemoryOutboxStore } from '#web/platform/outbox/memoryStore.ts'
import type { OutboxStore } from '#web/platform/outbox/outboxStore.ts'

/** Opens at once; whatever is asked of it meanwhile waits. */
export function deviceOutboxStore(): OutboxStore {
  const opened = openIndexedDbOutboxStore().catch(createMemoryOutboxStore)
  return {
    all: async () => (await opened).all(),
    add: async (item) => (await opened).add(item),
    refuse: async (key, refusal) => (await opened).refuse(key, refusal),
    reopen: async (key) => (await opened).reopen(key),
    remove: async (key) => (await opened).remove(key),
  }
}
