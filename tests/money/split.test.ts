// The ways to split an expense: worked cases in minor units, and what holds for every split.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate, type CurrencyCode } from '#core/kernel/money.ts'
import { type ChosenSplit, type ExpenseTotal, payersIn, sharesIn } from '#core/money/split/expenseSplit.ts'
import { shareParts, weightedParts } from '#core/money/split/shares.ts'
import { peopleOfSplit, type Split, weightsOf } from '#core/money/split/split.ts'
import { user } from '#tests/money/records.ts'

interface Entered {
  id?: string
  /** Minor units of the trip's currency. */
  amount: number
  entered?: number
  enteredCurrency?: CurrencyCode
}

const total = ({
  id = 'dinner',
  amount,
  entered = amount,
  enteredCurrency = 'HKD',
}: Entered): ExpenseTotal => ({
  id,
  amount,
  entered,
  enteredCurrency,
})

const ALL = ['A', 'B', 'C']

function choose(split: Split, ids = peopleOfSplit(split) ?? ALL, discount = false): ChosenSplit {
  return { split, people: ids.map(user), discount }
}

/** Shares by id, or the text of the refusal. */
function split(chosen: ChosenSplit, of: Entered) {
  const shares = sharesIn(chosen, total(of))
  if ('refused' in shares) return shares.fields
  return Object.fromEntries(shares.map(({ id, share }) => [id, share]))
}

const shares = (...numbers: number[]): Split => ({
  mode: 'shares',
  of: numbers.map((each, at) => ({ id: ALL[at]!, shares: each })),
})
const percent = (...numbers: number[]): Split => ({
  mode: 'percent',
  of: numbers.map((points, at) => ({ id: ALL[at]!, points })),
})
const exact = (...numbers: number[]): Split => ({
  mode: 'exact',
  of: numbers.map((amount, at) => ({ id: ALL[at]!, amount })),
})
const adjust = (...numbers: number[]): Split => ({
  mode: 'adjust',
  of: numbers.map((by, at) => ({ id: ALL[at]!, by })),
})
const receipt = (rest: 'proportional' | 'equal'): Split => ({
  mode: 'items',
  items: [
    { text: 'Wine', amount: 4800, of: ['A'] },
    { text: 'Fish', amount: 6000, of: ALL },
    { text: 'Cake', amount: 1200, of: ['B', 'C'] },
  ],
  rest,
})

describe('a split', () => {
  it.each<[string, Split, Entered, number[]]>([
    ['100.00 by shares 1, 1.5 and 2', shares(100, 150, 200), { amount: 10_000 }, [2222, 3333, 4445]],
    ['100.01 by percent 50, 25 and 25', percent(5000, 2500, 2500), { amount: 10_001 }, [5001, 2500, 2500]],
    ['10.00 by percent 33.33, 33.33 and 33.34', percent(3333, 3333, 3334), { amount: 1000 }, [333, 333, 334]],
    [
      '132.00 by items, the rest in proportion',
      receipt('proportional'),
      { amount: 13_200 },
      [7480, 2860, 2860],
    ],
    ['132.00 by items, the rest equally', receipt('equal'), { amount: 13_200 }, [7200, 3000, 3000]],
    [
      '900.00 exactly 250, 250 and 400',
      exact(25_000, 25_000, 40_000),
      { amount: 90_000 },
      [25_000, 25_000, 40_000],
    ],
    ['nothing for one of the exact amounts', exact(0, 1000, 0), { amount: 1000 }, [0, 1000, 0]],
  ])('%s is split to the cent', (_, entered, of, parts) => {
    expect(Object.values(split(choose(entered), of)!)).toEqual(parts)
  })

  it('Adjustments are added to equal parts of the rest, and leftover cents follow the hash', () => {
    const parts = split(choose(adjust(1000, 0, -500)), { amount: 10_000 }) as Record<string, number>
    const extra = Object.values(parts).map((part, at) => part - [4166, 3166, 2666][at]!)
    expect(extra.toSorted((a, b) => a - b)).toEqual([0, 1, 1])
  })

  it('Exact amounts in another currency are converted once, in proportion', () => {
    const parts = split(choose(exact(5000, 5001, 9999)), {
      amount: 90_000,
      entered: 20_000,
      enteredCurrency: 'JPY',
    }) as Record<string, number>
    expect(parts['A']).toBe(22_500)
    expect([
      [22_504, 44_996],
      [22_505, 44_995],
    ]).toContainEqual([parts['B'], parts['C']])
  })

  it('A single cent among three goes to one of them', () => {
    const parts = Object.values(split(choose({ mode: 'equal' }), { amount: 1 })!) as number[]
    expect(parts.toSorted((a, b) => a - b)).toEqual([0, 0, 1])
  })

  it('Numbers that do not add up to the amount are refused with both sums', () => {
    expect(split(choose(exact(1000, 2000, 3000)), { amount: 7000 })).toEqual({
      split: 'The shares add up to HK$60.00, not HK$70.00',
    })
    expect(split(choose(percent(3333, 3333, 3333)), { amount: 7000 })).toEqual({
      split: 'The percentages add up to 99.99, not 100',
    })
  })

  it('Items may exceed the amount only as a discount, which reduces the shares in proportion', () => {
    expect(split(choose(receipt('proportional')), { amount: 6000 })).toEqual({
      split: 'The items add up to HK$120.00, more than HK$60.00',
    })
    expect(split(choose(receipt('proportional'), ALL, true), { amount: 6000 })).toEqual({
      A: 3400,
      B: 1300,
      C: 1300,
    })
  })

  it('A share below 0 is refused', () => {
    const fields = { split: 'Nobody can have a share below 0' }
    expect(split(choose(adjust(1000, 0, -500)), { amount: 100 })).toEqual(fields)
    expect(split(choose(receipt('equal'), ALL, true), { amount: 300 })).toEqual(fields)
  })
})

