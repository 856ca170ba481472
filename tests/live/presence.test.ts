// Presence on the server: online at once, offline with a delay, that of the most active device, and published to people
// who may see it.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type PresenceTracker, createPresenceTracker } from '#api/people/presence.ts'
import { keepPresenceTimes } from '#api/people/presenceTimes.ts'
import type { PresenceTimesStore } from '#api/platform/nodes.ts'
import { startDirect } from '#tests/chat/requests.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { startProduct } from '#tests/support/product.ts'

describe('what is stored of it', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  /** Stores in memory what a crash does not lose. */
  function createMemory() {
    const stored = new Map<string, number>()
    const memory = { stored, saves: 0, isAway: false }
    const store: PresenceTimesStore = {
      load: async () => new Map(stored),
      async save(times) {
        memory.saves += 1
        if (memory.isAway) throw new Error('away')
        for (const [id, at] of times) stored.set(id, at)
      },
    }
    return { ...{ memory, store }, start: () => startTracker(store) }
  }

  async function startTracker(store: PresenceTimesStore) {
    const presence = createPresenceTracker(Date.now)
    const stop = keepPresenceTimes(presence, store, () => undefined)
    await vi.advanceTimersByTimeAsync(0)
    return { presence, stop }
  }

  it('After a crash the times are at most a minute old, also of a person who only had the app open', async () => {
    const { start } = createMemory()
    const { presence } = await start()
    presence.recordRequest('ann', 'session of ann')
    presence.connected('ben', 'phone')
    await vi.advanceTimersByTimeAsync(10 * 60_000 + 59_999)
    const annSeen = new Date(Date.now() - 10 * 60_000 - 59_999).toISOString()
    const again = (await start()).presence
    expect(again.ofUser('ann')).toEqual({ status: 'offline', lastSeen: annSeen })
    expect(again.ofSession('session of ann')).toBe(annSeen)
    const benSeen = Date.parse(again.ofUser('ben').lastSeen!)
    expect(Date.now() - benSeen).toBe(59_999)
  })

  it('Nothing is stored while nobody is there, and what a failure kept from being stored is stored later', async () => {
    const { memory, start } = createMemory()
    const { presence, stop } = await start()
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(memory.saves).toBe(0)
    presence.recordRequest('ann', 'session')
    memory.isAway = true
    await vi.advanceTimersByTimeAsync(60_000)
    expect(memory.saves).toBe(1)
    memory.isAway = false
    await stop()
    expect([...memory.stored.keys()].toSorted()).toEqual(['ann', 'session'])
  })

  it('A time from before the start makes nobody online, and does not replace a newer one', async () => {
    const { memory, store } = createMemory()
    memory.stored.set('ann', Date.now() - 1000).set('ben', Date.now() - 1000)
    const presence = createPresenceTracker(Date.now)
    presence.recordRequest('ben', 'session')
    const now = new Date().toISOString()
    void keepPresenceTimes(presence, store, () => undefined)
    await vi.advanceTimersByTimeAsync(0)
    expect(presence.ofUser('ann').status).toBe('offline')
    expect(presence.ofUser('ben')).toEqual({ status: 'online', lastSeen: now })
  })
})

