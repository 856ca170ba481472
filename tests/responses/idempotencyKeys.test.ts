// The id of a created thing is derived from person, key and stream: one key sent to two trips at once creates two
// separate things. Things and commands from before streams were part of ids continue to work.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newIdOf, idFrom } from '#core/kernel/ids.ts'
import { addItem } from '#core/itinerary/contract.ts'
import { itineraryOperations } from '#core/itinerary/operations.ts'
import { addExpense } from '#core/money/contract.ts'
import { AddExpenseOperation, moneyOperations } from '#core/money/operations.ts'
import { type AnyOperation, executeOperation } from '#core/store/operation.ts'
import { AddGuestOperation } from '#core/trips/guests.ts'
import { AskToJoinTripOperation } from '#core/trips/invitations.ts'
import { tripOperations } from '#core/trips/operations.ts'
import { anActivity, anExpense, aTrip } from '#tests/authorization/scenario.ts'
import { type HttpResponse, expectSuccess } from '#tests/support/client.ts'
import { createPausableReadStore } from '#tests/support/pausableReadStore.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { longTimeout } from '#tests/support/timeout.ts'

let product: Product<'ann' | 'ben'>
const readStore = createPausableReadStore()
beforeAll(async () => void (product = await startProduct({ people: ['ann', 'ben'], readStore })))
afterAll(() => product.stop())

const ann = () => product.as('ann')
const plan = async (): Promise<string> =>
  expectSuccess(
    await ann().post('/trips', { ...aTrip, isPublic: true, inviteUserIds: [product.people.ben.id] }),
  ).trip.id
const expense = () => ({ ...anExpense, sharedBy: [product.people.ann.id] })
const user = (name: 'ann' | 'ben') => ({ id: product.people[name].id, type: 'user' })

/** The things with an id inside a trip: their stream, how each is created, and how it is removed. */
type Thing = [(trip: string) => string, () => unknown, (trip: string, id: string) => string, string]
const things: Record<string, Thing> = {
  expense: [(trip) => `/trips/${trip}/expenses`, expense, (_, id) => `/expenses/${id}`, 'money-'],
  deposit: [
    (trip) => `/trips/${trip}/pool/contribute`,
    () => ({ amount: 5 }),
    (trip, id) => `/trips/${trip}/pool/transactions/${id}`,
    'money-',
  ],
  payment: [
    (trip) => `/trips/${trip}/payments`,
    () => ({ from: user('ann'), to: user('ben'), amount: 5 }),
    (trip, id) => `/trips/${trip}/payments/${id}`,
    'money-',
  ],
  guest: [
    (trip) => `/trips/${trip}/guest-participants`,
    () => ({ name: 'Gina', email: 'gina@example.com' }),
    (trip, id) => `/trips/${trip}/guest-participants/${id}`,
    'trip-',
  ],
  activity: [
    (trip) => `/itineraries/${trip}/items`,
    () => anActivity,
    (_, id) => `/itinerary-items/${id}`,
    'itinerary-',
  ],
}
const idIn = ({ body }: HttpResponse): string => (Object.values(body)[0] as { id: string }).id

/** Both commands are sent before either is in the log. */
async function atOnce(
  stream: string,
  trips: readonly string[],
  send: (trip: string) => Promise<HttpResponse>,
) {
  const length = async (trip: string) => (await product.store.read(stream + trip)).length
  const before = await Promise.all(trips.map(length))
  await product.caughtUp()
  readStore.pause()
  const responses = Promise.all(trips.map(send))
  await vi.waitUntil(
    async () => (await Promise.all(trips.map(length))).every((now, at) => now > before[at]!),
    longTimeout,
  )
  readStore.resume()
  return responses
}

