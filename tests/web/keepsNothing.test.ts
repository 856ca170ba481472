// A browser that keeps nothing for the page, as with all cookies blocked: whoever signs in stays it as long as the
// page lives, and the tabs tell each other nothing.

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

test('the token lasts as long as the page', async () => {
  const { tokenStorage } = await import('#web/platform/tokenStorage.ts')
  expect(tokenStorage.get()).toBeNull()
  tokenStorage.set('of ann')
  expect(tokenStorage.get()).toBe('of ann')
  tokenStorage.remove()
  expect(tokenStorage.get()).toBeNull()
})

test('no tab is told anything', async () => {
  const { openTabChannel } = await import('#web/platform/outbox/tabChannel.ts')
  const tabs = openTabChannel()
  const heard: unknown[] = []
  const stop = tabs.subscribe((news) => heard.push(news))
  tabs.publish({ type: 'changed' })
  stop()
  expect(heard).toEqual([])
})
