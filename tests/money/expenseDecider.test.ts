// The rules of a trip's expenses: who pays and shares them, their currency, and their edits.

import { describe, expect, it } from 'vitest'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { moneyStreamType } from '#core/money/decider.ts'
import { currencyOf } from '#core/money/currency.ts'
import { added, contributed, contribution, edited, user } from '#tests/money/records.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { given, stateAfter } from '#tests/support/given.ts'
import {
  guest,
  pool,
  trip,
  inYen,
  anyone,
  addExpenseCommand,
  edit,
  dinner,
  withCat,
} from '#tests/money/deciderFixture.ts'

describe('an expense', () => {
  it('An expense without a payer is paid by its recorder, dated today', () => {
    coversSpec('§5 Expense: The payer is required')
    given(moneyStreamType)
      .when(addExpenseCommand())
      .then(added(dinner({ expenseDate: '2026-05-02' })))
  })

  it('An expense can be paid by anyone on the trip, guests included, of the type that the request names', () => {
    given(moneyStreamType)
      .when(addExpenseCommand({ paidBy: anyone('gina') }))
      .then(added(dinner({ payer: guest })))
    given(moneyStreamType)
      .when(addExpenseCommand({ paidBy: anyone('gina', 'user') }))
      .thenRefused('PayerIsNotOnTheTrip')
    given(moneyStreamType)
      .when(addExpenseCommand({ paidBy: anyone('dan') }))
      .thenRefused('PayerIsNotOnTheTrip')
  })

  it('An expense from the pool has no payer, whoever the request names', () => {
    coversSpec('§5 Expense: The payer is required')
    given(moneyStreamType)
      .when(addExpenseCommand({ paidFromPool: true, paidBy: anyone('dan') }))
      .then(added(dinner({ payer: pool })))
  })

  it('Only people on the trip share an expense, and each of them counts once', () => {
    const sharedBy = [anyone('ben'), anyone('gina', 'guest'), anyone('ben', 'user')]
    given(moneyStreamType)
      .when(addExpenseCommand({ sharedBy }))
      .then(added(dinner({ sharedBy: [user('ben'), guest] })))
    given(moneyStreamType)
      .when(addExpenseCommand({ sharedBy: [anyone('ann'), anyone('dan')] }))
      .thenRefused('SharerIsNotOnTheTrip', { message: 'dan is not on the trip' })
  })

  it('A new expense cannot name a former participant', () => {
    given(moneyStreamType)
      .when(addExpenseCommand({ paidBy: anyone('cat') }))
      .thenRefused('PayerIsNotOnTheTrip')
    given(moneyStreamType)
      .when(addExpenseCommand({ sharedBy: [anyone('cat')] }))
      .thenRefused('SharerIsNotOnTheTrip')
    given(moneyStreamType, added(withCat))
      .when(addExpenseCommand({ sharedBy: [anyone('cat')] }, { id: 'lunch' }))
      .thenRefused('SharerIsNotOnTheTrip')
  })
})

