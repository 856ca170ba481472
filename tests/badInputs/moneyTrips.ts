// The trips of the tests of invalid money requests: ann's with ben and alice, and ann's in yen. cat is on neither.

import { afterAll, beforeAll } from 'vitest'
import { aTrip, anExpense } from '#tests/authorization/scenario.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'

const PEOPLE = ['ann', 'ben', 'cat', 'alice'] as const

interface MoneyTrips {
  product: Product<(typeof PEOPLE)[number]>
  tripId: string
  yenTripId: string
  /** An expense of ann's on the first trip. */
  expenseId: string
  /** The user id of cat. */
  outsiderId: string
}

/** Call once at the top of a test file. The fields are set before its tests. */
export function moneyTripsForFile() {
  const fields = {} as MoneyTrips

  beforeAll(async () => {
    fields.product = await startProduct({ people: PEOPLE })
    const { ben, alice, cat } = fields.product.people
    fields.outsiderId = cat.id
    fields.tripId = await planTrip({ inviteUserIds: [ben.id, alice.id] })
    fields.yenTripId = await planTrip({ currency: 'JPY' })
    fields.expenseId = expectSuccess(await spend({})).expense.id
  })
  afterAll(() => fields.product.stop())

  async function planTrip(more: object): Promise<string> {
    return expectSuccess(await fields.product.as('ann').post('/trips', { ...aTrip, ...more })).trip.id
  }

  /** @param body changes to a valid expense; a string is sent as it is */
  function spend(body: object | string, tripId = fields.tripId, path = 'expenses') {
    const ann = fields.product.as('ann')
    if (typeof body === 'string') return ann.post(`/trips/${tripId}/${path}`, body)
    const sharedBy = [fields.product.people.ann.id]
    return ann.post(`/trips/${tripId}/${path}`, { ...anExpense, sharedBy, ...body })
  }

  return Object.assign(fields, { planTrip, spend })
}

export const invalid = (field: string, text: string) => ({ status: 400, field, text })
export const invalidAmount = invalid('amount', 'Valid amount is required')
