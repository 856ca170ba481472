// Runs the contract over the memory adapter. tests/platform/outbox/browser.process.test.ts runs it over IndexedDB,
// inside a browser.

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
