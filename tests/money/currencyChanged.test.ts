// An amount that was entered offline, before somebody else changed the currency of the trip.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { anExpense, aTrip } from '#tests/authorization/scenario.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { choicesFor, newExpense, newExpenseBody } from '#web/money/expenses/form/expenseValues.ts'
import type { ImportedPayment } from '#core/imports/parsedFile.ts'
import type { CalendarDate } from '#core/kernel/calendar.ts'
import { importedBody } from '#web/money/imports/sending/importedBody.ts'
import { paymentBodyOf } from '#web/money/settlement/payments/suggestions.ts'
import { bodyFor } from '#web/money/pool/contributionForm.ts'
import type { ChoosablePerson } from '#web/money/tripPeople.ts'

const ferry: ImportedPayment = {
  ...{ kind: 'payment', line: 1, rowKey: 'a'.repeat(64), date: '2026-05-02' as CalendarDate },
  ...{ description: 'Ferry', fullText: null, note: null, currency: 'HKD', amount: 10_000, original: null },
  ...{ from: 'p1', to: 'pool', stored: null },
}

let product: Product<'ann'>
beforeAll(async () => {
  product = await startProduct({ people: ['ann'] })
})
afterAll(() => product.stop())

it('An expense, a deposit, a payment and an imported record of 100 in Hong Kong dollars are refused on a trip that is in yen now', async () => {
  const ann = product.as('ann')
  const { trip } = expectSuccess(await ann.post('/trips', { ...aTrip, currency: 'HKD' }))
  const path = `/trips/${trip.id}`
  const me: ChoosablePerson = {
    ...{ id: product.people.ann.id, type: 'user', name: 'ann' },
    ...{ role: 'organizer', hasLeft: false },
  }
  const dinner = { ...newExpense([me], me.id, '2026-05-02'), description: 'Dinner', amount: '100' }
  const expense = newExpenseBody(dinner, choicesFor([me]), 'HKD')
  const deposit = bodyFor(me, { amount: 100, description: null, selected: [me.id] }, 'HKD', '2026-05-02')
  const payment = paymentBodyOf(
    { from: me, to: { id: 'pool', type: 'pool', name: 'Shared Pool' }, amount: 10_000, description: '' },
    { currency: 'HKD' },
  )
  const records = [
    importedBody(ferry, {
      ...{ tripId: trip.id, currency: 'HKD', rates: new Map() },
      people: new Map([['p1', { id: me.id, type: 'user' }]]),
    }),
  ]
  const file = { importId: crypto.randomUUID(), source: 'Splitwise', fileHash: 'a'.repeat(64), records }
  expectSuccess(await ann.put(path, { currency: 'JPY' }))

  const refused = [
    await ann.post(`${path}/expenses`, expense),
    await ann.post(`${path}/pool/contribute`, deposit),
    await ann.post(`${path}/payments`, payment),
    await ann.post(`${path}/imports`, file),
  ]
  expect(refused.map(({ status, body }) => [status, body.error.fields])).toEqual([
    [400, { exchangeRate: 'Exchange rate is required for another currency' }],
    [400, { currency: 'The money of this trip is in JPY' }],
    [400, { currency: 'The money of this trip is in JPY' }],
    [400, { 'records.0.exchangeRate': 'Exchange rate is required for another currency' }],
  ])
  expectSuccess(await ann.put(path, { currency: 'HKD' }))
  expectSuccess(await ann.post(`${path}/expenses`, expense))
  expectSuccess(await ann.post(`${path}/pool/contribute`, deposit))
  expectSuccess(await ann.post(`${path}/payments`, payment))
  expectSuccess(await ann.post(`${path}/imports`, file))
  expect(expectSuccess(await ann.get(`${path}/pool`)).balance).toBe(300)
})

it('A trip whose money is all removed can change its currency, and takes nothing back in the one before', async () => {
  const ann = product.as('ann')
  const me = { id: product.people.ann.id, type: 'user' }
  const { trip } = expectSuccess(await ann.post('/trips', { ...aTrip, currency: 'HKD' }))
  const path = `/trips/${trip.id}`
  const newest = async () => expectSuccess(await ann.get(`${path}/history?limit=1`)).entries[0].n
  const pool = { id: 'pool', type: 'pool' }
  const body = { importId: crypto.randomUUID(), source: 'Splitwise', fileHash: 'a'.repeat(64) }
  const row = { kind: 'payment', rowKey: 'c'.repeat(64), amount: 30, from: me, to: pool }
  const added = {
    expense: expectSuccess(await ann.post(`${path}/expenses`, { ...anExpense, sharedBy: [me.id] })).expense,
    deposit: expectSuccess(await ann.post(`${path}/pool/contribute`, { amount: 10 })).transaction,
    payment: expectSuccess(await ann.post(`${path}/payments`, { from: me, to: pool, amount: 20 })).payment,
    file: expectSuccess(await ann.post(`${path}/imports`, { ...body, records: [row] })).import,
  }
  const removals: number[] = []
  for (const address of [
    `/expenses/${added.expense.id}`,
    `${path}/pool/transactions/${added.deposit.id}`,
    `${path}/payments/${added.payment.id}`,
    `${path}/imports/${added.file.id}`,
  ]) {
    const fixed = await ann.put(path, { currency: 'JPY' })
    expect([address, fixed.status, fixed.body.error.code]).toEqual([address, 409, 'CurrencyIsFixed'])
    expectSuccess(await ann.del(address))
    removals.push(await newest())
  }
  // While the currency is the same, what was removed comes back, and fixes it again.
  expectSuccess(await ann.post(`${path}/history/${removals[1]}/undo`, {}))
  expect((await ann.put(path, { currency: 'JPY' })).body.error.code).toBe('CurrencyIsFixed')
  expectSuccess(await ann.del(`${path}/pool/transactions/${added.deposit.id}`))
  removals[1] = await newest()

  expect(expectSuccess(await ann.put(path, { currency: 'JPY' })).trip.currency).toBe('JPY')
  const refused = [
    await ann.post(`/expenses/${added.expense.id}/restore`),
    await ann.post(`${path}/history/${removals[1]}/restore`),
    ...(await Promise.all(removals.map((n) => ann.post(`${path}/history/${n}/undo`, {})))),
  ]
  expect(refused.map(({ status, body: { error } }) => [status, error.code, error.message])).toEqual(
    refused.map(() => [
      409,
      'OtherCurrencySince',
      'It was recorded in HKD, and the money of this trip is in JPY now',
    ]),
  )
  const yen = { ...anExpense, amount: 300, sharedBy: [me.id] }
  expect(expectSuccess(await ann.post(`${path}/expenses`, yen)).expense).toMatchObject({ currency: 'JPY' })
  expect(expectSuccess(await ann.get(path)).trip.currency).toBe('JPY')
  expect(expectSuccess(await ann.get(`${path}/expense-summary`)).summary.totalAmount).toBe(300)
  expect((await ann.put(path, { currency: 'HKD' })).body.error.code).toBe('CurrencyIsFixed')
})
