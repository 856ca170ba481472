// Random commands that a device decides itself before it sends them: the documents it shows meanwhile are those that the
// server has after the same commands, to the id, the cent and the second. `PROPERTY_RUNS=10000` tries more; a failure
// prints its seed.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idFrom } from '#core/kernel/ids.ts'
import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import { type DecidedCommand, decidePending, deviceOperations } from '#web/platform/replica/decidePending.ts'
import { fetchReplica } from '#tests/replica/device.ts'
import { forEachSeed, RUNS, seedsTimeoutMs } from '#tests/replica/seeds.ts'
import { FRIENDS, RandomRequests, steps, type Friend, type Step } from '#tests/platform/randomRequests.ts'
import type { Client } from '#tests/support/client.ts'
import type { Product } from '#tests/support/product.ts'

const pendingActs: readonly Step['act'][] = [
  'spend',
  'spendFromPool',
  'editExpense',
  'removeExpense',
  'deposit',
  'removeDeposit',
  'pay',
  'undo',
  'addActivity',
  'changeActivity',
  'removeActivity',
  'change',
  'role',
  'handOver',
  'remove',
  'addGuest',
  'changeGuest',
  'removeGuest',
]

test(
  'The documents with pending commands are those of the server after it has done the commands',
  async () => {
    let [changed, refused] = [0, 0]
    await forEachSeed(async (seed, product) => {
      const requests = new RandomRequests(product)
      const [before] = fc.sample(steps, { numRuns: 1, seed })
      for (const step of before!) await requests.send(step)
      const tripId = requests.trips[0]!
      for (const friend of FRIENDS) {
        await product.caughtUp()
        const replica = await fetchReplica(product.as(friend), tripId)
        if (!replica?.documents.trip) continue
        const sent: DecidedCommand[] = []
        const statuses: number[] = []
        const recording = recordingClient(product, friend, tripId, `${seed} ${friend}`, sent, statuses)
        requests.sendAs(recording)
        const [pending] = fc.sample(steps, { numRuns: 1, seed: seed + 1 })
        for (const step of pending!.map(toPending)) await requests.send(step)
        requests.sendAs(null)

        const { documents } = await decidePending(replica, tripId, sent, product.people[friend])
        await product.caughtUp()
        const fresh = await fetchReplica(product.as(friend), tripId)
        expect(documents, `PROPERTY_SEED=${seed}, ${friend}`).toEqual(fresh!.documents)
        changed += statuses.filter((status) => status < 300).length
        refused += statuses.filter((status) => status >= 400).length
      }
    })
    // Enough of each to have proven something.
    expect(changed).toBeGreaterThan(RUNS)
    expect(refused).toBeGreaterThan(RUNS / 10)
  },
  seedsTimeoutMs,
)

const toPending = (step: Step): Step => ({ ...step, act: pendingActs[step.n % pendingActs.length]! })

/** Records each command as the outbox has it, a second after the one before. */
function recordingClient(
  product: Product<Friend>,
  friend: Friend,
  tripId: string,
  name: string,
  sent: DecidedCommand[],
  statuses: number[],
): Client {
  const client = product.as(friend)
  const send: Client['send'] = async (method, path, options = {}) => {
    if (method === 'GET') return client.send(method, path, options)
    product.clock.forward(1000)
    const at = new Date(product.clock()).toISOString()
    const key = idFrom(name, String(statuses.length))
    const { endpoint, params } = endpointOf(method, path)
    // The outbox has a lane for each trip.
    if ((params['tripId'] ?? tripId) === tripId)
      sent.push({ endpoint, params, body: options.body, key, at, ifMatch: undefined })
    const response = await client.send(method, path, { ...options, key })
    statuses.push(response.status)
    return response
  }
  return {
    ...client,
    send,
    get: (path, options) => send('GET', path, options),
    post: (path, body, options) => send('POST', path, { ...options, body }),
    put: (path, body, options) => send('PUT', path, { ...options, body }),
    del: (path, options) => send('DELETE', path, options),
  }
}

function endpointOf(method: string, path: string): { endpoint: Endpoint; params: Params } {
  for (const { endpoint } of deviceOperations) {
    const pattern = new RegExp(`^${endpoint.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
    const match = endpoint.method === method && pattern.exec(path)
    if (match) return { endpoint, params: { ...match.groups } }
  }
  throw new Error(`No operation for ${method} ${path}`)
}
