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
  const { keptToken } = await import('#web/platform/keptToken.ts')
  expect(keptToken.get()).toBeNull()
  keptToken.set('of ann')
  expect(keptToken.get()).toBe('of ann')
  keptToken.remove()
  expect(keptToken.get()).toBeNull()
})

test('no tab is told anything', async () => {
  const { channelTabs } = await import('#web/platform/outbox/tabs.ts')
  const tabs = channelTabs()
  const heard: unknown[] = []
  const stop = tabs.hear((news) => heard.push(news))
  tabs.tell({ type: 'changed' })
  stop()
  expect(heard).toEqual([])
})
