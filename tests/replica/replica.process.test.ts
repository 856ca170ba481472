// Random commands of four friends, and devices that open their trips at any moment, lose their connection and get changes
// twice: at rest each device has what a new snapshot has, and shows what fresh GETs return. `PROPERTY_RUNS=10000` tries
// more; a failure prints its seed.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { participantsOf } from '#core/money/expenseParticipants.ts'
import { POOL_MODES } from '#core/money/responses.ts'
import { expenseResponses, toPaymentResponse } from '#core/money/toResponse.ts'
import { expenseRecords, paymentRecords } from '#projections/replica/moneyRecords.ts'
import {
  balancesResponse,
  poolResponse,
  settlementResponse,
  summaryResponse,
} from '#projections/replica/moneyResponses.ts'
import { resolvedDocuments } from '#projections/replica/resolvedDocuments.ts'
import { type ExistingTrip, itineraryResponse, tripResponse } from '#projections/replica/tripResponses.ts'
import type { TripReplica } from '#projections/replica/tripReplica.ts'
import { fetchReplica, openDevice, type Device } from '#tests/replica/device.ts'
import { forEachSeed, RUNS, seedsTimeoutMs } from '#tests/replica/seeds.ts'
import { RandomRequests, steps, type Friend, type Step } from '#tests/platform/randomRequests.ts'
import { expectSuccess } from '#tests/support/client.ts'
import type { Product } from '#tests/support/product.ts'
import { longTimeout } from '#tests/support/timeout.ts'

test(
  'At rest, a device’s copy of a trip equals a new snapshot, and its responses equal fresh GETs, for every role',
  async () => {
    const shown = { organizer: 0, co_organizer: 0, member: 0, none: 0 }
    await forEachSeed(async (seed, product) => {
      const [story] = fc.sample(steps, { numRuns: 1, seed })
      const devices = await play(story!, product)
      await product.caughtUp()
      for (const [name, device] of devices) {
        const [friend, tripId] = name.split(' ') as [Friend, string]
        const fresh = await fetchReplica(product.as(friend), tripId)
        const role = fresh?.documents.trip?.participants.find(
          ({ id }) => id === product.people[friend].id,
        )?.role
        shown[role ?? 'none'] += 1
        await expect
          .poll(() => device.replica() && withoutPosition(device.replica()!), longTimeout)
          .toEqual(fresh && withoutPosition(fresh))
          .catch((error: Error) => {
            throw new Error(`PROPERTY_SEED=${seed}, ${friend}: ${error.message}`)
          })
        if (fresh) await expectFreshResponses(product, friend, tripId, device.replica()!)
        device.close()
      }
    })
    // Enough of each to have proven something.
    for (const count of Object.values(shown)) expect(count).toBeGreaterThan(RUNS / 50)
  },
  seedsTimeoutMs,
)

const withoutPosition = ({ revisions, documents }: TripReplica) => ({ revisions, documents })

/** Sends the requests of a story, and opens devices meanwhile: friend and trip → device. */
async function play(story: readonly Step[], product: Product<Friend>) {
  const requests = new RandomRequests(product)
  const devices = new Map<string, Device>()
  for (const step of story) {
    await requests.send(step)
    const { whom, n } = step
    const tripId = requests.trips[n % requests.trips.length]!
    const name = `${whom} ${tripId}`
    const device = devices.get(name)
    if (device && n % 3 === 0) await device.reconnect()
    else if (!device) {
      const userId = product.people[whom].id
      const options = { port: product.port, client: product.as(whom), userId, tripId }
      devices.set(name, await openDevice(options, () => 1 + (n % 2)))
    }
  }
  // A person who was invited again opens the trip again.
  for (const device of devices.values()) if (device.replica() === null) await device.reconnect()
  return devices
}

async function expectFreshResponses(
  product: Product<Friend>,
  friend: Friend,
  tripId: string,
  replica: TripReplica,
): Promise<void> {
  const path = `/trips/${tripId}`
  const get = async (query: string) => expectSuccess(await product.as(friend).get(path + query))
  const userId = product.people[friend].id
  const documents = resolvedDocuments(replica.documents as ExistingTrip)
  // A device has the people of a trip beside its expenses, and the API names them in each.
  const { guests } = (await get('/all-participants')).participants
  const responses = {
    '': { trip: tripResponse(documents, userId) },
    '/itinerary': { itinerary: itineraryResponse(documents) },
    '/expenses': {
      expenses: expenseRecords(documents)
        .map(expenseResponses(documents.trip))
        .map(participantsOf(documents.trip, guests)),
    },
    '/expense-summary': { summary: summaryResponse(documents, userId) },
    '/balances': { balances: balancesResponse(documents) },
    '/pool': poolResponse(documents, userId),
    '/payments': {
      payments: paymentRecords(documents).map((record) => toPaymentResponse(record, documents.trip)),
    },
  }
  for (const [query, response] of Object.entries(responses)) expect(await get(query)).toEqual(response)
  for (const mode of POOL_MODES)
    expect(await get(`/settlement?poolBalanceHandling=${mode}`)).toEqual({
      settlement: settlementResponse(documents, mode),
    })
}
