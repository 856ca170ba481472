// What the form of an expense says in its footer.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dividedEntry } from '#web/money/expenses/form/dividedEntry.ts'
import { expenseResult } from '#web/money/expenses/form/restText.ts'
import { choicesFor, type ExpenseValues, newExpense } from '#web/money/expenses/form/expenseValues.ts'
import { equally, withNumbers } from '#web/money/expenses/form/typedSplit.ts'
import type { ChoosablePerson } from '#web/money/tripPeople.ts'
import { formatMoney } from '#web/platform/time/format.ts'
import { sharesOf } from '#tests/support/sharesOf.ts'

const ids = ['ann', 'ben', 'gus', 'dan', 'eve']
const people = ids.map((id): ChoosablePerson => ({
  id,
  type: 'user',
  name: id,
  role: 'member',
  hasLeft: false,
}))
const choices = choicesFor(people)
const dinner: ExpenseValues = { ...newExpense(people, 'ann', '2026-05-02'), amount: '350' }
const resultFor = (changes: Partial<ExpenseValues>, expenseId?: string) =>
  expenseResult(dividedEntry({ ...dinner, ...changes }, choices, 'HKD', expenseId), 'ann')

const three = ['ann', 'ben', 'gus']
const exact = withNumbers('exact', [
  ['ann', '50'],
  ['ben', '300'],
])

describe('the result of an expense', () => {
  test.each<[string, Partial<ExpenseValues>]>([
    ['You lend HK$280.00', {}],
    ['You lend HK$350.00', { sharedBy: ['ben', 'gus'] }],
    ['You pay HK$350.00 for yourself', { sharedBy: ['ann'] }],
    ['You borrow HK$70.00', { paidBy: 'ben' }],
    ['You are not involved', { paidBy: 'ben', sharedBy: ['ben', 'gus'] }],
    ['Your share is HK$70.00, paid from the pool', { paidFromPool: true }],
    ['You are not involved', { paidFromPool: true, sharedBy: ['ben'] }],
    ['You lend ≈ HK$6.66', { amount: '10', sharedBy: three }],
    ['You borrow ≈ HK$3.33', { amount: '10', paidBy: 'ben', sharedBy: three }],
    ['You lend HK$300.00', { split: exact, sharedBy: ['ann', 'ben'] }],
    ['You borrow HK$20.00', { paid: { ann: '50', ben: '300' } }],
    ['You pay your own share', { paid: { ann: '70', ben: '280' } }],
    ['You pass on HK$280.00', { kind: 'refund' }],
    ['You get back HK$70.00', { kind: 'refund', paidBy: 'ben' }],
    ['Your share is HK$70.00, received by the pool', { kind: 'refund', paidFromPool: true }],
    ['', { amount: '' }],
    ['', { sharedBy: [] }],
    ['', { split: exact, sharedBy: ['ann'] }],
    ['', { paid: { ann: '50' } }],
  ])('The form shows as the result: %j', (text, changes) => {
    expect(resultFor(changes)).toBe(text)
  })

  test('The form shows the exact result of an existing expense, and that of a new expense to the cent', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 10, max: 99_999_999 }), (expenseId, minor) => {
        const amount = (minor / 100).toFixed(2)
        const mine = sharesOf(expenseId, minor, ids).get('ann')!
        const lent = formatMoney((minor - mine) / 100, 'HKD')
        const aCentLess = formatMoney((minor - mine - 1) / 100, 'HKD')
        expect(resultFor({ amount, split: equally }, expenseId)).toBe(`You lend ${lent}`)
        const possible = [`You lend ${lent}`, `You lend ≈ ${lent}`, `You lend ≈ ${aCentLess}`]
        expect(possible).toContain(resultFor({ amount }))
      }),
    )
  })
})
