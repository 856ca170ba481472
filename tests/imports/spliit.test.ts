// Spliit: its own cents, payers that its CSV leaves out, and amounts in another currency.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spliitShares } from '#core/imports/apps/spliitJson.ts'
import { readRecognized, reasons, recordLines, refusalOf, sampleBytes } from '#tests/imports/importedFiles.ts'
import { runs } from '#tests/money/randomTrip.ts'

interface Overrides {
  [key: string]: unknown
}

const ada = { participantId: 'a', shares: 100 }
const ben = { participantId: 'b', shares: 100 }

function group(expense: Overrides, overrides: Overrides = {}): string {
  const whole = {
    expenseDate: '2026-10-03T00:00:00.000Z',
    title: 'Ferry',
    amount: 1000,
    paidById: 'a',
    paidFor: [ada, ben],
    splitMode: 'EVENLY',
    isReimbursement: false,
    ...expense,
  }
  return JSON.stringify({
    name: 'Lamma',
    currencyCode: 'HKD',
    participants: [
      { id: 'a', name: 'Ada' },
      { id: 'b', name: 'Ben' },
    ],
    expenses: [whole],
    ...overrides,
  })
}

const linesOf = (expense: Overrides, overrides?: Overrides) =>
  recordLines(readRecognized(group(expense, overrides)))
const originalOf = (expense: Overrides) => readRecognized(group(expense)).records[0]!.original

describe('the shares of Spliit', () => {
  test.each([
    ['exp-even', 10_000, [1, 1, 1], [3333, 3334, 3333]],
    [null, 10_000, [1, 1, 1], [3334, 3333, 3333]],
    ['exp-shares', 90_000, [100, 150, 200], [20_000, 30_000, 40_000]],
    ['exp-percent', 10_001, [5000, 2500, 2500], [5001, 2500, 2500]],
    [null, -100, [1, 1, 1], [-33, -33, -34]],
    ['exp-even', -100, [1, 1, 1], [-34, -33, -33]],
  ])('The expense %j of %i by weights %j is split into %j', (id, amount, weights, shares) =>
    expect(spliitShares(id, amount, weights)).toEqual(shares),
  )

  test('The shares always add up to the amount, and each is within a unit of its exact part', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 100_000_000 }), { minLength: 1, maxLength: 12 })
    const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
    fc.assert(
      fc.property(fc.string(), amount, weights, (id, amount, weights) => {
        const shares = spliitShares(id, amount, weights)
        const total = weights.reduce((sum, weight) => sum + weight, 0)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
        for (const [at, share] of shares.entries())
          expect(Math.abs(share - (amount * weights[at]!) / total)).toBeLessThan(1.001)
      }),
      runs,
    )
  })
})

describe('the JSON of Spliit', () => {
  test('A reimbursement of several people is a payment to each', () => {
    expect(linesOf({ isReimbursement: true, amount: 1001, paidById: 'a', paidFor: [ada, ben] })).toEqual([
      'payment 2026-10-03 Ferry HKD 500 Ada to Ben',
    ])
  })

  test('The leftover shares of an even split mean nothing', () => {
    expect(linesOf({ paidFor: [ada, { ...ben, shares: 300 }] })).toEqual([
      'expense 2026-10-03 Ferry HKD 1000 paid Ada 1000 shared Ada 500 Ben 500',
    ])
  })

  test('Old rows by amount that do not add up are split by their ratio', () => {
    expect(linesOf({ splitMode: 'BY_AMOUNT', paidFor: [ada, { ...ben, shares: 300 }] })).toEqual([
      'expense 2026-10-03 Ferry HKD 1000 paid Ada 1000 shared Ada 250 Ben 750',
    ])
  })

  test.each([
    ['which is damaged', { amount: 'ten' }, 'This expense is damaged'],
    ['with half a cent', { amount: 10.5 }, 'This expense is damaged'],
    ['of nobody', { paidById: null }, 'does not say who paid'],
    ['for nobody', { paidFor: [] }, 'damaged'],
    ['by shares of 0', { splitMode: 'BY_SHARES', paidFor: [{ ...ada, shares: 0 }] }, 'shares are damaged'],
    [
      'by shares of both signs',
      { splitMode: 'BY_SHARES', paidFor: [ada, { ...ben, shares: -5 }] },
      'damaged',
    ],
    ['over every limit', { amount: 10_000_000_000_000 }, 'too large'],
    ['of nothing', { amount: 0 }, 'amount is 0'],
  ])('An expense %s is refused with its number', (_, expense, reason) => {
    const parsed = readRecognized(group(expense))
    expect(reasons(parsed.refused)).toEqual([expect.stringMatching(/^1: /)])
    expect(parsed.refused[0]!.reason).toContain(reason)
    expect(parsed.records).toEqual([])
  })

  test('Income by amount has shares below 0, and is a refund', () => {
    const paidFor = [
      { ...ada, shares: -250 },
      { ...ben, shares: -750 },
    ]
    expect(linesOf({ splitMode: 'BY_AMOUNT', amount: -1000, paidFor })).toEqual([
      'refund 2026-10-03 Ferry HKD 1000 paid Ada 1000 shared Ada 250 Ben 750',
    ])
  })

  test('A group with a symbol of its own has two digits, and its currency is asked for', () => {
    const file = group({}, { currencyCode: null, currency: '฿' })
    const assumed = readRecognized(file)
    expect(assumed.questions).toEqual([{ kind: 'currency', assumed: 'HKD' }])
    expect(readRecognized(file, { currency: 'JPY' }).records[0]).toMatchObject({
      currency: 'JPY',
      amount: 10,
    })
    expect(
      reasons(readRecognized(group({ amount: 1050 }, { currencyCode: '' }), { currency: 'JPY' }).refused),
    ).toEqual(['1: The amount has more digits than JPY'])
  })

  test('A group in a currency that is none is refused by its name', () => {
    expect(refusalOf(group({}, { currencyCode: 'KRX' }))).toContain('“KRX” is not known')
  })

  test('Somebody who was removed from the group keeps their part', () => {
    const removed = readRecognized(
      group({ paidById: 'zed', paidFor: [ada, { ...ben, participantId: '__proto__' }] }),
    )
    expect(recordLines(removed)).toEqual([
      'expense 2026-10-03 Ferry HKD 1000 paid Person 3 1000 shared Person 4 500 Ada 500',
    ])
    expect(removed.people.map(({ isFormer }) => isFormer)).toEqual([false, false, true, true])
  })

  const inYen = { amount: 90_000, originalCurrency: 'JPY', conversionRate: '0.045' }
  const inDollars = { amount: 9626, originalCurrency: 'USD', conversionRate: '7.8' }
  test.each([
    ['in minor units', { ...inDollars, originalAmount: 1234 }, { amount: 1234, currency: 'USD', rate: 7.8 }],
    [
      'in whole major units',
      { ...inDollars, originalAmount: 12 },
      { amount: 1234, currency: 'USD', rate: 7.8 },
    ],
    ['of yen', { ...inYen, originalAmount: 20_000 }, { amount: 20_000, currency: 'JPY', rate: 0.045 }],
    ['that does not fit its rate', { ...inDollars, originalAmount: 99 }, null],
    ['without a rate', { ...inDollars, originalAmount: 1234, conversionRate: null }, null],
    ['with a rate of 0', { ...inDollars, originalAmount: 1234, conversionRate: '0' }, null],
    ['in an unknown currency', { ...inDollars, originalAmount: 1234, originalCurrency: 'THX' }, null],
  ])('The amount in another currency %s is %j', (_, expense, original) =>
    expect(originalOf(expense)).toEqual(original),
  )
})

