// What one event costs where many change feeds are open: as much as those of its trip, or of its person.

import type { Readable } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import { createProductCodec } from '#api/platform/productCodec.ts'
import { createTripChanges } from '#api/trips/changes.ts'
import { HttpError } from '#api/platform/http/httpError.ts'
import type { AuthenticatedRequest, Authenticator } from '#api/platform/http/route.ts'
import { trip } from '#tests/money/deciderFixture.ts'
import { added, expense, party, user } from '#tests/money/records.ts'
import { meta } from '#tests/contracts/logDriver.ts'

const OTHERS = 500
const codec = createProductCodec()
/** Of all sets, those of Node.js included. */
const MOST = 10
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function createFeeds({
  store = createMemoryEventStore(),
  waitForPosition = async () => true,
}: { store?: ReturnType<typeof createMemoryEventStore>; waitForPosition?: () => Promise<boolean> } = {}) {
  const checked: string[] = []
  const authenticate = vi.fn<Authenticator['authenticate']>()
  const state = async (_: unknown, id: string) => {
    checked.push(id)
    const participants = ['ann', 'bob', 'cat'].map((userId) => ({ ...trip.participants[0]!, id: userId }))
    return { trip: { ...trip, id, participants } }
  }
  const changes = createTripChanges({
    store,
    codec,
    reader: { state } as unknown as StreamReader,
    authenticator: { authenticate },
    waitForPosition,
    prefixes: ['trip-', 'money-'],
    clock: () => 0,
  })
  const open = async (tripId: string, userId: string, lastEventId?: string) => {
    const by = { id: userId, username: userId }
    const session = { expiresAt: 1 }
    const incoming = { params: { tripId }, by, session, lastEventId } as unknown as AuthenticatedRequest
    const { body } = await (changes.route.handler as (of: typeof incoming) => Promise<{ body: Readable }>)(
      incoming,
    )
    let text = ''
    body.on('data', (part: Buffer) => (text += part.toString()))
    return Object.assign(() => text, { hasEnded: () => body.destroyed })
  }
  return { changes, checked, authenticate, open }
}

/** Everything that was sent has arrived. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

async function openFeeds() {
  const { changes, checked, authenticate, open } = createFeeds()
  const [ann, bob] = [await open('a', 'ann'), await open('a', 'bob')]
  for (let n = 0; n < OTHERS; n++) await open(`other ${n}`, 'cat')
  // Each feed has asked the log where it begins.
  await settled()
  checked.length = 0
  authenticate.mockReset()
  return { changes, checked, authenticate, ann, bob }
}

/** The elements of all sets that are passed over meanwhile. */
async function elementsPassed(act: () => Promise<void>): Promise<number> {
  let passed = 0
  const iterate = Set.prototype[Symbol.iterator]
  vi.spyOn(Set.prototype, Symbol.iterator).mockImplementation(function* (this: Set<unknown>) {
    for (const element of { [Symbol.iterator]: () => iterate.call(this) }) {
      passed++
      yield element
    }
    return undefined
  })
  await act()
  vi.restoreAllMocks()
  return passed
}

test('An event is checked for and sent to the feeds of its trip alone, and passes over no others', async () => {
  const { changes, checked, ann, bob } = await openFeeds()
  const dinner = added(expense('dinner', party('ann'), 1000, [user('ann')]))
  const event = {
    ...dinner,
    stream: 'money-a',
    revision: 0,
    position: '0000000000000001',
    meta: { ...meta, v: codec.version(dinner.type) },
  }
  expect(await elementsPassed(() => changes.onEvent(event))).toBeLessThan(MOST)
  expect(new Set(checked)).toEqual(new Set(['a']))
  await expect.poll(() => [ann(), bob()].filter((text) => text.includes('event: ')).length).toBe(2)
  changes.close()
})

test('The end of a session ends the feeds of its person, and passes over no others', async () => {
  const { changes, authenticate, ann, bob } = await openFeeds()
  authenticate.mockRejectedValue(new HttpError(401, 'INVALID_TOKEN', 'The session has ended'))
  expect(await elementsPassed(() => changes.recheckSessions('ann'))).toBeLessThan(MOST)
  expect(authenticate).toHaveBeenCalledOnce()
  await expect.poll(ann).toContain('event: revoked')
  expect(bob()).not.toContain('revoked')
  changes.close()
})

test('A feed that two events end at once ends without an error', async () => {
  const { changes, authenticate, ann } = await openFeeds()
  authenticate.mockRejectedValue(new HttpError(401, 'INVALID_TOKEN', 'The session has ended'))
  await Promise.all([changes.recheckSessions('ann'), changes.recheckSessions('ann')])
  await settled()
  expect(ann().match(/event: revoked/g)).toHaveLength(1)
  changes.close()
})

test('Heartbeats are sent to each feed 20 seconds after it opened, not to all at once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { changes, open } = createFeeds()
  const comments = (text: () => string) => text().split(':\n\n').length - 1
  const ann = await open('a', 'ann')
  await vi.advanceTimersByTimeAsync(5000)
  const bob = await open('a', 'bob')
  await vi.advanceTimersByTimeAsync(15_000)
  await settled()
  expect([comments(ann), comments(bob)]).toEqual([2, 1])
  await vi.advanceTimersByTimeAsync(5000)
  await settled()
  expect([comments(ann), comments(bob)]).toEqual([2, 2])
  changes.close()
})

test('A feed that resumes reads little more than what its client has missed', async () => {
  const store = createMemoryEventStore()
  const events = Array.from({ length: 600 }, (_, n) => ({
    ...added(expense(`e${n}`, party('ann'), 100, [user('ann')])),
    meta: { ...meta, v: codec.version('ExpenseAdded') },
  }))
  const { position: old } = await store.append('money-a', -1, events.slice(0, 99))
  const { position } = await store.append('money-a', 98, events.slice(99))
  let read = 0
  const counting: typeof store = {
    ...store,
    async read(...asked) {
      const found = await store.read(...asked)
      read += found.length
      return found
    },
  }
  const { changes, open } = createFeeds({ store: counting })
  await open('a', 'ann', position)
  await expect.poll(() => read).toBe(1)
  await store.append('money-a', 599, events.slice(0, 2))
  read = 0
  const ann = await open('a', 'ann', position)
  await expect.poll(() => ann().split('event: change').length - 1).toBe(2)
  expect(read).toBeLessThanOrEqual(9)
  const late = await open('a', 'ann', old)
  await expect.poll(late).toContain('event: resync')
  changes.close()
})

test('A change that the read models do not include in time is not sent: the feed ends, and the client resumes before it', async () => {
  const { changes, open } = createFeeds({ waitForPosition: async () => false })
  const ann = await open('a', 'ann')
  await settled()
  const dinner = added(expense('dinner', party('ann'), 1000, [user('ann')]))
  const event = { ...dinner, stream: 'money-a', revision: 0, position: '1'.padStart(20, '0'), meta }
  await changes.onEvent(event)
  await settled()
  expect(ann()).not.toContain('ExpenseAdded')
  expect(ann.hasEnded()).toBe(true)
})