describe('one key on two trips', () => {
  it.each(Object.keys(things))('One key creates two of an %s, and each can be removed', async (name) => {
    const [at, body, removal, stream] = things[name]!
    const [trips, key] = [[await plan(), await plan()], randomUUID()]
    const made = await atOnce(stream, trips, (trip) => ann().post(at(trip), body(), { key }))
    for (const [index, answer] of made.entries()) {
      expect(answer.status, answer.text).toBe(201)
      const removed = await ann().del(removal(trips[index]!, idIn(answer)))
      expect([removed.status, removed.text]).toEqual([204, ''])
    }
  })

  it('One key keeps the contact details of two guests apart', async () => {
    const [trips, key] = [[await plan(), await plan()], randomUUID()]
    const at = (trip: string) => `/trips/${trip}/guest-participants`
    const made = await atOnce('trip-', trips, (trip) =>
      ann().post(at(trip), { name: 'Gina', email: `gina.${trip}@example.com` }, { key }),
    )
    for (const [index, { body }] of made.entries()) {
      const { guestParticipants } = expectSuccess(await ann().get(at(trips[index]!)))
      expect(guestParticipants).toEqual([body.guestParticipant])
      expect(guestParticipants[0].email).toBe(`gina.${trips[index]}@example.com`)
    }
  })

  it('One key creates one chat, and is refused for the other trip', async () => {
    const [trips, key] = [[await plan(), await plan()], randomUUID()]
    const made = await Promise.all(
      trips.map((trip) => ann().post(`/trips/${trip}/chats`, { name: 'Plans' }, { key })),
    )
    expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
  })
})

describe('things from before streams were part of ids', () => {
  /** Creates it as the previous version did. */
  async function madeBefore(trip: string, key: string): Promise<HttpResponse['body']> {
    const { within: _, ...endpoint } = addExpense
    const asked = { params: { tripId: trip }, body: expense(), by: product.people.ann, key, requestId: 'r' }
    const outcome = await executeOperation(
      product.server.operationDeps,
      { ...AddExpenseOperation, endpoint },
      asked,
    )
    if (outcome.refusal) throw new Error(outcome.refusal.refused)
    await product.caughtUp()
    return outcome.response
  }

  it('A thing with an id without its stream is repeated, changed and removed under that id', async () => {
    const [trip, key] = [await plan(), randomUUID()]
    const made = await madeBefore(trip, key)
    expect(made.expense.id).toBe(idFrom(product.people.ann.id, key))
    const again = await ann().post(`/trips/${trip}/expenses`, expense(), { key })
    expect(again.status).toBe(201)
    expect(again.body).toMatchObject(made)
    expectSuccess(await ann().put(`/expenses/${made.expense.id}`, { amount: 7 }))
    expectSuccess(await ann().del(`/expenses/${made.expense.id}`))
  })

  it.each([
    ['expense', addExpense, (id: string) => `/expenses/${id}`, { amount: 7 }, 'PUT'],
    ['activity', addItem, (id: string) => `/itinerary-items/${id}`, { title: 'Tram' }, 'PATCH'],
  ] as const)(
    'A client that derives ids without streams can change its new %s',
    async (name, call, at, change, method) => {
      const [trip, key] = [await plan(), randomUUID()]
      const [path, body] = things[name]!
      const made = await ann().post(path(trip), body(), { key })
      expect(idIn(made)).toBe(newIdOf(call, { tripId: trip }, product.people.ann.id, key))
      const asItKnowsIt = idFrom(product.people.ann.id, key)
      const changed = await ann().send(method, at(asItKnowsIt), { body: change })
      expect(changed.status, changed.text).toBe(200)
      expect(Object.values(changed.body)[0]).toMatchObject({ id: idIn(made), ...change })
      expect((await ann().del(at(asItKnowsIt))).status).toBe(204)
    },
  )
})

it('Every endpoint that creates something names its stream', () => {
  const all: AnyOperation[] = [
    ...moneyOperations,
    ...itineraryOperations,
    ...tripOperations,
    AddGuestOperation,
    AskToJoinTripOperation,
  ]
  const params = new Proxy({}, { get: (_, name) => `the ${String(name)}` }) as Record<string, string>
  const making = all.filter(({ endpoint }) => endpoint.within !== undefined)
  expect(making.length).toBe(8)
  for (const { endpoint, streamType, streamId } of making)
    expect(`${endpoint.path} ${endpoint.within!.replace(/:(\w+)/, (_, name) => params[name]!)}`).toBe(
      `${endpoint.path} ${streamType.prefix}${streamId({ params } as never)}`,
    )
})