describe('the CSV of Spliit', () => {
  const header =
    '"Date","Description","Category","Currency","Cost","Original cost","Original currency","Conversion rate","Is Reimbursement","Split mode","Ada","Ben","Chi"'
  const csv = (...rows: string[]) => [header, ...rows].join('\n')

  test('The payer is the one with the other sign, or the only one without a share, and else is asked for', () => {
    const parsed = readRecognized(sampleBytes('spliit.csv'))
    expect(recordLines(parsed)).toEqual([
      'expense 2026-10-03 Ferry HKD 10000 paid Ada 10000 shared Ada 3333 Ben 3334 Chi 3333',
      'expense 2026-10-03 Villa HKD 90000 paid Ben 90000 shared Ada 20000 Ben 30000 Chi 40000',
      'expense 2026-10-04 Museum HKD 10001 paid Chi 10001 shared Ada 5001 Ben 2500 Chi 2500',
      'expense 2026-10-04 =Seafood HKD 60000 paid Ada 60000 shared Ben 35050 Chi 24950',
      'refund 2026-10-05 Deposit back HKD 3000 paid Ben 3000 shared Ada 1000 Ben 1000 Chi 1000',
    ])
    expect(reasons(parsed.refused)).toEqual([
      expect.stringContaining('7: Spliit’s CSV does not say who paid'),
    ])
    expect(parsed.questions).toEqual([
      {
        kind: 'payer',
        line: 7,
        description: 'Reimbursement',
        currency: 'HKD',
        amount: 15_000,
        candidates: ['p2', 'p3'],
        assumed: null,
      },
    ])
    expect(parsed.notes).toContainEqual(expect.stringContaining('JSON export says more'))
  })

  test('The currency of a group with a symbol of its own is asked for', () => {
    const row = (symbol: string) => csv(`"2026-01-03","Tea","","${symbol}","2.00",,,,"No","Evenly",1,-1,0`)
    const parsed = readRecognized(row('฿'), { currency: 'SGD' })
    expect(parsed.questions).toEqual([{ kind: 'currency', assumed: 'SGD' }])
    expect(recordLines(parsed)).toEqual([
      'expense 2026-01-03 Tea SGD 200 paid Ada 200 shared Ada 100 Ben 100',
    ])
    expect(reasons(readRecognized(row('THX')).refused)).toEqual(['2: The currency “THX” is not known'])
  })

  test('An answer that names somebody with a share is no answer', () => {
    const parsed = readRecognized(sampleBytes('spliit.csv'), { payers: new Map([[7, 'p1']]) })
    expect(parsed.refused.length).toBe(1)
  })

  test('An even row of an old export, whose cells are not even, is split equally among its sharers', () => {
    const parsed = readRecognized(csv('"2026-01-03","Old","","HKD","210.00",,,,"No","Evenly",-126,84,0'))
    expect(recordLines(parsed)).toEqual([
      'expense 2026-01-03 Old HKD 21000 paid Ben 21000 shared Ada 10500 Ben 10500',
    ])
  })

  test.each([
    ['that miss the cost', '"Unevenly – By amount",-50,40,0', 'do not add up to the cost'],
    ['of which two have the payer’s sign', '"Unevenly – By amount",50,50,0', 'does not say who paid'],
    ['that are none', '"Evenly",0,0,0', 'do not add up'],
    ['that are no numbers', '"Evenly",a,0,0', 'cannot be read'],
  ])('A row with shares %s is refused', (_, cells, reason) => {
    const { refused, records } = readRecognized(csv(`"2026-01-03","Old","","HKD","100.00",,,,"No",${cells}`))
    expect(refused.map((row) => row.reason)).toEqual([expect.stringContaining(reason)])
    expect(records).toEqual([])
  })
})
