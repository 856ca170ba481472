// What the form of an expense says at its foot.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharesOf } from '#core/money/shares.ts'
import { expenseResult } from '#web/money/expenses/expenseResult.ts'
import { formatMoney } from '#web/platform/format.ts'

type Split = Parameters<typeof expenseResult>[0]

const dinner: Split = {
  amount: 35_000,
  currency: 'HKD',
  payerId: 'ann',
  sharerIds: ['ann', 'ben', 'gus', 'dan', 'eve'],
  expenseId: undefined,
}
const resultFor = (changes: Partial<Split>) => expenseResult({ ...dinner, ...changes }, 'ann')

describe('the result of an expense', () => {
  test.each<[string, Partial<Split>]>([
    ['You lend HK$280.00', {}],
    ['You lend HK$350.00', { sharerIds: ['ben', 'gus'] }],
    ['You pay HK$350.00 for yourself', { sharerIds: ['ann'] }],
    ['You borrow HK$70.00', { payerId: 'ben' }],
    ['You are not involved', { payerId: 'ben', sharerIds: ['ben', 'gus'] }],
    ['Your share is HK$70.00, paid from the pool', { payerId: null }],
    ['You are not involved', { payerId: null, sharerIds: ['ben'] }],
    ['You lend HK$6.66 or HK$6.67', { amount: 1000, sharerIds: ['ann', 'ben', 'gus'] }],
    ['You borrow HK$3.33 or HK$3.34', { amount: 1000, payerId: 'ben', sharerIds: ['ann', 'ben', 'gus'] }],
    ['', { amount: null }],
    ['', { sharerIds: [] }],
  ])('It reads %j', (text, changes) => {
    expect(resultFor(changes)).toBe(text)
  })

  test('The result of an existing expense is exact, and one of the two of a new one', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 1, max: 99_999_999 }), (expenseId, amount) => {
        const mine = sharesOf(expenseId, amount, dinner.sharerIds).get('ann')!
        const lent = formatMoney((amount - mine) / 100, 'HKD')
        expect(resultFor({ amount, expenseId })).toBe(`You lend ${lent}`)
        expect(resultFor({ amount }).replace('You lend ', '').split(' or ')).toContain(lent)
      }),
    )
  })
})
