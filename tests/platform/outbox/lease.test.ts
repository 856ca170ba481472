// The lock of tabs in a browser that refuses locks.

import { expect, test } from 'vitest'
import { webLease } from '#web/platform/outbox/lease.ts'
import { virtualTime } from '#tests/support/virtualTime.ts'

test('A browser that blocks storage has no locks either, and the work runs without one', async () => {
  // Chromium rejects like this when all cookies are blocked.
  const refuses = () => Promise.reject(new DOMException('Access to the Locks API is denied', 'SecurityError'))
  const lease = webLease({ request: refuses, query: refuses }, virtualTime())
  const done: string[] = []
  await lease.run(async (lost) => void done.push(`first, lost: ${lost.aborted}`))
  await lease.run(async (lost) => void done.push(`second, lost: ${lost.aborted}`))
  expect(done).toEqual(['first, lost: false', 'second, lost: false'])
})
