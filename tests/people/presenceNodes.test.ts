// Presence over several nodes: every node knows it all, and a silent node's people go offline.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type PresenceTracker, createPresenceTracker } from '#api/people/presence.ts'
import { sharePresence } from '#api/people/presenceNodes.ts'
import type { Bus } from '#api/platform/nodes.ts'

/** A channel between the nodes of one process that carries JSON, unless it is cut. */
function createWire() {
  const ends = new Set<{
    node: string
    hear: (topic: string, text: string, from: string) => void
    up: () => void
  }>()
  let isCut = false
  let lossy: string | null = null
  return {
    cut: () => void (isCut = true),
    /** Loses what this node sends, which nobody notices. */
    lose: (node: string | null) => void (lossy = node),
    mend() {
      isCut = false
      for (const { up } of ends) up()
    },
    bus(node: string): Bus {
      const hearing = new Map<string, (news: unknown, node: string) => void>()
      const ups = new Set<() => void>()
      ends.add({
        node,
        hear: (topic, text, from) => hearing.get(topic)?.(JSON.parse(text), from),
        up: () => ups.forEach((listener) => listener()),
      })
      return {
        publish(topic, news) {
          const text = JSON.stringify(news)
          if (!isCut && node !== lossy)
            for (const end of ends) if (end.node !== node) end.hear(topic, text, node)
        },
        subscribe: (topic, listener) => void hearing.set(topic, listener),
        onUp(listener) {
          ups.add(listener)
          listener()
        },
        isUp: () => !isCut,
      }
    },
  }
}

let wire: ReturnType<typeof createWire>
let stops: (() => void)[]
beforeEach(() => {
  vi.useFakeTimers()
  wire = createWire()
  stops = []
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.useRealTimers()
})

/** Starts a node and collects ann's statuses on it; `end` simulates a power cut. */
function start(node: string): {
  presence: PresenceTracker
  changes: string[]
  status: () => string
  end: () => void
} {
  const presence = createPresenceTracker(Date.now)
  const changes: string[] = []
  const status = () => presence.ofUser('ann').status
  presence.onChange((userId) => changes.push(`${userId} ${presence.ofUser(userId).status}`))
  const end = sharePresence(presence, wire.bus(node), Date.now)
  stops.push(end)
  return { presence, changes, status, end }
}

it('A person with a device on one node is online on all nodes, also on a node that starts later', () => {
  const [one, two] = [start('one'), start('two')]
  one.presence.connected('ann', 'phone')
  expect(two.status()).toBe('online')
  expect(start('three').status()).toBe('online')
  expect(two.changes).toEqual(['ann online'])
})

it('A person’s presence is that of their most active device, on whichever node it is', () => {
  const [one, two] = [start('one'), start('two')]
  one.presence.connected('ann', 'phone')
  two.presence.connected('ann', 'laptop')
  one.presence.setStatus('ann', 'phone', 'away')
  expect([one.status(), two.status()]).toEqual(['online', 'online'])
  two.presence.setStatus('ann', 'laptop', 'away')
  expect([one.status(), two.status()]).toEqual(['away', 'away'])
  expect([one.changes, two.changes]).toEqual([
    ['ann online', 'ann away'],
    ['ann online', 'ann away'],
  ])
})

it('A person who changes the node within 15 s stays online', () => {
  const [one, two] = [start('one'), start('two')]
  one.presence.connected('ann', 'phone')
  one.presence.disconnected('ann', 'phone')
  vi.advanceTimersByTime(10_000)
  two.presence.connected('ann', 'phone')
  vi.advanceTimersByTime(60_000)
  expect([one.status(), two.status()]).toEqual(['online', 'online'])
  expect(one.changes).toEqual(['ann online'])
})

it('A person is offline on every node 15 s after the last device disconnects, whatever was asked before', () => {
  const [one, two] = [start('one'), start('two')]
  two.presence.recordRequest('ann', 'session')
  one.presence.connected('ann', 'phone')
  one.presence.disconnected('ann', 'phone')
  vi.advanceTimersByTime(15_000)
  expect([one.status(), two.status()]).toEqual(['offline', 'offline'])
})

