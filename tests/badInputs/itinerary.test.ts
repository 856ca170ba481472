// Invalid itinerary requests over HTTP, with the product's texts.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anActivity, aTrip } from '#tests/authorization/scenario.ts'
import { expectRefused } from '#tests/badInputs/refused.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

let product: Product<'ann'>
let tripId: string
let itemId: string

beforeAll(async () => {
  product = await startProduct({ people: ['ann'] })
  tripId = expectSuccess(await product.as('ann').post('/trips', aTrip)).trip.id
  itemId = expectSuccess(await add({})).item.id
})
afterAll(() => product.stop())

const add = (body: object, to = tripId) =>
  product.as('ann').post(`/itineraries/${to}/items`, { ...anActivity, ...body })
const change = (body: object) => product.as('ann').send('PATCH', `/itinerary-items/${itemId}`, { body })
const invalid = (field: string, text: string) => ({ status: 400, field, text })

const notATime = 'Time must be written as HH:mm'
const wrongOrder = 'Sort order must be a whole number'
const faults: [object, string, string][] = [
  [{ startTime: '10:00', endTime: '10:00' }, 'endTime', 'End time must be after start time'],
  [{ startTime: '10:00', endTime: '09:59' }, 'endTime', 'End time must be after start time'],
  [{ startTime: '25:99' }, 'startTime', notATime],
  [{ startTime: '9:5' }, 'startTime', notATime],
  [{ startTime: '09:00:00Z' }, 'startTime', notATime],
  [{ startTime: '0900' }, 'startTime', notATime],
  [{ startTime: 900 }, 'startTime', notATime],
  [{ endTime: '24:00' }, 'endTime', notATime],
  [{ startTime: null }, 'startTime', 'Start time is required'],
  [{ startTime: '' }, 'startTime', 'Start time is required'],
  [{ date: '2026-05-31' }, 'date', 'Date must be within the trip'],
  [{ date: '2026-06-09' }, 'date', 'Date must be within the trip'],
  [{ date: '2026-06-31' }, 'date', 'Date is not a date'],
  [{ date: null }, 'date', 'Date is required'],
  [{ status: 'done' }, 'status', 'Status must be planned, confirmed, completed or cancelled'],
  [{ sortOrder: 1e308 }, 'sortOrder', wrongOrder],
  [{ sortOrder: -1 }, 'sortOrder', wrongOrder],
  [{ sortOrder: 1.5 }, 'sortOrder', wrongOrder],
  [{ sortOrder: null }, 'sortOrder', wrongOrder],
  [{ title: ' \u3164 ' }, 'title', 'Title is required'],
  [{ title: 't'.repeat(201) }, 'title', 'Title must be less than 200 characters'],
  [{ location: 'l'.repeat(201) }, 'location', 'Location must be less than 200 characters'],
  [{ description: 'd'.repeat(1001) }, 'description', 'Description must be less than 1000 characters'],
  [{ createdBy: 'ann' }, 'createdBy', 'Unknown field createdBy'],
]

describe('an activity', () => {
  it.each(faults)('A new activity with %j is refused', async (body, field, text) => {
    coversSpec('§5 Itinerary item: title is required')

    await expectRefused(product, () => add(body), invalid(field, text))
  })

  it.each(faults)('A change of an activity to %j is refused', async (body, field, text) => {
    await expectRefused(product, () => change(body), invalid(field, text))
  })

  it('An activity needs a title, a date and a start time', async () => {
    coversSpec('§5 Itinerary item: title is required')

    const response = await product.as('ann').post(`/itineraries/${tripId}/items`, {})
    expect([response.status, response.body.error.fields]).toEqual([
      400,
      { title: 'Title is required', date: 'Date is required', startTime: 'Start time is required' },
    ])
  })

  it('An activity keeps the local clock time, also in an hour that a time zone skips', async () => {
    const { item } = expectSuccess(await add({ startTime: '02:30', endTime: '23:59' }))
    expect(item).toMatchObject({ startTime: '02:30', endTime: '23:59' })
    expectSuccess(await product.as('ann').del(`/itinerary-items/${item.id}`))
  })

  it('A day of 500 activities is returned completely, with ties ordered by id', async () => {
    const trip = expectSuccess(await product.as('ann').post('/trips', aTrip)).trip.id as string
    const made = await Promise.all(
      Array.from(
        { length: 500 },
        async () => expectSuccess(await add({ sortOrder: 3 }, trip)).item.id as string,
      ),
    )
    const { itinerary } = expectSuccess(await product.as('ann').get(`/trips/${trip}/itinerary`))
    expect(itinerary.items.map(({ id }: { id: string }) => id)).toEqual(made.toSorted())
  })
})
