// What was spent in each category, and its percentage.

import { expect, test } from 'vitest'
import { categoryTotals, percentText } from '#core/money/balances/categoryTotals.ts'

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

test('A percentage is rounded half up, is never 0 of something, and is 0 of nothing', () => {
  expect([percentText(1, 8), percentText(1, 3), percentText(5, 5)]).toEqual(['13 %', '33 %', '100 %'])
  expect([percentText(1, 200), percentText(1, 201)]).toEqual(['1 %', '<1 %'])
  expect([percentText(0, 5), percentText(0, 0)]).toEqual(['0 %', '0 %'])
})