describe('several payers', () => {
  const paid = (...numbers: number[]) => numbers.map((entered, at) => ({ ...user(ALL[at]!), entered }))

  it('What several people paid in another currency is converted in proportion and adds up', () => {
    const payers = payersIn(paid(1, 1, 1), total({ amount: 100, entered: 3, enteredCurrency: 'JPY' }), true)
    expect(payers).toHaveLength(3)
    const amounts = (payers as { amount: number }[]).map(({ amount }) => amount)
    expect(amounts.toSorted((a, b) => a - b)).toEqual([33, 33, 34])
    expect(payers).toMatchObject([{ originalAmount: 1 }, { originalAmount: 1 }, { originalAmount: 1 }])
  })

  it('Payers who do not add up to the amount are refused with both sums', () => {
    expect(payersIn(paid(55_000, 30_000), total({ amount: 90_000 }), false)).toMatchObject({
      fields: { payers: 'The payers add up to HK$850.00, not HK$900.00' },
    })
  })
})

const ids = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 12 })
const amounts = fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 99_999_999 }))

/** A valid split of `entered` among `of`: the last person has what exact amounts and percentages leave. */
function randomSplit(of: readonly string[], entered: number): fc.Arbitrary<Split> {
  const parts = (whole: number) =>
    fc.array(fc.nat(1000), { minLength: of.length, maxLength: of.length }).map((weights) =>
      allocate(
        whole,
        weights.map((weight) => weight + 1),
      ),
    )
  const each = <Key extends string>(key: Key, numbers: readonly number[]) =>
    of.map((id, at) => ({ id, [key]: numbers[at]! }) as { id: string } & Record<Key, number>)
  const item = (most: number) =>
    fc.record({ of: fc.subarray([...of], { minLength: 1 }), amount: fc.integer({ min: 1, max: most }) })
  return fc.oneof(
    fc.constant<Split>({ mode: 'equal' }),
    fc
      .array(fc.integer({ min: 1, max: 99_999 }), { minLength: of.length, maxLength: of.length })
      .map((numbers): Split => ({ mode: 'shares', of: each('shares', numbers) })),
    parts(10_000).map((numbers): Split => ({ mode: 'percent', of: each('points', numbers) })),
    parts(entered).map((numbers): Split => ({ mode: 'exact', of: each('amount', numbers) })),
    fc
      .array(
        fc.integer({ min: -Math.floor(entered / of.length / 4), max: Math.floor(entered / of.length / 4) }),
        {
          minLength: of.length,
          maxLength: of.length,
        },
      )
      .map((numbers): Split => ({ mode: 'adjust', of: each('by', numbers) })),
    fc
      .tuple(
        fc.array(item(Math.max(1, Math.floor(entered / 4))), { maxLength: 3 }),
        fc.constantFrom('proportional', 'equal'),
      )
      .map(([items, rest]): Split => ({
        mode: 'items',
        // Everybody has a part of something.
        items: [{ amount: 1, of: [...of] }, ...items].map((each) => ({ ...each, text: 'Item' })),
        rest: rest as 'equal',
      })),
  )
}

