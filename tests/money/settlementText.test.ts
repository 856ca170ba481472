// The texts of a settlement: the user's sentence, the plan as a message, and the table. The settlements are
// those of a device.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PoolMode } from '#core/money/responses.ts'
import type { NamedSettlement } from '#core/money/settlement/namedSettlement.ts'
import { settlementIn } from '#projections/replica/moneyFigures.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { fetchReplica } from '#tests/replica/device.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { type Client, expectSuccess } from '#tests/support/client.ts'
import { startProduct } from '#tests/support/product.ts'
import { recordedPayments } from '#web/money/settlement/payments/paymentList.ts'
import { settlementFigures } from '#web/money/settlement/settlementFigures.ts'
import { planText } from '#web/money/settlement/shareSettlement.ts'
import { settlementCsv } from '#web/money/settlement/settlementCsv.ts'
import { ownFirst, personalBalanceOf } from '#web/money/settlement/personalBalance.ts'
import { whyPaymentText } from '#web/money/why/planTexts.ts'

type Product = Awaited<ReturnType<typeof startProduct<'ann' | 'ben' | 'cat'>>>
let product: Product
let api: Client
let tripId: string
const id = (name: 'ann' | 'ben' | 'cat') => product.people[name].id

// ann deposits 100 and pays a dinner of 90 for three; the pool pays 30 for ann and ben. The pool has 70 left; balances:
// ann 90 + 100 - 30 - 15 = +145, ben -45, cat -30.
beforeAll(async () => {
  product = await startProduct({ people: ['ann', 'ben', 'cat'] })
  api = product.as('ann')
  tripId = await plan('Kyoto')
  const deposit = { amount: 100, participant: { id: id('ann'), type: 'user' } }
  expectSuccess(await api.post(`/trips/${tripId}/pool/contribute`, deposit))
  await spend(tripId, { amount: 90, sharedBy: [id('ann'), id('ben'), id('cat')] })
  await spend(tripId, { amount: 30, sharedBy: [id('ann'), id('ben')], paidFromPool: true })
})
afterAll(() => product.stop())

async function plan(title: string, currency = 'HKD'): Promise<string> {
  const { trip } = expectSuccess(
    await api.post('/trips', {
      title,
      destination: 'Japan',
      startDate: '2026-06-01',
      endDate: '2026-06-08',
      currency,
      inviteUserIds: [id('ben'), id('cat')],
    }),
  )
  return trip.id
}

async function spend(trip: string, body: object): Promise<void> {
  expectSuccess(
    await api.post(`/trips/${trip}/expenses`, { description: 'Dinner', category: 'food', ...body }),
  )
}

const documentsOf = async (trip: string) => (await fetchReplica(api, trip))!.documents as ExistingTrip

const settled = async (mode: PoolMode = 'distributed', trip = tripId): Promise<NamedSettlement> =>
  settlementIn[mode](await documentsOf(trip))

