// The memory adapter under the contract; IndexedDB has it in tests/outbox/browser.process.test.ts, inside a browser.

import { describe, test } from 'vitest'
import { createMemoryOutboxStore } from '#web/platform/outbox/memoryStore.ts'
import { outboxStoreContract } from '#tests/contracts/outboxStore.ts'

describe('unsent commands in memory', () => {
  // oxlint-disable-next-line vitest/expect-expect -- the contract throws by itself
  test.each(Object.entries(outboxStoreContract))('%s', async (_, promise) => {
    const store = createMemoryOutboxStore()
    await promise({ store, again: async () => store })
  })
})