const hasShares = ({ split, entered, of }: { split: Split; entered: number; of: string[] }) =>
  weightsOf(split, entered, of).every((weight) => weight >= 0n)

const cases = ids
  .chain((of) =>
    amounts.chain((entered) =>
      fc.record({
        of: fc.constant(of),
        entered: fc.constant(entered),
        split: randomSplit(of, entered),
        amount: amounts,
        id: fc.uuid(),
      }),
    ),
  )
  .filter(hasShares)

/** PROPERTY_RUNS=30000 was run when the rules were written. */
const many = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 2000), seed: 20261123 }

describe('every split', () => {
  const sharesOf = (each: { split: Split; entered: number; amount: number; id: string; of: string[] }) => {
    const found = sharesIn(choose(each.split, each.of, true), total({ ...each, enteredCurrency: 'EUR' }))
    if ('refused' in found) throw new Error(JSON.stringify(found))
    return found
  }
  const byId = (list: readonly { id: string; share: number }[]) =>
    Object.fromEntries(list.map(({ id, share }) => [id, share]))
  const turned = (entered: Split): Split =>
    'of' in entered ? ({ ...entered, of: entered.of.toReversed() } as Split) : entered

  it('The shares add up to the amount and are within one unit of the exact fraction', () => {
    fc.assert(
      fc.property(cases, (each) => {
        const found = sharesOf(each)
        expect(found.reduce((sum, { share }) => sum + share, 0)).toBe(each.amount)
        const weights = weightsOf(each.split, each.entered, each.of)
        const all = weights.reduce((sum, weight) => sum + weight, 0n)
        for (const [at, { share }] of found.entries()) {
          const distance = BigInt(share) * all - BigInt(each.amount) * weights[at]!
          expect(distance < all && -distance < all).toBe(true)
        }
      }),
      many,
    )
  })

  it('The order of the people moves no cent', () => {
    fc.assert(
      fc.property(cases, (each) => {
        const found = sharesOf(each)
        const other = sharesOf({ ...each, split: turned(each.split), of: each.of.toReversed() })
        expect(byId(other)).toEqual(byId(found))
      }),
      many,
    )
  })

  it('Equal weights of any size give the equal parts', () => {
    fc.assert(
      fc.property(fc.uuid(), amounts, ids, fc.integer({ min: 1, max: 99_999 }), (id, amount, of, weight) => {
        expect(
          weightedParts(
            id,
            amount,
            of,
            of.map(() => weight),
          ),
        ).toEqual(shareParts(id, amount, of))
      }),
      many,
    )
  })

  it('A larger weight never lowers that share while the amount stays', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 2, maxLength: 8 })
    fc.assert(
      fc.property(fc.uuid(), amounts, weights, fc.integer({ min: 1, max: 500 }), (id, amount, of, more) => {
        const people = of.map((_, at) => `p${at}`)
        const [before] = weightedParts(id, amount, people, of)
        const [after] = weightedParts(id, amount, people, of.with(0, of[0]! + more))
        expect(after!).toBeGreaterThanOrEqual(before!)
      }),
      many,
    )
  })

  it('A larger amount can lower a share, as largest remainders do', () => {
    expect(weightedParts('dinner', 10, ['a', 'b', 'c'], [6, 6, 2])).toEqual([4, 4, 2])
    expect(weightedParts('dinner', 11, ['a', 'b', 'c'], [6, 6, 2])).toEqual([5, 5, 1])
  })
})
