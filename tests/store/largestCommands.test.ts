// No command of the product comes near the limit of an append: the largest ones, at all limits of their fields.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ItemBody, itineraryLimits } from '#core/itinerary/contract.ts'
import { MAX_APPEND_BYTES } from '#core/kernel/appendSize.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { limits } from '#core/kernel/limits.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import { bytesOf } from '#core/store/eventText.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { executeOperation, type AnyOperation } from '#core/store/operation.ts'
import { tripLimits } from '#core/trips/limits.ts'
import { InviteToTripOperation, PlanTripOperation } from '#core/trips/operations.ts'
import { aTrip } from '#tests/authorization/scenario.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

let product: Product<'ann'>
/** Stream prefix → bytes of its largest append. */
const largest = new Map<string, number>()

beforeAll(async () => {
  const store = createMemoryEventStore()
  product = await startProduct({
    people: ['ann'],
    store: {
      ...store,
      append(stream, expected, events, options) {
        const [prefix = ''] = stream.split('-')
        largest.set(prefix, Math.max(largest.get(prefix) ?? 0, bytesOf(events)))
        return store.append(stream, expected, events, options)
      },
    },
  })
})
afterAll(() => product.stop())

/** A text of as many characters as possible, each of the most bytes in UTF-8 for one in JavaScript's `length`. */
const fullText = (characters: number) => '火'.repeat(characters)

const userIds = (count: number, of: string) => Array.from({ length: count }, (_, n) => idFrom(of, String(n)))

/** As a request, with accounts for all ids: registering hundreds of people would take long. */
async function execute(operation: AnyOperation, params: Record<string, string>, body: unknown, key: string) {
  const { operationDeps } = product.server
  const users = async (ids: readonly string[]) =>
    new Map(ids.map((id) => [id, { id, username: fullText(20), email: null }]))
  const outcome = await executeOperation(
    { ...operationDeps, lookups: { ...operationDeps.lookups, users } },
    operation,
    { params, body, by: product.people.ann, key, requestId: 'r' },
  )
  if (outcome.refusal) throw new Error(JSON.stringify(outcome.refusal))
  return outcome.response
}

it('The largest commands of the product are a tenth of what one append can hold', async () => {
  const ann = product.as('ann')
  const key = idFrom('test', 'trip')
  const trip = {
    ...aTrip,
    title: fullText(tripLimits.title.max - 1),
    destination: fullText(tripLimits.destination.max - 1),
    description: fullText(tripLimits.description.max - 1),
  }
  const planned = { ...trip, inviteUserIds: userIds(tripLimits.invitees, 'planned') }
  const { id: tripId } = ((await execute(PlanTripOperation, {}, planned, key)) as { trip: { id: string } })
    .trip
  const more = limits.peopleOnTrip.max - tripLimits.invitees - 1
  const invited = { userIds: userIds(more, 'invited') }
  await execute(InviteToTripOperation, { tripId }, invited, idFrom('test', 'invite'))

  const path = `/trips/${tripId}`
  const everybody = [product.people.ann.id, ...planned.inviteUserIds, ...invited.userIds]
  const expense = {
    description: fullText(moneyLimits.expense.descriptionMax - 1),
    notes: fullText(moneyLimits.expense.notesMax),
    amount: 9,
    category: 'food',
    sharedBy: everybody,
  }
  const { expense: added } = expectSuccess(await ann.post(`${path}/expenses`, expense))
  expectSuccess(await ann.put(`/expenses/${added.id}`, { amount: 10 }))
  expectSuccess(await ann.del(`/expenses/${added.id}`))

  const activity: Required<Omit<ItemBody, 'attachments'>> = {
    date: aTrip.startDate,
    startTime: '10:00',
    endTime: '12:00',
    title: fullText(itineraryLimits.title),
    description: fullText(itineraryLimits.description),
    location: fullText(itineraryLimits.location),
    status: 'planned',
    sortOrder: 0,
  }
  const { item } = expectSuccess(await ann.post(`/itineraries/${tripId}/items`, activity))
  expectSuccess(await ann.send('PATCH', `/itinerary-items/${item.id}`, { body: { startTime: '11:00' } }))

  expect(everybody, 'the premise: the trip is full').toHaveLength(limits.peopleOnTrip.max)
  for (const prefix of ['trip', 'money', 'itinerary'])
    expect(largest.get(prefix), prefix).toBeLessThan(MAX_APPEND_BYTES / 10)
  expect(largest.get('money'), 'the premise: an edit holds everybody twice').toBeGreaterThan(25_000)
})