it('A person who uses one node is online on the other, and the session counts as used', () => {
  const [one, two] = [start('one'), start('two')]
  one.presence.recordRequest('ann', 'session')
  vi.advanceTimersByTime(1000)
  expect(two.status()).toBe('online')
  expect(two.presence.ofSession('session')).toBe(one.presence.ofSession('session'))
})

it('People on a node that dies go offline after the time in which they can reconnect', () => {
  const [one, two] = [start('one'), start('two')]
  one.presence.connected('ann', 'phone')
  one.end()
  vi.advanceTimersByTime(14_000)
  expect(two.status()).toBe('online')
  vi.advanceTimersByTime(10_000)
  expect(two.status()).toBe('offline')
  expect(two.changes).toEqual(['ann online', 'ann offline'])
})

it('People stay online while the nodes cannot reach each other, and everything is published again afterwards', () => {
  const [one, two] = [start('one'), start('two')]
  one.presence.connected('ann', 'phone')
  wire.cut()
  one.presence.setStatus('ann', 'phone', 'away')
  vi.advanceTimersByTime(120_000)
  expect(two.status()).toBe('online')
  wire.mend()
  expect(two.status()).toBe('away')
})

it('A person whose last device leaves while the nodes cannot reach each other is offline everywhere afterwards', () => {
  const [one, two] = [start('one'), start('two')]
  one.presence.connected('ann', 'phone')
  wire.cut()
  one.presence.disconnected('ann', 'phone')
  vi.advanceTimersByTime(60_000)
  expect([one.status(), two.status()]).toEqual(['offline', 'online'])
  wire.mend()
  expect([one.status(), two.status()]).toEqual(['offline', 'offline'])
})

it('People on a node that is silent for longer than 15 s are online again when it goes on', () => {
  const [one, two] = [start('one'), start('two')]
  one.presence.connected('ann', 'phone')
  wire.lose('one')
  vi.advanceTimersByTime(30_000)
  expect(two.status()).toBe('offline')
  wire.lose(null)
  vi.advanceTimersByTime(5000)
  expect(two.status()).toBe('online')
  expect(one.changes).toEqual(['ann online'])
})

it('A change of presence that is lost is known everywhere within a minute', () => {
  const [one, two] = [start('one'), start('two')]
  one.presence.connected('ann', 'phone')
  one.presence.connected('ben', 'phone')
  one.presence.disconnected('ben', 'phone')
  vi.advanceTimersByTime(12_000)
  wire.lose('one')
  one.presence.setStatus('ann', 'phone', 'away')
  vi.advanceTimersByTime(4000)
  wire.lose(null)
  expect(two.changes).toEqual(['ann online', 'ben online'])
  vi.advanceTimersByTime(60_000)
  expect(two.changes).toEqual(['ann online', 'ben online', 'ann away', 'ben offline'])
})

it('A crowd that needs several messages stays online while its node publishes all of it', () => {
  const [one, two] = [start('one'), start('two')]
  const crowd = Array.from({ length: 1200 }, (_, n) => `friend${n}`)
  for (const name of [...crowd, 'ann']) one.presence.connected(name, 'phone')
  wire.cut()
  one.presence.disconnected('friend7', 'phone')
  vi.advanceTimersByTime(15_000)
  two.changes.length = 0
  wire.mend()
  vi.advanceTimersByTime(120_000)
  expect(two.changes).toEqual(['friend7 offline'])
})

it('Nodes of an older release, which list people without marking a snapshot, run beside newer ones', () => {
  const two = start('two')
  const received: { status?: unknown[]; asks?: true }[] = []
  const old = wire.bus('old')
  old.subscribe('presence', (message) => received.push(message as (typeof received)[number]))
  old.publish('presence', {})
  expect(received).toEqual([{ asks: true }])
  for (const userId of ['ann', 'ben']) old.publish('presence', { status: [[userId, 'online']] })
  expect(two.changes).toEqual(['ann online', 'ben online'])
  two.presence.connected('cat', 'phone')
  old.publish('presence', { asks: true })
  expect(received.at(-1)?.status).toEqual([['cat', 'online']])
})