describe('an amount in another currency', () => {
  const original = (amount: number, currency: CurrencyCode, exchangeRate: number) => ({
    amount,
    currency,
    exchangeRate,
  })

  it('An amount in another currency is converted once and rounded half up', () => {
    for (const [amount, rate, minor] of [
      [1, 1.005, 101],
      [1, 1.00499999, 100],
      [10, 9.05, 9050],
      [0.01, 0.5, 1],
    ] as const)
      given(moneyStreamType)
        .when(addExpenseCommand({ amount, currency: 'EUR', exchangeRate: rate }))
        .then(added(dinner({ amount: minor, original: original(Math.round(amount * 100), 'EUR', rate) })))
  })

  it('A conversion works between currencies with and without cents', () => {
    given(moneyStreamType)
      .when(addExpenseCommand({ amount: 1000, currency: 'JPY', exchangeRate: 0.05245 }))
      .then(added(dinner({ amount: 5245, original: original(1000, 'JPY', 0.05245) })))
    given(moneyStreamType)
      .when(addExpenseCommand({ amount: 2.5, currency: 'EUR', exchangeRate: 170.2 }, { trip: inYen }))
      .then(added(dinner({ amount: 426, currency: 'JPY', original: original(250, 'EUR', 170.2) })))
  })

  it('An amount in another currency needs a rate, and a rate needs another currency', () => {
    given(moneyStreamType)
      .when(addExpenseCommand({ currency: 'EUR' }))
      .thenRefused('Invalid', { fields: { exchangeRate: 'Exchange rate is required for another currency' } })
    given(moneyStreamType)
      .when(addExpenseCommand({ exchangeRate: 2 }))
      .thenRefused('Invalid')
    given(moneyStreamType)
      .when(addExpenseCommand({ currency: 'HKD', exchangeRate: 1 }))
      .then(added(dinner()))
  })

  it('A converted amount of zero or above the limit is refused', () => {
    given(moneyStreamType)
      .when(addExpenseCommand({ amount: 0.01, currency: 'EUR', exchangeRate: 0.4 }))
      .thenRefused('Invalid', { fields: { amount: 'Amount must be greater than 0' } })
    given(moneyStreamType)
      .when(addExpenseCommand({ amount: 999_999, currency: 'EUR', exchangeRate: 9 }))
      .thenRefused('Invalid', { fields: { amount: 'Amount is too large' } })
  })
})

describe('the currency of a trip’s money', () => {
  it('The records fix the currency of a trip’s money while there are any, whatever the trip says', () => {
    const state = stateAfter(moneyStreamType, contributed(contribution('deposit', user('ann'), 100)))
    expect(currencyOf(inYen, state)).toBe('HKD')
    given(moneyStreamType, added(dinner()))
      .when(addExpenseCommand({}, { id: 'lunch', trip: inYen }))
      .then(added(dinner({ id: 'lunch' })))
    given(moneyStreamType, added(dinner()), { type: 'ExpenseRemoved', data: { expense: dinner() } })
      .when(addExpenseCommand({ amount: 1200 }, { id: 'lunch', trip: inYen }))
      .then(added(dinner({ id: 'lunch', amount: 1200, currency: 'JPY' })))
  })

  it('The currency of the trip applies until the first record exists', () => {
    given(moneyStreamType)
      .when(addExpenseCommand({ amount: 1200 }, { trip: inYen }))
      .then(added(dinner({ amount: 1200, currency: 'JPY' })))
  })
})

