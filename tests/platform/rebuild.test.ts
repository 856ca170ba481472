// After any requests, the projections built event by event equal those rebuilt at once, and so does every response read
// from them.

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type StoredEvent, START } from '#core/store/eventStore.ts'
import { idIn } from '#projections/platform/projection.ts'
import type { TripsOfPerson } from '#projections/trips/tripsOfPerson.ts'
import { createClient } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { expectChains } from '#tests/store/chain.ts'
import { type FrozenReadStore, createFrozenReadStore } from '#tests/platform/frozenReadStore.ts'
import { type Friend, FRIENDS, RandomRequests, steps } from '#tests/platform/randomRequests.ts'
import { longTimeout } from '#tests/support/timeout.ts'

let product: Product<Friend>
let readStore: FrozenReadStore
const everWritten: StoredEvent[] = []
const stop = new AbortController()

beforeAll(async () => {
  readStore = createFrozenReadStore()
  product = await startProduct({ people: FRIENDS, readStore })
  void (async () => {
    for await (const batch of product.store.subscribe({ after: START, signal: stop.signal }))
      everWritten.push(...batch)
  })()
})
afterAll(async () => {
  stop.abort()
  await product.stop()
})

/** A second server over the same log, whose read models are built from the beginning. */
async function rebuilt() {
  const fresh = createFrozenReadStore()
  const server = await startProduct({ people: [], store: product.store, readStore: fresh })
  await server.caughtUp()
  return { docs: fresh.all(), port: server.port, stop: server.stop }
}

/** Removes the ids of a deleted trip that a server that projected it still has: they lead nowhere. */
function withoutDeadEnds(docs: Record<string, unknown>): Record<string, unknown> {
  const exists = (tripId: string) => `trips ${tripId}` in docs
  const leads = (stream: string) => exists(idIn(stream)) || `conversations ${idIn(stream)}` in docs
  const kept = Object.entries(docs).flatMap(([name, doc]): [string, unknown][] => {
    if (name.startsWith('tripOf ')) return leads(String(doc)) ? [[name, doc]] : []
    if (!name.startsWith('tripsOfPerson ')) return [[name, doc]]
    const { tripIds, invitationTripIds } = doc as TripsOfPerson
    const existing = {
      tripIds: tripIds.filter(exists),
      invitationTripIds: invitationTripIds.filter(exists),
    }
    return existing.tripIds.length + existing.invitationTripIds.length > 0 ? [[name, existing]] : []
  })
  return Object.fromEntries(kept)
}

const readsOf = (tripIds: readonly string[]): string[] => [
  '/users',
  '/trips?limit=100',
  '/trip-invitations?limit=100',
  ...tripIds.flatMap((id) =>
    [
      '',
      '/all-participants',
      '/guest-participants',
      '/itinerary',
      '/expenses',
      '/expense-summary',
      '/balances',
      '/pool',
      '/payments',
      '/settlement',
      '/settlement?poolBalanceHandling=equal',
      '/settlement?poolBalanceHandling=reserved',
    ].map((at) => `/trips/${id}${at}`),
  ),
]

async function responses(port: number, tripIds: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const name of FRIENDS) {
    const client = createClient(port, product.as(name).token)
    for (const path of readsOf(tripIds)) {
      const { status, text: received } = await client.get(path)
      // Each server has its own presence and its own request ids.
      const text = received.replace(/"(status":"\w+line"|lastSeen":("[^"]*"|null)|requestId":"[^"]*")/g, '')
      found.push(`${name} ${path} ${status} ${text}`)
    }
  }
  return found
}

/** Waits until only the closing events of each deleted trip are left. */
async function erased(tripIds: readonly string[]): Promise<void> {
  const isDone = async (id: string) => {
    const [first] = await product.store.read(`trip-${id}`, { limit: 1 })
    const [money] = await product.store.read(`money-${id}`, { limit: 1 })
    const [last] = await product.store.read(`trip-${id}`, { backward: true, limit: 1 })
    return (
      last?.type !== 'TripDeleted' || (first?.revision === last.revision && money?.type === 'StreamErased')
    )
  }
  await vi.waitUntil(async () => (await Promise.all(tripIds.map(isDone))).every(Boolean), longTimeout)
}

describe('random requests', () => {
  const runs = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 6), seed: 20260502, endOnFailure: true }
  it('The read models and the responses equal those of a rebuild, and every stream is one hash chain', async () => {
    let done = 0
    await fc.assert(
      fc.asyncProperty(steps, async (randomSteps) => {
        const randomRequests = new RandomRequests(product)
        for (const step of randomSteps) {
          product.clock.forward(1000)
          const response = await randomRequests.send(step)
          expect(response?.status ?? 200, response?.text).toBeLessThan(500)
          if (response && response.status < 300) done++
        }
        await erased(randomRequests.trips)
        await product.caughtUp()
        const other = await rebuilt()
        expect(withoutDeadEnds(other.docs)).toEqual(withoutDeadEnds(readStore.all()))
        expect(await responses(other.port, randomRequests.trips)).toEqual(
          await responses(product.port, randomRequests.trips),
        )
        await other.stop()
        expectChains(everWritten)
      }),
      runs,
    )
    expect(done / runs.numRuns, 'enough of it was allowed').toBeGreaterThan(10)
    const failures = product.logLines.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)
    expect(failures, 'no projection gave up, no follower failed').toEqual([])
  })
})
