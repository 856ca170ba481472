// What was spent in each category, and its percentage.

import { expect, test } from 'vitest'
import { categoryTotals, percentOf } from '#core/money/categoryTotals.ts'

test('The totals of the categories begin with the largest, and equal ones stand by id', () => {
  const spent = [
    { category: 'shopping', amount: 50 },
    { category: 'food', amount: 30 },
    { category: '__proto__', amount: 50 },
    { category: 'food', amount: 40 },
  ]
  expect(categoryTotals(spent)).toEqual([
    { category: 'food', amount: 70, count: 2 },
    { category: '__proto__', amount: 50, count: 1 },
    { category: 'shopping', amount: 50, count: 1 },
  ])
  expect(categoryTotals([])).toEqual([])
})

test('A percentage is rounded half up, and is 0 of nothing', () => {
  expect([percentOf(1, 8), percentOf(1, 3), percentOf(1, 1000), percentOf(5, 5)]).toEqual([13, 33, 0, 100])
  expect(percentOf(0, 0)).toBe(0)
})
