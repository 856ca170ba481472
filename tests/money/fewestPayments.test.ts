import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fewestPayments, type Plan } from '#core/money/settlement/fewestPayments.ts'
import { POOL } from '#core/money/balances/ledger.ts'
import { type OpenBalance, balancesAfter, openOf } from '#core/money/balances/leg.ts'
import { bruteForce } from '#tests/money/bruteForce.ts'
import { runs } from '#tests/money/randomTrip.ts'

describe('up to 21 accounts', () => {
  it('Up to ten accounts take as few payments as a search through all plans finds', () => {
    fc.assert(
      fc.property(amounts(9), (list) => {
        const balances = balancesOf(list)
        const payments = fewestPayments(balances)
        expectSettled(balances, payments)
        expect(payments).toMatchObject({ isFewest: true })
        expect(payments.legs.length).toBe(bruteForce(balances.map(({ amount }) => amount)))
      }),
      runs,
    )
  })

  it.each([
    {
      who: 'twelve who owe 2 and eight who are owed 3',
      list: [...times(12, -2), ...times(8, 3)],
      payments: 16,
    },
    {
      who: 'ten who owe and ten who are owed the same',
      list: [...times(10, -7), ...times(10, 7)],
      payments: 10,
    },
    { who: 'twenty who owe the pool', list: times(20, -5), payments: 20 },
    { who: 'seven groups of three', list: times(7, -30).flatMap((a) => [a, 10, 20]), payments: 14 },
    { who: 'twenty different amounts', list: Array.from({ length: 20 }, (_, i) => 3 ** i), payments: 20 },
  ])('A group of $who takes $payments payments', ({ list, payments }) => {
    const balances = balancesOf(list)
    const found = fewestPayments(balances)
    expectSettled(balances, found)
    expect(found.isFewest).toBe(true)
    expect(found.legs.length).toBe(payments)
  })

  it('The payments do not depend on the order of the accounts', () => {
    fc.assert(
      fc.property(amounts(14), fc.nat(), (list, seed) => {
        const balances = balancesOf(list)
        const turned = [
          ...balances.slice(seed % balances.length),
          ...balances.slice(0, seed % balances.length),
        ]
        expect(fewestPayments(turned)).toEqual(fewestPayments(balances))
      }),
      runs,
    )
  })

  it('Every other payment stays when one of them is made, however many equally short plans exist', () => {
    fc.assert(
      fc.property(amounts(14), fc.nat(), (list, seed) => {
        const balances = balancesOf(list)
        const { legs } = fewestPayments(balances)
        fc.pre(legs.length > 0)
        const paid = legs[seed % legs.length]!
        expect(fewestPayments(balancesAfter(balances, [paid])).legs).toEqual(
          legs.filter((leg) => leg !== paid),
        )
      }),
      runs,
    )
  })
})

describe('more than 21 accounts', () => {
  it('More than 21 accounts are settled by a plan that is not called the fewest', () => {
    fc.assert(
      fc.property(amounts(60, 22), (list) => {
        const balances = balancesOf(list.map((amount) => amount || 1))
        const payments = fewestPayments(balances)
        fc.pre(openOf(balances).length > 21)
        expectSettled(balances, payments)
        expect(payments.isFewest).toBe(false)
        expect(payments.legs.length).toBeLessThan(openOf(balances).length)
      }),
      runs,
    )
  })

  it('Pairs and groups of three that cancel out are found, also far apart among twenty debtors of one account', () => {
    const crowd = [20_000_060, ...times(20, -1_000_003)]
    const pairs = powers(15).flatMap((amount) => [amount, -amount])
    expect(fewestPayments(balancesOf(sorted([...pairs, ...crowd]))).legs.length).toBe(15 + 20)
    const threes = powers(12).flatMap((amount) => [7 * amount, 5 * amount, -12 * amount])
    expect(fewestPayments(balancesOf(sorted([...threes, ...crowd]))).legs.length).toBe(24 + 20)
  })

  it('The accounts of a crowd are settled, with the largest debtor paying the largest creditor where nothing cancels out', () => {
    const crowd = Array.from({ length: 1500 }, (_, i) => 100_003 + ((i * 7919) % 999_983))
    const balances = balancesOf([...crowd, -crowd.reduce((sum, amount) => sum + amount, 0)])
    const payments = fewestPayments(balances)
    expectSettled(balances, payments)
    expect(payments.legs).toHaveLength(1500)
  })

  it('Larger groups of neighbours that cancel out are found among more than 21 accounts', () => {
    const primes = [1009, 2003, 3001, 4001, 5003, 6007, 7001, 8009]
    const fives = primes.flatMap((amount) => [70, 50, 31, -90, -61].map((times) => times * amount))
    expect(fewestPayments(balancesOf(fives)).legs.length).toBe(32)
  })
})

it('Accounts that do not add up to zero throw an error and get no plan', () => {
  expect(() => fewestPayments([{ id: 'ann', amount: 1 }])).toThrow(RangeError)
})

it('The pool comes first among accounts, then people by id', () => {
  const balances = [
    { id: 'zoe', amount: 5 },
    { id: 'ann', amount: 7 },
    { id: POOL, amount: -12 },
  ]
  expect(fewestPayments(balances).legs).toEqual([
    { from: POOL, to: 'ann', amount: 7 },
    { from: POOL, to: 'zoe', amount: 5 },
  ])
})

/** Balances of participants; the pool has the rest. Often a few small amounts, so that many subsets cancel out. */
function amounts(most: number, atLeast = 1): fc.Arbitrary<number[]> {
  const amount = fc.oneof(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -50_000, max: 50_000 }))
  const few = fc.integer({ min: -3, max: 3 })
  const lists = [amount, few].map((each) => fc.array(each, { minLength: atLeast, maxLength: most }))
  return fc.oneof(...lists)
}

function balancesOf(list: readonly number[]): OpenBalance[] {
  const people = list.map((amount, i) => ({ id: `p${String(i).padStart(2, '0')}`, amount }))
  return [...people, { id: POOL, amount: list.reduce((rest, amount) => rest - amount, 0) }]
}

function powers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => 3 ** i)
}

function sorted(list: readonly number[]): number[] {
  return list.toSorted((a, b) => a - b)
}

function times(count: number, amount: number): number[] {
  return Array.from({ length: count }, () => amount)
}

function expectSettled(balances: readonly OpenBalance[], { legs }: Plan): void {
  expect(openOf(balancesAfter(balances, legs))).toEqual([])
  const amountOf = new Map(balances.map(({ id, amount }) => [id, amount]))
  for (const { from, to, amount } of legs) {
    expect(amount).toBeGreaterThan(0)
    expect(amountOf.get(from)).toBeLessThan(0)
    expect(amountOf.get(to)).toBeGreaterThan(0)
  }
}
