// The browser's lock where the browser has it for nobody.

import { expect, test } from 'vitest'
import { webLease } from '#web/platform/outbox/lease.ts'
import { virtualTime } from '#tests/support/virtualTime.ts'

test('a browser that keeps nothing for the page has no locks either, and the work is done without', async () => {
  // Chromium with all cookies blocked.
  const refuses = () => Promise.reject(new DOMException('Access to the Locks API is denied', 'SecurityError'))
  const lease = webLease({ request: refuses, query: refuses }, virtualTime())
  const done: string[] = []
  await lease.run(async (lost) => void done.push(`first, lost: ${lost.aborted}`))
  await lease.run(async (lost) => void done.push(`second, lost: ${lost.aborted}`))
  expect(done).toEqual(['first, lost: false', 'second, lost: false'])
})
