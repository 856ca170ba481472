// The parts of a person's standing, and the levels of the pool.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { poolLevels } from '#web/money/pool/poolLevels.ts'
import { balanceParts } from '#web/money/balanceParts.ts'

const standing = (personalPayments: number, poolContributions: number, fairShare: number, sent = 0) =>
  balanceParts({
    personalPayments,
    poolContributions,
    fairShare,
    netBalance: personalPayments + poolContributions - fairShare + sent,
  })

describe('the parts of a balance', () => {
  test('The bar of a person who owes divides their share into what they put in and what is missing', () => {
    expect(standing(35_596, 150_000, 234_439)).toEqual({
      total: 234_439,
      parts: [
        { kind: 'deposited', amount: 150_000 },
        { kind: 'paid', amount: 35_596 },
        { kind: 'owes', amount: 48_843 },
      ],
    })
  })

  test('The bar of a person who is owed divides what they put in into their share and what they are owed', () => {
    expect(standing(300, 60, 100)).toEqual({
      total: 360,
      parts: [
        { kind: 'share', amount: 100 },
        { kind: 'owed', amount: 260 },
      ],
    })
  })

  test('Payments count, and a person who received more than they put in has no parts', () => {
    expect(standing(10, 0, 100, 90)?.parts.map(({ kind }) => kind)).toEqual(['paid', 'sent'])
    expect(standing(90, 0, 100, -20)?.parts).toEqual([
      { kind: 'putIn', amount: 70 },
      { kind: 'owes', amount: 30 },
    ])
    expect(standing(10, 0, 100, -20)).toBeNull()
    expect(standing(10, 0, 0)).toBeNull()
  })

  test('What a person put in is one part where they received a refund of more than they paid', () => {
    expect(standing(-100, 0, 100, 150)).toEqual({
      total: 100,
      parts: [
        { kind: 'putIn', amount: 50 },
        { kind: 'owes', amount: 50 },
      ],
    })
  })

  test('The parts of a balance add up to the total, whatever was paid or received', () => {
    const amount = fc.nat(10_000_000)
    const signed = fc.integer({ min: -1e7, max: 1e7 })
    fc.assert(
      fc.property(signed, amount, amount, signed, (paid, put, share, sent) => {
        const result = standing(paid, put, share, sent)
        if (result) expect(result.parts.reduce((sum, part) => sum + part.amount, 0)).toBe(result.total)
      }),
    )
  })
})

describe('the levels of the pool', () => {
  test('The level of the pool follows its movements in time, and ends at its balance', () => {
    const movements = [
      { at: '2026-11-05T10:00:00Z', amount: -584_000 },
      { at: '2026-10-26T10:00:00Z', amount: 150_000 },
      { at: '2026-10-27T10:00:00Z', amount: 600_000 },
    ]
    expect(poolLevels(movements, 166_000).map(({ level }) => level)).toEqual([150_000, 750_000, 166_000])
  })
})
