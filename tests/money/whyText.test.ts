// The texts that explain the payments of a plan, its treatment of the pool, and the change of a list. The settlements
// are those of a device.

import type { WhyLine } from '#web/money/why/why.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PoolMode } from '#core/money/responses.ts'
import type { NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import { settlementIn } from '#projections/replica/moneyFigures.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { fetchReplica } from '#tests/replica/device.ts'
import { expectSuccess } from '#tests/support/client.ts'
import { startProduct } from '#tests/support/product.ts'
import type { PersonRef } from '#core/money/events.ts'
import { user } from '#tests/money/records.ts'
import { shortened, markChanges } from '#web/history/entryDetails.ts'
import { leftoverText } from '#web/money/expenses/details/shareTexts.ts'
import { foldedCounts } from '#web/money/why/WhyGroupList.tsx'
import { lineText } from '#web/money/why/lineText.ts'
import { whyPaymentText, poolFigureText } from '#web/money/why/planTexts.ts'

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
const settled = async (mode: PoolMode, trip = tripId): Promise<NamedSettlement> =>
  settlementIn[mode]((await fetchReplica(product.as('ann'), trip))!.documents as ExistingTrip)

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

describe('a pool of HK$90.00 that is divided equally', () => {
  // ann put in 80 and ben 10; cat nothing.
  const divided = async () => {
    const trip = await planned()
    await put(trip, 80)
    expectSuccess(await product.as('ben').post(`/trips/${trip}/pool/contribute`, { amount: 10 }))
    return trip
  }

  test('The text of a payment between people says what they owe after the equal parts', async () => {
    const settlement = await settled('equal', await divided())
    const texts = settlement.payments.map((payment) => whyPaymentText(payment, settlement, inHkd))
    expect(texts.filter((text) => text.length > 1).map(([first]) => first)).toEqual(
      expect.arrayContaining([
        'After the pool’s equal parts, ben owes HK$20.00 and ann is owed HK$50.00.',
        'After the pool’s equal parts, cat owes HK$30.00 and ann is owed HK$50.00.',
      ]),
    )
  })

  test('The text of a pool refund holds after another part was paid', async () => {
    const trip = await divided()
    const payment = { from: { id: 'pool', type: 'pool' }, to: { id: id('cat'), type: 'user' }, amount: 30 }
    expectSuccess(await product.as('ann').post(`/trips/${trip}/payments`, payment))
    const settlement = await settled('equal', trip)
    const ann = settlement.participants.find(({ name }) => name === 'ann')!
    expect(poolFigureText(ann, settlement, 'HKD')).toEqual([
      'Pool refund: the pool hands its money out in equal parts, and HK$30.00 of the HK$60.00 that it holds goes to ann.',
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
      /^Pool refund: the pool hands its money out in equal parts, and HK\$23\.3\d of the HK\$70\.00 that it holds goes to ann\.$/,
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
  const people = ['a', 'b', 'c'].map(user)
  const named = ({ type, id }: PersonRef) => ({ type, id, name: `Person ${id}` })
  const dinner = (amount: number, shares: readonly number[], kind: 'expense' | 'refund' = 'expense') => ({
    amount,
    kind,
    currency: 'HKD' as const,
    sharedBy: people.map((person, at) => ({ ...person, share: shares[at]! })),
  })
  expect(leftoverText(dinner(10_001, [3334, 3333, 3334]), named, 'c')).toBe(
    'HK$100.01 does not divide by 3, so 2 people pay HK$0.01 more: Person a and you.',
  )
  expect(leftoverText(dinner(10_000, [3333, 3334, 3333]), named, 'c')).toBe(
    'HK$100.00 does not divide by 3, so one person pays HK$0.01 more: Person b.',
  )
  expect(leftoverText(dinner(9000, [3000, 3000, 3000]), named, 'c')).toBe('')
  expect(leftoverText(dinner(10_000, [3333, 3334, 3333], 'refund'), named, 'b')).toBe(
    'HK$100.00 does not divide by 3, so one person gets HK$0.01 more: you.',
  )
})

describe('the lines of an explanation', () => {
  const values = { description: 'Dinner', other: 'ben', original: '', day: '26 Oct', isMe: true } as const

  test('A share says its part, and the smallest unit that it carries', () => {
    const share = (leftover: 0 | 1): WhyLine => ({
      kind: 'share',
      expenseId: 'e',
      part: { mode: 'equal', sharers: 3, leftover },
      amount: -3334,
    })
    expect(lineText(share(0), { ...values, currency: 'HKD' })[1]).toBe('1 of 3')
    expect(lineText(share(1), { ...values, currency: 'HKD' })[1]).toBe('1 of 3 + 0.01')
    expect(lineText(share(1), { ...values, currency: 'JPY' })[1]).toBe('1 of 3 + 1')
  })

  test('A deposit without a text of its own is named after the person', () => {
    const deposit = { kind: 'contribution', contributionId: 'c', amount: 100 } as const
    const text = (isMe: boolean, description: string) =>
      lineText(deposit, { ...values, description, isMe, currency: 'HKD' })[0]
    expect([text(true, ''), text(false, ''), text(true, 'For the bus')]).toEqual([
      'Your deposit',
      'Deposit',
      'For the bus',
    ])
  })

  test('The longest group folds first, and a fold stands for two rows at least', () => {
    expect(foldedCounts([2, 10, 1])).toEqual([2, 6, 1])
    expect(foldedCounts([2, 7, 1])).toEqual([2, 7, 1])
    expect(foldedCounts([2, 8, 1])).toEqual([2, 6, 1])
    expect(foldedCounts([6, 6, 1])).toEqual([3, 4, 1])
    expect(foldedCounts([5000])).toEqual([9])
    expect(foldedCounts([5, 5, 5, 5], 4)).toEqual([1, 1, 1, 1])
    for (let size = 1; size < 30; size += 1) {
      const [shown] = foldedCounts([size])
      expect(size - shown!).not.toBe(1)
    }
  })
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