describe('a person', () => {
  let presence: PresenceTracker
  let changes: string[]
  const status = () => presence.ofUser('ann').status

  beforeEach(() => {
    vi.useFakeTimers()
    presence = createPresenceTracker(Date.now)
    changes = []
    presence.onChange((userId) => changes.push(`${userId} ${presence.ofUser(userId).status}`))
  })
  afterEach(() => vi.useRealTimers())

  it('A person is online as soon as one device connects, and offline 15 s after the last one disconnects', () => {
    presence.connected('ann', 'phone')
    presence.connected('ann', 'laptop')
    presence.disconnected('ann', 'phone')
    presence.disconnected('ann', 'laptop')
    vi.advanceTimersByTime(14_999)
    expect(status()).toBe('online')
    vi.advanceTimersByTime(1)
    expect(status()).toBe('offline')
    expect(changes).toEqual(['ann online', 'ann offline'])
  })

  it('A person who returns within 15 s stays online', () => {
    presence.connected('ann', 'phone')
    presence.disconnected('ann', 'phone')
    vi.advanceTimersByTime(14_000)
    presence.connected('ann', 'phone again')
    vi.advanceTimersByTime(60_000)
    expect([status(), changes]).toEqual(['online', ['ann online']])
  })

  it('A person’s presence is that of their most active device', () => {
    presence.connected('ann', 'phone')
    presence.connected('ann', 'laptop')
    presence.setStatus('ann', 'phone', 'away')
    expect(status()).toBe('online')
    presence.setStatus('ann', 'laptop', 'away')
    expect(status()).toBe('away')
    presence.setStatus('ann', 'laptop', 'offline')
    expect(status()).toBe('away')
    presence.setStatus('ann', 'phone', 'online')
    presence.disconnected('ann', 'phone')
    expect(status()).toBe('offline')
    expect(changes).toEqual(['ann online', 'ann away', 'ann online', 'ann offline'])
  })

  it('A person’s presence ignores a device that is not connected', () => {
    presence.setStatus('ann', 'phone', 'online')
    presence.connected('ann', 'laptop')
    presence.setStatus('ann', 'phone', 'away')
    presence.disconnected('ann', 'phone')
    expect([status(), changes]).toEqual(['online', ['ann online']])
  })

  it('A person without a socket is online for a minute after their last request', () => {
    expect(presence.ofUser('ann')).toEqual({ status: 'offline', lastSeen: null })
    presence.recordRequest('ann', 'session')
    vi.advanceTimersByTime(60_000)
    expect(status()).toBe('online')
    vi.advanceTimersByTime(1)
    expect(status()).toBe('offline')
  })
})

describe('user_presence', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('The event user_presence goes to everybody with an open directory, and contacts show the same', async () => {
    const product = await startProduct({ people: ['ann', 'ben'] })
    const ben = await product.listen('ben')
    const ann = await product.listen('ann')
    const { id } = product.people.ann
    const told = await ben.waitFor('user_presence', ({ user_id: who }) => who === id)
    expect(told).toMatchObject({ username: 'ann', status: 'online' })
    product.clock.forward(60_001)
    expect(expectSuccess(await product.as('ben').get(`/users/${id}`)).data.status).toBe('online')
    ann.emit('update_presence', { status: 'away' })
    await ann.settled()
    vi.advanceTimersByTime(1000)
    await ben.waitFor('user_presence', ({ user_id: who, status }) => who === id && status === 'away')
    expect(expectSuccess(await product.as('ben').get(`/users/${id}`)).data.status).toBe('away')
    await product.stop()
  })

  it('The event user_presence goes to people of shared trips and conversations only, with a limited directory', async () => {
    const product = await startProduct({ people: ['ann', 'ben', 'cat'], env: { DIRECTORY: 'connections' } })
    await startDirect(product.as('ann'), product.people.ben.id)
    const [ben, cat] = [await product.listen('ben'), await product.listen('cat')]
    await product.listen('ann')
    await ben.waitFor('user_presence', ({ username }) => username === 'ann')
    await cat.settled()
    expect(cat.payloadsOf('user_presence').map(({ username }) => username)).toEqual(['cat'])
    await product.stop()
  })

  it('The event user_presence of a person is sent at most once a second, ending with the final state', async () => {
    const product = await startProduct({ people: ['ann', 'ben'] })
    const [ben, ann] = [await product.listen('ben'), await product.listen('ann')]
    const { id } = product.people.ann
    await ben.waitFor('user_presence', ({ user_id: who }) => who === id)
    for (let n = 0; n < 20; n++) ann.emit('update_presence', { status: n % 2 === 0 ? 'away' : 'online' })
    ann.emit('update_presence', { status: 'away' })
    await ann.settled()
    const toldOfAnn = async () => {
      await ben.settled()
      return ben.payloadsOf('user_presence').flatMap(({ user_id: who, status }) => (who === id ? status : []))
    }
    vi.advanceTimersByTime(999)
    expect(await toldOfAnn()).toEqual(['online'])
    vi.advanceTimersByTime(1)
    expect(await toldOfAnn()).toEqual(['online', 'away'])
    await product.stop()
  })
})
