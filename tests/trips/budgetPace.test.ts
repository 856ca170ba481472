// What a trip that is going on can spend on each day that is left.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { budgetPace } from '#web/trips/budgetPace.ts'

const dates = { startDate: '2026-11-17', endDate: '2026-11-26' }
const pace = (budget: number, spent: number, today = '2026-11-21') =>
  budgetPace({ budget, spent, ...dates, today })

describe('the pace of a budget', () => {
  test('What is left is divided among the days that are left, today included, and rounded down', () => {
    expect(pace(2_000_000, 1_176_599)).toEqual({
      perDay: 137_233,
      daysLeft: 6,
      percentSpent: 58,
      isShort: false,
    })
    expect(pace(1000, 0, '2026-11-26')).toMatchObject({ perDay: 1000, daysLeft: 1 })
    expect(pace(1000, 0, '2026-11-17')).toMatchObject({ perDay: 100, daysLeft: 10 })
  })

  test('A budget is short once 90 % of it is spent, and not a minor unit before', () => {
    expect(pace(1000, 899)).toMatchObject({ percentSpent: 89, isShort: false })
    expect(pace(1000, 900)).toMatchObject({ percentSpent: 90, isShort: true })
    expect(pace(1000, 1200)).toMatchObject({ perDay: 0, percentSpent: 120, isShort: true })
  })

  test('A trip that is not going on, or has no budget, has no pace', () => {
    expect([pace(1000, 0, '2026-11-16'), pace(1000, 0, '2026-11-27'), pace(0, 0)]).toEqual([null, null, null])
  })

  test('All days together never take more than is left, and leave less than a unit for each day', () => {
    const amount = fc.integer({ min: 1, max: 1e15 })
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 17, max: 26 }), (budget, spent, day) => {
        const { perDay, daysLeft } = pace(budget, spent, `2026-11-${day}`)!
        const rest = Math.max(budget - spent, 0) - perDay * daysLeft
        expect(rest).toBeGreaterThanOrEqual(0)
        expect(rest).toBeLessThan(daysLeft)
      }),
    )
  })
})
