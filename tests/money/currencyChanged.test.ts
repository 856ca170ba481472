// An amount that was entered offline, before somebody else changed the currency of the trip.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { aTrip } from '#tests/authorization/scenario.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { choicesFor, newExpense, newExpenseBody } from '#web/money/expenses/expenseValues.ts'
import { bodyFor } from '#web/money/pool/contributionForm.ts'
import type { ChoosablePerson } from '#web/money/tripPeople.ts'

let product: Product<'ann'>
beforeAll(async () => {
  product = await startProduct({ people: ['ann'] })
})
afterAll(() => product.stop())

it('An expense and a deposit of 100 in Hong Kong dollars are refused on a trip that is in yen now', async () => {
  const ann = product.as('ann')
  const { trip } = expectSuccess(await ann.post('/trips', { ...aTrip, currency: 'HKD' }))
  const path = `/trips/${trip.id}`
  const me: ChoosablePerson = {
    ...{ id: product.people.ann.id, type: 'user', name: 'ann' },
    ...{ role: 'organizer', hasLeft: false },
  }
  const dinner = { ...newExpense([me], me.id, '2026-05-02'), description: 'Dinner', amount: '100' }
  const expense = newExpenseBody(dinner, choicesFor([me]), 'HKD')
  const deposit = bodyFor(me, { amount: 100, description: null, selected: [me.id] }, 'HKD')
  expectSuccess(await ann.put(path, { currency: 'JPY' }))

  const refused = [
    await ann.post(`${path}/expenses`, expense),
    await ann.post(`${path}/pool/contribute`, deposit),
  ]
  expect(refused.map(({ status, body }) => [status, body.error.fields])).toEqual([
    [400, { exchangeRate: 'Exchange rate is required for another currency' }],
    [400, { currency: 'The money of this trip is in JPY' }],
  ])
  expectSuccess(await ann.put(path, { currency: 'HKD' }))
  expectSuccess(await ann.post(`${path}/expenses`, expense))
  expectSuccess(await ann.post(`${path}/pool/contribute`, deposit))
  expect(expectSuccess(await ann.get(`${path}/pool`)).balance).toBe(100)
})