describe('the user’s sentence', () => {
  test('A creditor’s sentence names the amount and the people who pay it', async () => {
    const balance = personalBalanceOf(await settled(), id('ann'), 'HKD')
    expect(balance).toMatchObject({ status: 'owed', amount: 14_500 })
    expect(balance?.steps.toSorted()).toEqual([
      'Take HK$70.00 out of the Shared Pool.',
      'ben pays you HK$45.00.',
      'cat pays you HK$30.00.',
    ])
  })

  test('A debtor’s sentence names the people to pay', async () => {
    expect(personalBalanceOf(await settled(), id('ben'), 'HKD')).toEqual({
      status: 'owes',
      amount: 4500,
      steps: ['Pay ann HK$45.00.'],
    })
  })

  test('Money that the pool keeps for a person is not owed to them by others', async () => {
    const balance = personalBalanceOf(await settled('reserved'), id('ann'), 'HKD')
    expect(balance).toMatchObject({ status: 'owed', amount: 7500 })
    expect(balance?.steps).toContain('HK$70.00 stays in the pool for you.')
  })

  test('The sentence of an even settlement says that there is nothing to do', async () => {
    const trip = await plan('Nothing yet')
    expect(personalBalanceOf(await settled('distributed', trip), id('ben'), 'HKD')).toEqual({
      status: 'settled',
      amount: 0,
      steps: [],
    })
  })

  test('The sentence of a person who refills the pool names the pool', async () => {
    const trip = await plan('A hole')
    await spend(trip, { amount: 60, sharedBy: [id('cat')], paidFromPool: true })
    expect(personalBalanceOf(await settled('distributed', trip), id('cat'), 'HKD')?.steps).toEqual([
      'Pay the Shared Pool HK$60.00.',
    ])
  })

  test('A name in right-to-left script does not reorder an amount', async () => {
    const trip = await plan('Guests')
    const guest = async (name: string): Promise<string> =>
      expectSuccess(await api.post(`/trips/${trip}/guest-participants`, { name })).guestParticipant.id
    const [eve, dana] = [await guest('\u202eeve'), await guest('דנה')]
    await spend(trip, { amount: 60, sharedBy: [eve, dana] })
    const settlement = await settled('distributed', trip)
    const [payer] = settlement.payments
    expect(personalBalanceOf(settlement, id('ann'), 'HKD')?.steps.toSorted()).toEqual([
      'eve pays you HK$30.00.',
      '\u2068דנה\u2069 pays you HK$30.00.',
    ])
    expect(planText('\u202eTrip', settlement, 'HKD').split('\n').toSorted()).toEqual(
      expect.arrayContaining([
        'Trip: Settlement Needed',
        '• eve pays ann HK$30.00',
        '• \u2068דנה\u2069 pays ann HK$30.00',
      ]),
    )
    expect(whyPaymentText(payer!, settlement, { currency: 'HKD' }).join(' ')).not.toContain('\u202e')
  })

  test('A person outside of the settlement has no sentence', async () => {
    expect(personalBalanceOf(await settled(), 'nobody', 'HKD')).toBeNull()
  })
})

test('Payments are ordered with the user’s own first, then those to the user, then those of others', async () => {
  const { payments } = await settled('equal')
  const order = ownFirst(payments, id('cat'))
  const place = order.map(({ from, to }) => (from.id === id('cat') ? 0 : to.id === id('cat') ? 1 : 2))
  expect(new Set(place)).toEqual(new Set([0, 1, 2]))
  expect(place).toEqual(place.toSorted((a, b) => a - b))
})

test('Of the payments of others the larger come first, and those of the pool last', () => {
  const dan = { id: 'dan', type: 'user' as const, name: 'dan' }
  const pays = (from: string, amount: number) => ({
    from: { id: from, type: from === 'pool' ? ('pool' as const) : ('user' as const), name: from },
    to: dan,
    amount,
    description: '',
  })
  const payments = [pays('pool', 4), pays('pool', 9), pays('ben', 3), pays('eve', 5)]
  expect(ownFirst(payments, 'ann').map(({ amount }) => amount)).toEqual([5, 3, 9, 4])
})

describe('the plan as a message', () => {
  test('The message has a line for each payment', async () => {
    const lines = planText('Kyoto', await settled(), 'HKD').split('\n')
    expect(lines.slice(0, 2)).toEqual(['Kyoto: Settlement Needed', 'Total expenses HK$120.00'])
    expect(lines.slice(3).toSorted()).toEqual([
      '• Shared Pool pays ann HK$70.00',
      '• ben pays ann HK$45.00',
      '• cat pays ann HK$30.00',
    ])
  })

  test('The message says how much the pool keeps', async () => {
    expect(planText('Kyoto', await settled('reserved'), 'HKD')).toContain('• The pool keeps HK$70.00 for ann')
  })

  test('The message of a plan without payments says so', async () => {
    const trip = await plan('Even')
    expect(planText('Even', await settled('distributed', trip), 'HKD')).toBe(
      'Even: All Settled!\nTotal expenses HK$0.00\n\nNobody has to pay anything.',
    )
  })
})

