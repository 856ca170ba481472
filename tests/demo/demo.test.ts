// The demo without a browser: the real settlement calculates its figures, and its commands go through the real rules.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { type PoolMode, type SettlementResponse, POOL_MODES } from '#core/money/responses.ts'
import * as money from '#core/money/contract.ts'
import { emptyLedger } from '#core/money/balances/ledger.ts'
import { rosterOf } from '#core/money/roster.ts'
import { settle } from '#core/money/settlement/settlement.ts'
import * as trips from '#core/trips/contract.ts'
import { moneyOperations } from '#core/money/operations.ts'
import { balances } from '#projections/money/balances.ts'
import { expenseRecords } from '#projections/replica/moneyRecords.ts'
import { settlementResponse } from '#projections/replica/moneyResponses.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { type DemoResponse, demoHandlers } from '#web/demo/demoHandlers.ts'
import { type Demo, createDemo, friends } from '#web/demo/sample.ts'

const { mia, leo, zoe } = friends
let demo: Demo

beforeEach(async () => {
  demo = await createDemo(() => Date.parse('2026-05-02T09:00:00Z'))
})
afterEach(() => demo.product.stop())

let step = 0

/** Calls the demo's handler as a page does. */
async function ask(endpoint: Endpoint<unknown, unknown>, body?: unknown): Promise<DemoResponse> {
  const { handle } = demoHandlers(demo.product, mia).find((one) => one.endpoint === endpoint)!
  return handle({
    params: { tripId: demo.tripId },
    body,
    key: idFrom('test', String(++step)),
    ifMatch: undefined,
  })
}

async function settlement(mode: PoolMode = 'distributed'): Promise<SettlementResponse> {
  return settlementResponse(await sampleTrip(), mode)
}

async function sampleTrip(): Promise<ExistingTrip> {
  return ((await ask(trips.getReplica)).body as { documents: ExistingTrip }).documents
}

const plan = ({ payments }: SettlementResponse) =>
  payments.map((one) => `${one.description} ${one.amount}`).sort()

describe('the sample', () => {
  test('The sample is a trip of four with a guest and uneven balances', async () => {
    const sample = await sampleTrip()
    expect(sample.trip.participants.map(({ username }) => username)).toEqual(['mia', 'leo', 'zoe'])
    expect(sample.trip.guests.map(({ name }) => name)).toEqual(['Uncle Ho'])
    const expenses = expenseRecords(sample)
    expect(new Set(expenses.map(({ category }) => category)).size).toBe(6)
    expect(expenses.filter(({ payers }) => payers === 'pool')).toHaveLength(1)
    expect((await settlement()).isSettled).toBe(false)
  })

  test('The sample has fixed figures', async () => {
    coversSpec('§1 A static demo of settlement')

    const { participants, poolBalance, totalExpenses } = await settlement()
    expect(participants.map(({ name, netBalance }) => [name, netBalance])).toEqual([
      ['mia', 3328.9],
      ['leo', 59.58],
      ['zoe', -828.9],
      ['Uncle Ho', -1639.58],
    ])
    expect([poolBalance, totalExpenses]).toEqual([920, 9126.3])
  })

  test.each<[PoolMode, string[]]>([
    [
      'distributed',
      ['Shared Pool pays mia 920', 'Uncle Ho pays leo 59.58', 'Uncle Ho pays mia 1580', 'zoe pays mia 828.9'],
    ],
    [
      'equal',
      [
        'Shared Pool pays Uncle Ho 230',
        'Shared Pool pays leo 230',
        'Shared Pool pays mia 230',
        'Shared Pool pays zoe 230',
        'Uncle Ho pays mia 1869.58',
        'leo pays mia 170.42',
        'zoe pays mia 1058.9',
      ],
    ],
    ['reserved', ['Uncle Ho pays leo 59.58', 'Uncle Ho pays mia 1580', 'zoe pays mia 828.9']],
  ])('The mode %s settles the sample by these payments', async (mode, payments) => {
    expect(plan(await settlement(mode))).toEqual(payments)
  })

  test('The real settlement calculates the sample’s plan from its records', async () => {
    const { trip } = await sampleTrip()
    const { ledger, currency } = (await demo.product.readStore.get(balances, demo.tripId))!
    expect(ledger).not.toEqual(emptyLedger)
    for (const mode of POOL_MODES) {
      const real = settle({ ledger, people: rosterOf(trip), mode, currency: currency! })
      const response = await settlement(mode)
      expect(
        response.payments.map(({ from, to, amount }) => [from.id, to.id, Math.round(amount * 100)]),
      ).toEqual(real.payments.map(({ from, to, amount }) => [from, to, amount]))
    }
  })

  test('The sample is the same at every visit', async () => {
    const again = await createDemo(() => 0)
    expect(again.tripId).toBe(demo.tripId)
    const read = ({ product, tripId }: Demo) => product.readStore.get(balances, tripId)
    expect(await read(again)).toEqual(await read(demo))
    await again.product.stop()
  })
})

describe('commands in the demo', () => {
  const dinner = { description: 'Dinner', amount: 100, category: 'food' }

  test('Every command of a trip’s money has a handler in the demo', () => {
    const answered = demoHandlers(demo.product, mia).map(({ endpoint }) => endpoint)
    for (const { endpoint } of moneyOperations) expect(answered).toContain(endpoint)
  })

  test('An expense changes the plan', async () => {
    const response = await ask(money.addExpense, {
      ...dinner,
      paidBy: zoe.id,
      sharedBy: [leo.id, zoe.id],
    })
    expect(response.status).toBe(201)
    const owed = (await settlement()).participants.map(({ name, netBalance }) => [name, netBalance])
    expect(owed.slice(1, 3)).toEqual([
      ['leo', 9.58],
      ['zoe', -778.9],
    ])
  })

  test('A payment marked as paid leaves the other payments as they were', async () => {
    const before = plan(await settlement())
    const party = ({ id }: { id: string }) => ({ id, type: 'user' })
    await ask(money.makePayment, { from: party(zoe), to: party(mia), amount: 828.9 })
    expect(plan(await settlement())).toEqual(before.filter((one) => !one.startsWith('zoe')))
  })

  test('A refusal in the demo has the text of the real rules', async () => {
    expect(
      await ask(money.addExpense, { ...dinner, amount: -1, paidBy: mia.id, sharedBy: [mia.id] }),
    ).toEqual({
      status: 400,
      body: {
        message: 'Amount must be greater than 0',
        error: {
          code: 'VALIDATION_ERROR',
          message: 'Amount must be greater than 0',
          requestId: 'demo',
          fields: { amount: 'Amount must be greater than 0' },
        },
      },
    })
  })
})
