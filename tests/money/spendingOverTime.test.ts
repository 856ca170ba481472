// The chart of spending: every cent is in one bar, under its day and its category.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#core/kernel/calendar.ts'
import { type Spent, BARS_AT_MOST, spendingOverTime } from '#web/money/expenses/overview/spendingOverTime.ts'

const spent = (date: string, category: string, amount: number): Spent => ({ date, category, amount })

describe('spending over time', () => {
  test('The chart has a bar for each day, also for a day without spending', () => {
    const bars = spendingOverTime([spent('2026-06-12', 'food', 300), spent('2026-06-14', 'food', 100)])
    expect(bars.map(({ from, to, amount }) => [from, to, amount])).toEqual([
      ['2026-06-12', '2026-06-12', 300],
      ['2026-06-13', '2026-06-13', 0],
      ['2026-06-14', '2026-06-14', 100],
    ])
  })

  test('The chart stacks the categories of every bar in one order, the largest total first', () => {
    const bars = spendingOverTime([
      spent('2026-06-12', 'food', 100),
      spent('2026-06-12', 'activities', 200),
      spent('2026-06-13', 'activities', 1),
      spent('2026-06-13', 'food', 500),
    ])
    expect(bars.map(({ parts }) => parts.map(({ category }) => category))).toEqual([
      ['food', 'activities'],
      ['food', 'activities'],
    ])
  })

  test('The chart has a bar for each week beyond 21 days, and ends on the last day', () => {
    const bars = spendingOverTime([spent('2026-01-01', 'food', 5), spent('2026-03-03', 'food', 7)])
    expect(bars).toHaveLength(9)
    expect(bars.at(0)).toMatchObject({ from: '2026-01-01', to: '2026-01-07', amount: 5, count: 1 })
    expect(bars.at(-1)).toMatchObject({ from: '2026-02-26', to: '2026-03-03', amount: 7, count: 1 })
    expect(spendingOverTime([spent('2026-01-01', 'food', 5), spent('2026-01-21', 'food', 7)])).toHaveLength(
      21,
    )
  })

  test('What was spent before the trip is one bar, unless the trip has no other spending', () => {
    const early = [spent('2026-05-01', 'accommodation', 900), spent('2026-05-03', 'food', 1)]
    const bars = spendingOverTime([...early, spent('2026-06-12', 'food', 300)], '2026-06-12')
    expect(bars.map(({ from, to, amount, isBefore = false }) => [from, to, amount, isBefore])).toEqual([
      ['2026-05-01', '2026-05-03', 901, true],
      ['2026-06-12', '2026-06-12', 300, false],
    ])
    expect(spendingOverTime(early, '2026-06-12').map(({ isBefore = false }) => isBefore)).toEqual([
      false,
      false,
      false,
    ])
  })

  test('The days of the trip that are to come have bars without an amount', () => {
    const bars = spendingOverTime([spent('2026-06-13', 'food', 300)], '2026-06-12', '2026-06-15')
    expect(bars.map(({ from, amount }) => [from, amount])).toEqual([
      ['2026-06-12', 0],
      ['2026-06-13', 300],
      ['2026-06-14', 0],
      ['2026-06-15', 0],
    ])
  })

  test('The chart without spending has no bars', () => {
    expect(spendingOverTime([])).toEqual([])
  })

  test('A refund reduces the bar of its day, to nothing at the least', () => {
    const spent = (date: string, amount: number) => ({ date, category: 'food', amount })
    const bars = spendingOverTime([
      spent('2026-05-01', 900),
      spent('2026-05-01', -300),
      spent('2026-05-02', -50),
    ])
    expect(bars.map(({ amount, parts }) => [amount, parts.length])).toEqual([
      [600, 1],
      [0, 0],
    ])
  })

  test('A bar that a refund in another category cancels has no parts', () => {
    const bars = spendingOverTime([
      { date: '2026-05-01', category: 'food', amount: 300 },
      { date: '2026-05-01', category: 'transportation', amount: -300 },
    ])
    expect(bars.map(({ amount, parts }) => [amount, parts])).toEqual([[0, []]])
  })

  test('The bars neither lose nor double a cent, on whatever dates it was spent', () => {
    const someSpent = fc.record({
      date: fc.integer({ min: 0, max: 800 }).map((days) => addDays('2026-01-01', days) as string),
      category: fc.constantFrom('food', 'other', 'activities'),
      amount: fc.integer({ min: 1, max: 99_999_999 }),
    })
    fc.assert(
      fc.property(fc.array(someSpent, { minLength: 1, maxLength: 40 }), someSpent, (all, { date: start }) => {
        const bars = spendingOverTime(all, start)
        expect(bars.length).toBeLessThanOrEqual(BARS_AT_MOST)
        for (const { date, category, amount } of all) {
          const bar = bars.filter(({ from, to }) => from <= date && date <= to)
          expect(bar).toHaveLength(1)
          expect(bar[0]!.parts.find((part) => part.category === category)!.amount).toBeGreaterThanOrEqual(
            amount,
          )
        }
        const total = all.reduce((sum, { amount }) => sum + amount, 0)
        expect(bars.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
        for (const { amount, parts } of bars)
          expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount)
      }),
    )
  })
})