describe('the table', () => {
  const rowsOf = (csv: string) =>
    csv
      .replace('\uFEFF', '')
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','))

  test('Every row of the table has every column, and everybody has a row', async () => {
    const [header, ...rows] = rowsOf(settlementCsv(await settled(), [], 'HKD'))
    expect(rows.every((row) => row.length === header?.length)).toBe(true)
    expect(rows.filter(([line]) => line === 'Participant').map(([, name]) => name)).toEqual([
      'ann',
      'ben',
      'cat',
    ])
    expect(rows.filter(([line]) => line === 'Suggested payment')).toHaveLength(3)
  })

  test('A debt has a column of its own, so that no amount begins with a minus sign', async () => {
    const [header = [], ...rows] = rowsOf(settlementCsv(await settled(), [], 'HKD'))
    const ben = rows.find(([, name]) => name === 'ben') ?? []
    expect(ben[header.indexOf('Owes')]).toBe('45.00')
    expect(ben[header.indexOf('Is owed')]).toBe('0.00')
    expect(rows.flat().filter((cell) => /^['-]/.test(cell))).toEqual([])
  })

  test('Whoever received more refunds than they paid has the sums of the screen, which add up to the balance', async () => {
    const trip = await plan('Refund')
    const back = { amount: 30, kind: 'refund', paidBy: id('ben'), sharedBy: [id('ann'), id('ben')] }
    await spend(trip, back)
    const [header = [], ...rows] = rowsOf(settlementCsv(await settled('distributed', trip), [], 'HKD'))
    const ben = rows.find(([, name]) => name === 'ben') ?? []
    const cells = ['Paid', 'Fair share', 'Is owed', 'Owes'].map((column) => ben[header.indexOf(column)])
    expect(cells).toEqual(['-30.00', '-15.00', '0.00', '15.00'])
    expect(rows.find(([, name]) => name === 'Expenses')).toContain('-30.00')
  })

  test('Recorded payments are in the table with their date', async () => {
    const trip = await plan('Paid')
    await spend(trip, { amount: 60, sharedBy: [id('ben')] })
    const from = { id: id('ben'), type: 'user' }
    const to = { id: id('ann'), type: 'user' }
    expectSuccess(await api.post(`/trips/${trip}/payments`, { from, to, amount: 20 }))
    const payments = recordedPayments(await documentsOf(trip), id('ann'))
    const [header = [], ...rows] = rowsOf(settlementCsv(await settled('distributed', trip), payments, 'HKD'))
    const made = rows.find(([line]) => line === 'Payment made') ?? []
    expect(made.slice(0, 5)).toEqual(['Payment made', 'ben', 'ann', '20.00', 'HKD'])
    expect(made[header.indexOf('Date')]).toBe(payments[0]!.createdAt.slice(0, 10))
  })

  test('Amounts in yen are whole numbers', async () => {
    const trip = await plan('Yen', 'JPY')
    await spend(trip, { amount: 1000, sharedBy: [id('ben')] })
    const csv = settlementCsv(await settled('distributed', trip), [], 'JPY')
    expect(csv).toContain(',1000,JPY,')
    expect(csv).not.toContain('.0')
  })
})

describe('the figures of a person', () => {
  const figures = async (name: 'ann' | 'ben' | 'cat', mode?: PoolMode) => {
    const one = (await settled(mode)).participants.find((each) => each.id === id(name))!
    return Object.fromEntries(settlementFigures(one, 'HKD'))
  }

  test('The figures list payments, deposits and shares, and their sum', async () => {
    coversSpec('§4 Settlement: Pool settlement per participant')

    expect(await figures('ann')).toEqual({
      Paid: 'HK$90.00',
      Deposited: 'HK$100.00',
      'Fair share': 'HK$45.00',
      'Net balance': '+HK$145.00',
      'In the pool': '+HK$85.00',
      'Pool refund': 'HK$70.00',
    })
  })

  test('One cent in the pool counts as nothing', async () => {
    coversSpec('§4 Settlement: Pool settlement per participant', '§9 Pool settlement ignore threshold')

    const one = (await settled()).participants.find((each) => each.id === id('cat'))!
    for (const poolSettlement of [0, 1, -1])
      expect(Object.fromEntries(settlementFigures({ ...one, poolSettlement }, 'HKD'))['In the pool']).toBe(
        'none',
      )
    expect(Object.fromEntries(settlementFigures({ ...one, poolSettlement: -2 }, 'HKD'))['In the pool']).toBe(
      '−HK$0.02',
    )
  })

  test('Money that the pool keeps is listed apart from money that it pays', async () => {
    const kept = await figures('ann', 'reserved')
    expect(kept).toMatchObject({ 'Held in pool': 'HK$70.00' })
    expect(kept).not.toHaveProperty('Pool refund')
  })
})
