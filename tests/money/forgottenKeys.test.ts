// A retry that comes after so many other commands that the stream no longer remembers its key.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { idFrom } from '#core/kernel/ids.ts'
import { aTrip } from '#tests/authorization/scenario.ts'
import { expectSuccess, type HttpResponse } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

let product: Product<'ann'>
let tripId: string
const ann = () => product.as('ann')

beforeAll(async () => {
  product = await startProduct({ people: ['ann'] })
  tripId = expectSuccess(await ann().post('/trips', aTrip)).trip.id
})
afterAll(() => product.stop())

const COMMANDS = 10_000

/** As if others had sent so many commands: edits that change nothing, so that only their keys matter. */
async function sendOthers(stream: string, type: string, data: object): Promise<void> {
  const [last] = await product.store.read(stream, { backward: true, limit: 1 })
  for (let sent = 0; sent < COMMANDS; sent += 500) {
    const events = Array.from({ length: 500 }, (_, n) => {
      const meta = { ...last!.meta, key: idFrom(stream, String(sent + n)) }
      return { type, data, meta }
    })
    await product.store.append(stream, last!.revision + sent, events)
  }
  await product.caughtUp()
}

it('An expense, a deposit and a payment that are sent again are not added again, and one that was removed stays removed', async () => {
  const path = `/trips/${tripId}`
  const { id } = product.people.ann
  const dinner = { description: 'Dinner', amount: 30, category: 'food', sharedBy: [id] }
  const ofPool = { from: { id, type: 'user' }, to: { id: 'pool', type: 'pool' }, amount: 5 }
  const commands = [
    [`${path}/expenses`, dinner],
    [`${path}/expenses-enhanced`, { ...dinner, sharedBy: [{ id, type: 'user' }] }],
    [`${path}/pool/contribute`, { amount: 20 }],
    [`${path}/payments`, ofPool],
  ] as const
  const keys = commands.map(() => randomUUID())
  const send = (): Promise<HttpResponse[]> =>
    Promise.all(commands.map(([to, body], at) => ann().post(to, body, { key: keys[at]! })))
  const first = (await send()).map(expectSuccess)
  const removedKey = randomUUID()
  const removed = expectSuccess(await ann().post(`${path}/expenses`, dinner, { key: removedKey })).expense
  expectSuccess(await ann().del(`/expenses/${removed.id}`))
  const figures = async () => [
    expectSuccess(await ann().get(`${path}/balances`)).balances,
    expectSuccess(await ann().get(`${path}/expense-summary`)).summary,
  ]
  const before = await figures()

  const [added] = await product.store.read(`money-${tripId}`, { limit: 1 })
  const { expense } = added!.data as { expense: object }
  await sendOthers(`money-${tripId}`, 'ExpenseEdited', { expense, was: expense })
  const again = await send()
  for (const [at, response] of again.entries()) {
    expect(response.headers['idempotency-replayed'], 'the premise: the key is forgotten').toBeUndefined()
    const ids = Object.values(first[at]).map((made) => (made as { id: string }).id)
    expect(Object.values(expectSuccess(response))).toMatchObject([{ id: ids[0] }])
  }
  expect((await ann().post(`${path}/expenses`, dinner, { key: removedKey })).status).toBe(422)
  expect(await figures()).toEqual(before)
})

it('An activity that is sent again is not added again', async () => {
  const key = randomUUID()
  const museum = { date: aTrip.startDate, title: 'Museum', startTime: '10:00' }
  const send = () => ann().post(`/itineraries/${tripId}/items`, museum, { key })
  const { item } = expectSuccess(await send())
  const [added] = await product.store.read(`itinerary-${tripId}`, { limit: 1 })
  const { activity } = added!.data as { activity: object }
  await sendOthers(`itinerary-${tripId}`, 'ActivityChanged', { activity, was: activity })
  expect(expectSuccess(await send()).item.id).toBe(item.id)
  const { itinerary } = expectSuccess(await ann().get(`/trips/${tripId}/itinerary`))
  expect(itinerary.items).toHaveLength(1)
})
