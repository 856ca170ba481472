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

test('A lane that begins while another ends is sent under the lock', async () => {
  let holders = 0
  const locks = {
    async request(_: string, ...[options, hold]: [LockOptions, () => Promise<void>]) {
      void options
      holders += 1
      await hold()
      holders -= 1
    },
  }
  const lease = webLease(locks as unknown as LockManager, virtualTime())
  let end = () => undefined as void
  const first = lease.run(() => new Promise((resolve) => (end = resolve)))
  await Promise.resolve()
  await new Promise((resolve) => setTimeout(resolve))
  end()
  let holdersMeanwhile = -1
  const second = lease.run(async () => {
    await new Promise((resolve) => setTimeout(resolve))
    holdersMeanwhile = holders
  })
  await Promise.all([first, second])
  expect(holdersMeanwhile).toBe(1)
})
