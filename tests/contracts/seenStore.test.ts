// The memory adapter under the contract; IndexedDB has it in tests/outbox/browser.process.test.ts, inside a browser.

import { describe, test } from 'vitest'
import { memoryCacheStore } from '#web/platform/offlineCache/memoryCacheStore.ts'
import { seenStoreContract } from '#tests/contracts/seenStore.ts'

describe('what was last seen, in memory', () => {
  // oxlint-disable-next-line vitest/expect-expect -- the contract throws by itself
  test.each(Object.entries(seenStoreContract))('%s', async (_, promise) => {
    const store = memoryCacheStore()
    await promise({ store, again: () => store })
  })
})
