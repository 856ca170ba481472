// Commands in the metrics and in the log of the server, each under its own name.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventStore } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { createMetrics } from '#api/platform/metrics.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { testClock } from '#tests/support/clock.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { aTrip, anExpense } from '#tests/authorization/scenario.ts'

const token = 'only-for-the-operator'
let isAway = false
let product: Product<'ann' | 'ben'>
beforeAll(async () => {
  const clock = testClock()
  const memory = createMemoryEventStore()
  const store: EventStore = {
    ...memory,
    append: (...args) => (isAway ? Promise.reject(new Error('The disk is gone')) : memory.append(...args)),
  }
  const env = { METRICS_TOKEN: token }
  product = await startProduct({ people: ['ann', 'ben'], clock, store, env, metrics: createMetrics(clock) })
})
afterAll(() => product.stop())

/** The number of commands with this name and outcome in `/metrics`. */
async function counted(command: string, outcome: string): Promise<number> {
  const response = await fetch(`${product.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const series = `trips_command_seconds_count{command="${command}",outcome="${outcome}"} `
  const line = (await response.text()).split('\n').find((one) => one.startsWith(series))
  return line ? Number(line.slice(series.length)) : 0
}

const lines = (requestId: unknown) =>
  product.logLines.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId)

test('An expense, a deposit and a message count and are logged as AddExpense, ContributeToPool and SendMessage', async () => {
  const ann = product.as('ann')
  const tripId = expectSuccess(await ann.post('/trips', aTrip)).trip.id as string
  const started = await ann.post('/conversations', {
    type: 'direct',
    participant_ids: [product.people.ben.id],
  })
  const talk = expectSuccess(started).conversation.id as string
  const sent = {
    AddExpense: ['/expenses', { ...anExpense, sharedBy: [product.people.ann.id] }],
    ContributeToPool: ['/pool/contribute', { amount: 20 }],
    SendMessage: ['/messages', { content: 'Hello' }],
  } as const
  for (const [name, [path, body]] of Object.entries(sent)) {
    const thing = name === 'SendMessage' ? `/conversations/${talk}` : `/trips/${tripId}`
    const response = await ann.post(thing + path, body)
    expect(response.status, response.text).toBe(201)
    expect(await counted(name, 'done'), name).toBe(1)
    expect(lines(response.headers['x-request-id'])).toEqual([
      expect.objectContaining({ msg: 'command', command: name, outcome: 'done', ms: expect.any(Number) }),
      expect.objectContaining({ msg: 'request', status: 201 }),
    ])
  }
})

test('A command that is refused, repeated, without effect or failed is logged with that outcome under its name', async () => {
  const [ann, ben] = [product.as('ann'), product.as('ben')]
  const key = randomUUID()
  const { trip } = expectSuccess(await ann.post('/trips', aTrip, { key }))
  expectSuccess(await ann.post('/trips', aTrip, { key }))
  expect(await counted('PlanTrip', 'repeated')).toBe(1)

  const refused = await ben.del(`/trips/${trip.id}`)
  expect(refused.status).toBe(404)
  expect(await counted('DeleteTrip', 'refused')).toBe(1)
  expect(lines(refused.headers['x-request-id'])).toContainEqual(
    expect.objectContaining({ command: 'DeleteTrip', outcome: 'refused', refused: 'NotFound' }),
  )

  expectSuccess(await ann.post(`/trips/${trip.id}/invite`, { userIds: [product.people.ann.id] }))
  expect(await counted('InviteToTrip', 'unchanged')).toBe(1)

  isAway = true
  const failed = await ann.del(`/trips/${trip.id}`)
  isAway = false
  expect(failed.status).toBe(500)
  expect(await counted('DeleteTrip', 'failed')).toBe(1)
})

test('Commands about people are logged by name, without any user name or password', async () => {
  const before = await counted('StartSession', 'done')
  const login = await product.anonymous.post('/auth/login', { username: 'ann', password: 'travel-demo' })
  expect(login.status).toBe(200)
  expect(await counted('StartSession', 'done')).toBe(before + 1)
  const [line] = lines(login.headers['x-request-id'])
  expect(line).toEqual({
    level: 30,
    time: expect.any(Number),
    pid: expect.any(Number),
    hostname: expect.any(String),
    requestId: login.headers['x-request-id'],
    command: 'StartSession',
    outcome: 'done',
    ms: expect.any(Number),
    msg: 'command',
  })
})
