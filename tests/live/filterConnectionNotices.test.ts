// Which notices of the connection are shown, over several openings of the app on one device.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notices } from '#web/chat/engine/live/notices.ts'
import { filterConnectionNotices } from '#web/chat/state/liveConnection.ts'

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

/** The texts shown in one opening of the app. */
function shownTo(userId: string, ...given: (typeof notices.connected)[]): string[] {
  const shown: string[] = []
  const publish = filterConnectionNotices(userId, ({ text }) => shown.push(text))
  given.forEach(publish)
  return shown
}

const CONNECTED = 'Connected to real-time messaging'

test('The connection is announced at the first opening after a log-in, and not at the next ones', () => {
  expect(shownTo('ann', notices.connected)).toEqual([CONNECTED])
  expect(shownTo('ann', notices.connected)).toEqual([])
  expect(shownTo('ben', notices.connected)).toEqual([CONNECTED])
})

test('After a failure it is announced at every opening', () => {
  shownTo('ann', notices.connected)
  const failed = notices.connectFailure('refused')
  expect(shownTo('ann', failed, notices.connected)).toEqual([failed.text, CONNECTED])
})

test('A lost and a restored connection are always announced', () => {
  shownTo('ann', notices.connected)
  const all = [notices.connected, notices.transportClose, notices.reconnected]
  expect(shownTo('ann', ...all)).toEqual(['Connection lost', 'Reconnected to messaging'])
})
