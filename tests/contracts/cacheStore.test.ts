// Runs the contract over the memory adapter. tests/platform/outbox/browser.process.test.ts runs it over IndexedDB,
// inside a browser.

import { describe, test } from 'vitest'
import { memoryCacheStore } from '#tests/support/memoryCacheStore.ts'
import { cacheStoreContract } from '#tests/contracts/cacheStore.ts'

describe('offline cache in memory', () => {
  // oxlint-disable-next-line vitest/expect-expect -- the contract throws by itself
  test.each(Object.entries(cacheStoreContract))('%s', async (_, promise) => {
    const store = memoryCacheStore()
    await promise({ store, again: () => store })
  })
})
