// The texts that explain the payments of a plan, its treatment of the pool, and the change of a list. The settlements
// are the server's responses.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SettlementResponse } from '#core/money/responses.ts'
import type { PoolMode } from '#core/money/plan.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { startProduct } from '#tests/support/product.ts'
import { shortened, markChanges } from '#web/history/changeMarks.ts'
import { lineText } from '#web/money/why/lineText.ts'
import { poolFigureText } from '#web/money/why/poolFigureText.ts'
import { whyPaymentText } from '#web/money/why/whyPaymentText.ts'

type Name = 'ann' | 'ben' | 'cat'
let product: Awaited<ReturnType<typeof startProduct<Name>>>
let tripId: string
const id = (name: Name) => product.people[name].id

// ann deposits 100 and pays a dinner of 90 for three; the pool pays 30 for ann and ben. Balances: ann +145, ben -45,
// cat -30; the pool holds 70.
beforeAll(async () => {
  product = await startProduct({ people: ['ann', 'ben', 'cat'] })
  tripId = await planned()
  await put(tripId, 100)
  await spend(tripId, { amount: 90, sharedBy: [id('ann'), id('ben'), id('cat')] })
  await spend(tripId, { amount: 30, sharedBy: [id('ann'), id('ben')], paidFromPool: true })
})
afterAll(() => product.stop())

async function planned(): Promise<string> {
  const dates = { startDate: '2026-06-01', endDate: '2026-06-08' }
  const plan = { title: 'Kyoto', destination: 'Japan', ...dates, inviteUserIds: [id('ben'), id('cat')] }
  return expectSuccess(await product.as('ann').post('/trips', plan)).trip.id
}
const put = async (trip: string, amount: number) =>
  expectSuccess(await product.as('ann').post(`/trips/${trip}/pool/contribute`, { amount }))
const spend = async (trip: string, body: object) =>
  expectSuccess(
    await product
      .as('ann')
      .post(`/trips/${trip}/expenses`, { description: 'Dinner', category: 'food', ...body }),
  )
const settled = async (mode: PoolMode, trip = tripId): Promise<SettlementResponse> =>
  expectSuccess(await product.as('ann').get(`/trips/${trip}/settlement?poolBalanceHandling=${mode}`))
    .settlement

const inHkd = { currency: 'HKD' as const }

describe('why a payment', () => {
  test('The text of a payment names the balances of both ends, the person it settles and the payments that belong with it', async () => {
    const settlement = await settled('distributed')
    const texts = Object.fromEntries(
      settlement.payments.map((payment) => [payment.description, whyPaymentText(payment, settlement, inHkd)]),
    )
    expect(texts['ben pays ann']).toEqual([
      'ben owes HK$45.00 and ann is owed HK$145.00.',
      'That settles ben. ann gets the rest from others.',
      'Together, these 3 payments settle everyone.',
    ])
    expect(texts['Shared Pool pays ann']![0]).toBe('Shared Pool holds HK$70.00 and ann is owed HK$145.00.')
  })

  test('The text of a payment from a divided pool says that this mode was chosen', async () => {
    const settlement = await settled('equal')
    const fromPool = settlement.payments.find(({ from }) => from.type === 'pool')!
    expect(whyPaymentText(fromPool, settlement, inHkd)).toEqual([
      `You chose that the pool hands out the same to everyone, and this is the part of ${fromPool.to.name}.`,
    ])
  })
})

describe('pool in the plan', () => {
  const ofAnn = async (mode: PoolMode, trip = tripId) => {
    const settlement = await settled(mode, trip)
    const person = settlement.participants.find(({ name }) => name === 'ann')!
    return poolFigureText(person, settlement, 'HKD')
  }

  test('The text of the pool describes the chosen mode', async () => {
    expect(await ofAnn('distributed')).toEqual([
      'Pool refund: ann is owed HK$145.00, and in the plan HK$70.00 of it comes from the pool, which holds HK$70.00.',
    ])
    expect(await ofAnn('reserved')).toEqual([
      'Held in pool: ann is owed HK$145.00, and the pool keeps HK$70.00 of it for later.',
    ])
    expect((await ofAnn('equal'))[0]).toMatch(
      /^Pool refund: the pool hands its HK\$70\.00 out in equal parts/,
    )
  })

  test('The text of an overdrawn pool names the people whose spending overdrew it', async () => {
    const trip = await planned()
    await put(trip, 10)
    await spend(trip, { amount: 60, sharedBy: [id('ann'), id('ben')], paidFromPool: true })
    expect(await ofAnn('distributed', trip)).toEqual([
      'Pool shortfall: the pool paid HK$50.00 more than was put in. ann used HK$20.00 more of it than they put in, of HK$50.00 that people used so in all, and covers HK$20.00 of the shortfall.',
    ])
  })
})

test('The text of an indivisible cent names the people who carry it', () => {
  const line = { kind: 'leftover', expenseId: 'e', sharers: 3, left: 2, amount: -1 } as const
  const named = {
    description: 'Dinner',
    other: '',
    total: 10_001,
    personName: 'you',
    currency: 'HKD',
  } as const
  const [title, how] = lineText(line, named)
  expect(title).toBe('Left over from Dinner')
  expect(how).toBe(
    'HK$100.01 does not divide by 3, so 2 people pay HK$0.01 more. This time you are one of them.',
  )
  expect(lineText({ ...line, left: 1 }, { ...named, total: 10_000 })[1]).toBe(
    'HK$100.00 does not divide by 3, so one person pays HK$0.01 more. This time it is you.',
  )
})

describe('list changes', () => {
  const [a, b, c] = [
    { id: 'a', v: 1 },
    { id: 'b', v: 1 },
    { id: 'c', v: 1 },
  ] as const

  test('Marks stand on list entries that are new, changed or gone', () => {
    const after = [{ id: 'b', v: 2 }, c]
    expect(markChanges([a, b], after).map(({ item, mark }) => `${item.id} ${mark}`)).toEqual([
      'b changed',
      'c new',
      'a removed',
    ])
    expect(markChanges(null, [a]).map(({ mark }) => mark)).toEqual([null])
  })

  test('A shortened list never hides a marked entry', () => {
    const many = Array.from({ length: 100 }, (_, n) => ({ id: `x${n}`, v: 1 }))
    const changed = many.with(90, { id: 'x90', v: 2 })
    expect(shortened(markChanges(many, changed), 25).map(({ item }) => item.id)).toContain('x90')
    expect(shortened(markChanges(many, changed), 25)).toHaveLength(26)
  })
})
