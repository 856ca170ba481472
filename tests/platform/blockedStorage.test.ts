// A browser that blocks storage, as with all cookies blocked: the session lives as long as the page, and tabs do not
// communicate.

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const denied = () => {
  throw new DOMException('Access is denied for this document', 'SecurityError')
}

beforeAll(() => {
  vi.resetModules()
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('BroadcastChannel', denied)
  vi.stubGlobal('localStorage', { getItem: denied, setItem: denied, removeItem: denied })
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('The token lives as long as the page when the browser blocks storage', async () => {
  const { tokenStorage } = await import('#web/platform/storage/tokenStorage.ts')
  expect(tokenStorage.get()).toBeNull()
  tokenStorage.set('of ann')
  expect(tokenStorage.get()).toBe('of ann')
  tokenStorage.remove()
  expect(tokenStorage.get()).toBeNull()
})

test('No other tab gets a message when the browser blocks storage', async () => {
  const { openTabChannel } = await import('#web/platform/outbox/tabChannel.ts')
  const tabs = openTabChannel()
  const received: unknown[] = []
  const stop = tabs.subscribe((news) => received.push(news))
  tabs.publish({ type: 'changed' })
  stop()
  expect(received).toEqual([])
})