describe('editing an expense', () => {
  const givenDinner = given(moneyStreamType, added(dinner()))
  const givenWithCat = given(moneyStreamType, added(withCat))

  it('An edit changes the given fields, and an edit without fields changes nothing', () => {
    givenDinner.when(edit({ description: 'Supper' })).then(edited(dinner(), { description: 'Supper' }))
    givenDinner
      .when(edit({ amount: 12.5, category: 'other' }))
      .then(edited(dinner(), { amount: 1250, category: 'other' }))
    givenDinner
      .when(edit({ amount: 10, description: 'Dinner', sharedBy: [anyone('ann'), anyone('ben')] }))
      .then()
  })

  it('An edit keeps the notes unless it has others, and null clears them', () => {
    const was = dinner({ notes: 'In cash' })
    const whenEdited = (changes: Parameters<typeof edit>[0]) =>
      given(moneyStreamType, added(was)).when(edit(changes))
    whenEdited({ category: 'other' }).then(edited(was, { category: 'other' }))
    whenEdited({ notes: 'By card' }).then(edited(was, { notes: 'By card' }))
    whenEdited({ notes: null }).then(edited(was, { notes: null }))
  })

  it('An expense that is brought back has the notes that it had', () => {
    const expense = dinner({ notes: 'In cash' })
    const events = given(moneyStreamType, added(expense), { type: 'ExpenseRemoved', data: { expense } })
      .when({ type: 'RestoreMoney', removed: { expense }, trip })
      .events()
    expect(events).toMatchObject([{ type: 'ExpenseRestored', data: { expense } }])
  })

  it('An edit keeps former participants as long as the expense keeps naming them', () => {
    givenWithCat.when(edit({ amount: 12 })).then(edited(withCat, { amount: 1200 }))
    givenWithCat
      .when(edit({ sharedBy: [anyone('cat'), anyone('ben')], paidBy: anyone('cat', 'user') }))
      .then(edited(withCat, { sharedBy: [user('cat'), user('ben')] }))
  })

  it('An edit cannot add a former participant to an expense', () => {
    givenDinner.when(edit({ sharedBy: [anyone('ann'), anyone('cat')] })).thenRefused('SharerIsNotOnTheTrip')
    givenDinner.when(edit({ paidBy: anyone('cat') })).thenRefused('PayerIsNotOnTheTrip')
    const withoutCat = { sharedBy: [user('ann')], payer: user('ann') }
    givenWithCat
      .and(edited(withCat, withoutCat))
      .when(edit({ sharedBy: [anyone('ann'), anyone('cat')] }))
      .thenRefused('SharerIsNotOnTheTrip')
  })

  it('An edit moves an expense to the pool and back to its recorder', () => {
    givenDinner.when(edit({ paidFromPool: true })).then(edited(dinner(), { payer: pool }))
    const fromPool = dinner({ payer: pool })
    given(moneyStreamType, added(fromPool))
      .when(edit({ paidFromPool: false }, { by: 'ben' }))
      .then(edited(fromPool, { payer: user('ben') }))
    given(moneyStreamType, added(fromPool))
      .when(edit({ paidBy: anyone('gina') }))
      .then(edited(fromPool, { payer: guest }))
  })

  it('The original amount of an expense stays unless the edit has another amount', () => {
    const inEuro = dinner({ amount: 9050, original: { amount: 1000, currency: 'EUR', exchangeRate: 9.05 } })
    const givenEuro = given(moneyStreamType, added(inEuro))
    givenEuro.when(edit({ description: 'Supper' })).then(edited(inEuro, { description: 'Supper' }))
    givenEuro.when(edit({ amount: 90.5 })).then()
    givenEuro.when(edit({ amount: 90.5, exchangeRate: 9.05 })).then()
    givenEuro.when(edit({ amount: 90.5, exchangeRate: 9 })).thenRefused('Invalid')
    givenEuro.when(edit({ amount: 80 })).then(edited(inEuro, { amount: 8000, original: null }))
    givenEuro
      .when(edit({ amount: 20, currency: 'EUR', exchangeRate: 9 }))
      .then(edited(inEuro, { amount: 18_000, original: { amount: 2000, currency: 'EUR', exchangeRate: 9 } }))
    givenEuro.when(edit({ currency: 'EUR', exchangeRate: 9 })).thenRefused('Invalid')
  })

  it('An edit of a missing expense or of an outdated revision is refused', () => {
    given(moneyStreamType)
      .when(edit({ amount: 1 }))
      .thenRefused('NotFound')
    const twice = givenDinner.and(edited(dinner(), { amount: 1 }))
    twice.when(edit({ amount: 2 }, { ifMatch: 0 })).thenRefused('Stale', { revision: 1 })
    twice.when({ type: 'RemoveExpense', id: 'dinner', ifMatch: 0 }).thenRefused('Stale', { revision: 1 })
  })

  it('The removal event holds the expense with all its edits', () => {
    const now = dinner({ amount: 5 })
    givenDinner
      .and(edited(dinner(), { amount: 5 }))
      .when({ type: 'RemoveExpense', id: 'dinner' })
      .then({ type: 'ExpenseRemoved', data: { expense: now } })
  })
})
