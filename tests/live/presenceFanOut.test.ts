// A change of presence is published when what it needs can be read.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPresenceFanOut } from '#api/live/presenceFanOut.ts'
import type { SocketServer } from '#api/live/socketServer.ts'
import type { PresenceStatus } from '#api/people/presence.ts'

let isAway: boolean
/** In ms. */
let readsTake: number
let status: PresenceStatus
let published: PresenceStatus[]
let errors: number
beforeEach(() => {
  vi.useFakeTimers()
  isAway = false
  readsTake = 0
  status = 'online'
  published = []
  errors = 0
})
afterEach(() => void vi.useRealTimers())

function createChange(): (userId: string) => void {
  const emit = (_: string, news: { status: PresenceStatus }) => published.push(news.status)
  const io = {
    local: { to: () => ({ emit }) },
    sockets: { sockets: new Map(), adapter: { rooms: new Map() } },
  }
  return createPresenceFanOut({
    io: io as unknown as SocketServer['io'],
    statusOf: () => ({ status, lastSeen: null }),
    accountOf: async (id) => ({ id, username: id, email: null, isAdmin: false }),
    async connectionsOf() {
      if (readsTake > 0) await new Promise((resolve) => setTimeout(resolve, readsTake))
      if (isAway) throw new Error('the read models are away')
      return new Set()
    },
    isOpen: false,
    onError: () => (errors += 1),
  })
}

test('A change of presence that could not be published is published when the read models are back, as it is then', async () => {
  const change = createChange()
  change('ann')
  await vi.advanceTimersByTimeAsync(5000)
  expect(published).toEqual(['online'])
  isAway = true
  status = 'away'
  change('ann')
  await vi.advanceTimersByTimeAsync(3000)
  status = 'offline'
  change('ann')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(published).toEqual(['online'])
  // Once every ten seconds, however many changes there were.
  expect(errors).toBeLessThan(10)
  isAway = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect(published).toEqual(['online', 'offline'])
})

test('Changes of presence are published after one that took longer than a second to publish', async () => {
  const change = createChange()
  readsTake = 3000
  change('ann')
  await vi.advanceTimersByTimeAsync(5000)
  readsTake = 0
  status = 'away'
  change('ann')
  await vi.advanceTimersByTimeAsync(5000)
  expect(published).toEqual(['online', 'away'])
})
