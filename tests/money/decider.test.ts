// The rules of a trip's money. Ann, Ben and the guest Gina are on the trip; Cat is a former participant.

import { describe, expect, it } from 'vitest'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { MoneyCommand } from '#core/money/decider.ts'
import { moneyStreamType } from '#core/money/decider.ts'
import { currencyOf } from '#core/money/state.ts'
import type { Expense, MoneyEvent } from '#core/money/events.ts'
import { canRemoveContribution, canUndoPayment } from '#core/money/toResponse.ts'
import { toBalanceResponses } from '#core/money/toSettlementResponse.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { Trip } from '#core/trips/trip.ts'
import { added, contributed, contribution, expense, paid, payment, user } from '#tests/money/records.ts'
import { ledgerOf } from '#tests/money/records.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { given, stateAfter } from '#tests/support/given.ts'
import * as trips from '#tests/trips/events.ts'

const guest = { type: 'guest', id: 'gina' } as const
const pool = { type: 'pool' } as const
const story = [
  trips.planned(),
  trips.invited(trips.ben),
  trips.invited(trips.cat),
  trips.guestAdded(trips.gina),
  trips.left(trips.cat),
]
const trip: Trip = stateAfter(tripStreamType, ...story).trip!
const inYen: Trip = { ...trip, details: { ...trip.details, currency: 'JPY' } }

type Of<Type extends MoneyCommand['type']> = Extract<MoneyCommand, { type: Type }>
type Entry = Partial<Of<'AddExpense'>['entry']>

const anyone = (id: string, type: 'user' | 'guest' | null = null) => ({ id, type })
const spend = (entry: Entry = {}, more: Partial<Of<'AddExpense'>> = {}): MoneyCommand => ({
  type: 'AddExpense',
  id: 'dinner',
  entry: {
    description: 'Dinner',
    amount: 10,
    category: 'food',
    sharedBy: [anyone('ann'), anyone('ben')],
    paidBy: null,
    paidFromPool: false,
    expenseDate: null,
    receiptUrl: null,
    currency: null,
    exchangeRate: null,
    ...entry,
  },
  by: 'ann',
  today: '2026-05-02',
  trip,
  ...more,
})
const edit = (
  changes: Of<'EditExpense'>['changes'],
  more: Partial<Of<'EditExpense'>> = {},
): MoneyCommand => ({
  type: 'EditExpense',
  id: 'dinner',
  changes,
  by: 'ann',
  trip,
  ...more,
})
const deposit = (entry: Partial<Of<'ContributeToPool'>['entry']> = {}, of = trip): MoneyCommand => ({
  type: 'ContributeToPool',
  id: 'deposit',
  entry: { amount: 10, description: null, participant: null, ...entry },
  by: 'ann',
  trip: of,
})
type PartyRef = Of<'MakePayment'>['entry']['from']
const pay = (
  from: PartyRef,
  to: PartyRef,
  amount = 5,
  { now = '2026-05-02T10:00:00.000Z', confirm = false } = {},
): MoneyCommand => ({
  type: 'MakePayment',
  id: 'payment',
  entry: { from, to, amount, note: null, confirm },
  now,
  trip,
})
const thePool: PartyRef = { id: 'pool', type: 'pool' }

const dinner = (changes: Partial<Expense> = {}): Expense => ({
  ...expense('dinner', user('ann'), 1000, [user('ann'), user('ben')]),
  description: 'Dinner',
  ...changes,
})
const withCat = dinner({ sharedBy: [user('ann'), user('cat')], payer: user('cat') })
const edited = (was: Expense, changes: Partial<Expense>): MoneyEvent => ({
  type: 'ExpenseEdited',
  data: { expense: { ...was, ...changes }, was },
})

describe('an expense', () => {
  it('An expense without a payer is paid by its recorder, dated today', () => {
    coversSpec('§5 Expense: The payer is required')
    given(moneyStreamType)
      .when(spend())
      .then(added(dinner({ expenseDate: '2026-05-02' })))
  })

  it('An expense can be paid by anyone on the trip, guests included, of the type that the request names', () => {
    given(moneyStreamType)
      .when(spend({ paidBy: anyone('gina') }))
      .then(added(dinner({ payer: guest })))
    given(moneyStreamType)
      .when(spend({ paidBy: anyone('gina', 'user') }))
      .thenRefused('PayerIsNotOnTheTrip')
    given(moneyStreamType)
      .when(spend({ paidBy: anyone('dan') }))
      .thenRefused('PayerIsNotOnTheTrip')
  })

  it('An expense from the pool has no payer, whoever the request names', () => {
    coversSpec('§5 Expense: The payer is required')
    given(moneyStreamType)
      .when(spend({ paidFromPool: true, paidBy: anyone('dan') }))
      .then(added(dinner({ payer: pool })))
  })

  it('Only people on the trip share an expense, and each of them counts once', () => {
    const sharedBy = [anyone('ben'), anyone('gina', 'guest'), anyone('ben', 'user')]
    given(moneyStreamType)
      .when(spend({ sharedBy }))
      .then(added(dinner({ sharedBy: [user('ben'), guest] })))
    given(moneyStreamType)
      .when(spend({ sharedBy: [anyone('ann'), anyone('dan')] }))
      .thenRefused('SharerIsNotOnTheTrip', { message: 'dan is not on the trip' })
  })

  it('A new expense cannot name a former participant', () => {
    given(moneyStreamType)
      .when(spend({ paidBy: anyone('cat') }))
      .thenRefused('PayerIsNotOnTheTrip')
    given(moneyStreamType)
      .when(spend({ sharedBy: [anyone('cat')] }))
      .thenRefused('SharerIsNotOnTheTrip')
    given(moneyStreamType, added(withCat))
      .when(spend({ sharedBy: [anyone('cat')] }, { id: 'lunch' }))
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
        .when(spend({ amount, currency: 'EUR', exchangeRate: rate }))
        .then(added(dinner({ amount: minor, original: original(Math.round(amount * 100), 'EUR', rate) })))
  })

  it('A conversion works between currencies with and without cents', () => {
    given(moneyStreamType)
      .when(spend({ amount: 1000, currency: 'JPY', exchangeRate: 0.05245 }))
      .then(added(dinner({ amount: 5245, original: original(1000, 'JPY', 0.05245) })))
    given(moneyStreamType)
      .when(spend({ amount: 2.5, currency: 'EUR', exchangeRate: 170.2 }, { trip: inYen }))
      .then(added(dinner({ amount: 426, currency: 'JPY', original: original(250, 'EUR', 170.2) })))
  })

  it('An amount in another currency needs a rate, and a rate needs another currency', () => {
    given(moneyStreamType)
      .when(spend({ currency: 'EUR' }))
      .thenRefused('Invalid', { fields: { exchangeRate: 'Exchange rate is required for another currency' } })
    given(moneyStreamType)
      .when(spend({ exchangeRate: 2 }))
      .thenRefused('Invalid')
    given(moneyStreamType)
      .when(spend({ currency: 'HKD', exchangeRate: 1 }))
      .then(added(dinner()))
  })

  it('A converted amount of zero or above the limit is refused', () => {
    given(moneyStreamType)
      .when(spend({ amount: 0.01, currency: 'EUR', exchangeRate: 0.4 }))
      .thenRefused('Invalid', { fields: { amount: 'Amount must be greater than 0' } })
    given(moneyStreamType)
      .when(spend({ amount: 999_999, currency: 'EUR', exchangeRate: 9 }))
      .thenRefused('Invalid', { fields: { amount: 'Amount is too large' } })
  })
})

describe('the currency of a trip’s money', () => {
  it('The first record fixes the currency of a trip’s money, whatever the trip says later', () => {
    const state = stateAfter(moneyStreamType, contributed(contribution('deposit', user('ann'), 100)))
    expect(currencyOf(inYen, state)).toBe('HKD')
    given(moneyStreamType, added(dinner()))
      .when(spend({}, { id: 'lunch', trip: inYen }))
      .then(added(dinner({ id: 'lunch' })))
    given(moneyStreamType, added(dinner()), { type: 'ExpenseRemoved', data: { expense: dinner() } })
      .when(spend({}, { trip: inYen }))
      .then(added(dinner()))
  })

  it('The currency of the trip applies until the first record exists', () => {
    given(moneyStreamType)
      .when(spend({ amount: 1200 }, { trip: inYen }))
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

  it('An edit keeps former participants as long as the expense keeps naming them', () => {
    givenWithCat.when(edit({ amount: 12 })).then(edited(withCat, { amount: 1200 }))
    givenWithCat
      .when(edit({ sharedBy: [anyone('cat'), anyone('ben')], paidBy: anyone('cat', 'user') }))
      .then(edited(withCat, { sharedBy: [user('cat'), user('ben')] }))
  })

  it('An edit cannot add a former participant to an expense', () => {
    givenDinner.when(edit({ sharedBy: [anyone('ann'), anyone('cat')] })).thenRefused('SharerIsNotOnTheTrip')
    givenDinner.when(edit({ paidBy: anyone('cat') })).thenRefused('PayerIsNotOnTheTrip')
    const withoutCat = { ...withCat, sharedBy: [user('ann')], payer: user('ann') }
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
    const now = { ...dinner(), amount: 5 }
    givenDinner
      .and(edited(dinner(), { amount: 5 }))
      .when({ type: 'RemoveExpense', id: 'dinner' })
      .then({ type: 'ExpenseRemoved', data: { expense: now } })
  })
})

describe('a deposit', () => {
  const made = (changes: object) => ({ ...contribution('deposit', user('ann'), 1000), ...changes })

  it('A deposit belongs to the named participant, else to the name in the description, else to the caller', () => {
    coversSpec('§7 Expenses and pool: The contributor of a pool')
    given(moneyStreamType)
      .when(deposit())
      .then(contributed(made({})))
    given(moneyStreamType)
      .when(deposit({ participant: guest }))
      .then(contributed(made({ contributor: guest })))
    const description = 'For the boat (gina)'
    given(moneyStreamType)
      .when(deposit({ description }))
      .then(contributed(made({ description, contributor: guest })))
    given(moneyStreamType)
      .when(deposit({ description, participant: user('ben') }))
      .then(contributed(made({ description, contributor: user('ben') })))
  })

  it('The name of a depositor may itself have parentheses', () => {
    const hongKong = { ...trips.gina, id: 'gina2', name: 'Gina (HK)' }
    const two: Trip = stateAfter(tripStreamType, ...story, trips.guestAdded(hongKong)).trip!
    const description = 'Pool contribution (Gina (HK))'
    const contributor = { type: 'guest', id: 'gina2' } as const
    given(moneyStreamType)
      .when(deposit({ description }, two))
      .then(contributed(made({ description, contributor })))
  })

  it('A name that two people share or that a former participant has does not choose the depositor', () => {
    const twin = { ...trips.gina, id: 'gina2', name: 'GINA' }
    const two: Trip = stateAfter(tripStreamType, ...story, trips.guestAdded(twin)).trip!
    given(moneyStreamType)
      .when(deposit({ description: '(Gina)' }, two))
      .thenRefused('Invalid', { fields: { participant: 'More than one person on the trip has this name' } })
    given(moneyStreamType)
      .when(deposit({ participant: user('cat') }))
      .thenRefused('ContributorIsNotOnTheTrip')
    given(moneyStreamType)
      .when(deposit({ description: '(Cat)' }))
      .then(contributed(made({ description: '(Cat)' })))
  })

  it('The organizer, the contributor and the recorder can remove a deposit; nobody can remove a pool expense as a deposit', () => {
    coversSpec('§6 In the pool history', '§6 Expense-type transactions')

    const record = { ...made({ contributor: user('ben') }), recordedBy: 'cat', createdAt: '' }
    const mine = { ...record, recordedBy: 'dan', contributor: guest }
    expect(['ann', 'ben', 'cat', 'dan'].map((id) => canRemoveContribution(record, trip, id))).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(['ann', 'ben', 'gina', 'dan'].map((id) => canRemoveContribution(mine, trip, id))).toEqual([
      true,
      false,
      false,
      true,
    ])
    given(moneyStreamType, contributed(made({})))
      .when({ type: 'RemoveContribution', id: 'deposit' })
      .then({ type: 'ContributionRemoved', data: { contribution: made({}) } })
    const remove: MoneyCommand = { type: 'RemoveContribution', id: 'dinner' }
    given(moneyStreamType, added(dinner({ payer: pool })))
      .when(remove)
      .thenRefused('ExpenseStaysInThePool')
    given(moneyStreamType, added(dinner())).when(remove).thenRefused('NotFound')
    given(moneyStreamType).when(remove).thenRefused('NotFound')
  })
})

describe('a recorded payment', () => {
  const made = (from: typeof pool | ReturnType<typeof user> | typeof guest, to: typeof from) =>
    paid(payment('payment', from, to, 500))

  it('A payment connects two people, or a person and the pool', () => {
    given(moneyStreamType)
      .when(pay(user('ann'), guest))
      .then(made(user('ann'), guest))
    given(moneyStreamType)
      .when(pay(user('ann'), thePool))
      .then(made(user('ann'), pool))
    given(moneyStreamType)
      .when(pay(thePool, user('ben')))
      .then(made(pool, user('ben')))
    given(moneyStreamType)
      .when(pay(user('ann'), user('ann')))
      .thenRefused('Invalid')
    given(moneyStreamType).when(pay(thePool, thePool)).thenRefused('Invalid')
    given(moneyStreamType)
      .when(pay({ id: 'purse', type: 'pool' }, user('ann')))
      .thenRefused('PartyIsNotOnTheTrip')
  })

  it('A payment may name a former participant while their money is open, so that the plan can be finished', () => {
    given(moneyStreamType, added(withCat))
      .when(pay(user('ann'), user('cat')))
      .then(made(user('ann'), user('cat')))
    given(moneyStreamType)
      .when(pay(user('ann'), user('cat')))
      .thenRefused('PartyIsNotOnTheTrip')
    const withoutTrace: MoneyEvent = { type: 'ExpenseRemoved', data: { expense: withCat } }
    given(moneyStreamType, added(withCat), withoutTrace)
      .when(pay(user('cat'), user('ann')))
      .thenRefused('PartyIsNotOnTheTrip')
    given(moneyStreamType, added(withCat))
      .when(pay(user('dan'), user('cat')))
      .thenRefused('PartyIsNotOnTheTrip')
  })

  describe('a repeated payment', () => {
    // The events are an hour apart from noon on: the payment before is from 12:00:00.
    const before = paid(payment('before', user('ben'), user('ann'), 500))
    const again = (now: string, more: { amount?: number; confirm?: boolean } = {}) =>
      pay(user('ben'), user('ann'), more.amount ?? 5, { now, confirm: more.confirm ?? false })
    const recorded = paid(payment('payment', user('ben'), user('ann'), 500))

    it('A repeated payment is refused within ten seconds, also when the clock is behind, and recorded afterwards', () => {
      const givenOne = given(moneyStreamType, before)
      givenOne.when(again('2026-05-01T12:00:00.000Z')).thenRefused('PaymentLooksRepeated')
      givenOne.when(again('2026-05-01T12:00:09.999Z')).thenRefused('PaymentLooksRepeated')
      givenOne.when(again('2026-05-01T11:59:50.001Z')).thenRefused('PaymentLooksRepeated')
      givenOne.when(again('2026-05-01T12:00:10.000Z')).then(recorded)
    })

    it('A repeated payment is recorded when the recorder confirms that the money was paid twice', () => {
      given(moneyStreamType, before)
        .when(again('2026-05-01T12:00:01.000Z', { confirm: true }))
        .then(recorded)
    })

    it('A payment with another amount, end or direction is no repetition', () => {
      const now = '2026-05-01T12:00:01.000Z'
      const givenOne = given(moneyStreamType, before)
      givenOne
        .when(again(now, { amount: 5.01 }))
        .then(paid(payment('payment', user('ben'), user('ann'), 501)))
      givenOne.when(pay(user('ann'), user('ben'), 5, { now })).then(made(user('ann'), user('ben')))
      givenOne.when(pay(user('ben'), thePool, 5, { now })).then(made(user('ben'), pool))
    })

    it('A payment after an undone payment is no repetition', () => {
      const undone: MoneyEvent = {
        type: 'PaymentUndone',
        data: { payment: payment('before', user('ben'), user('ann'), 500) },
      }
      given(moneyStreamType, before, undone).when(again('2026-05-01T12:00:01.000Z')).then(recorded)
    })

    it('A repeated payment with the pool follows the same rule', () => {
      given(moneyStreamType, paid(payment('before', pool, user('ann'), 500)))
        .when(pay(thePool, user('ann'), 5, { now: '2026-05-01T12:00:01.000Z' }))
        .thenRefused('PaymentLooksRepeated')
    })
  })

  it('The organizer, the recorder, the payer and the payee can undo a payment', () => {
    const record = { ...payment('payment', user('ben'), guest, 5), recordedBy: 'cat', createdAt: '' }
    expect(['ann', 'ben', 'cat', 'gina', 'dan'].map((id) => canUndoPayment(record, trip, id))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    given(moneyStreamType, made(user('ann'), pool))
      .when({ type: 'UndoPayment', id: 'payment' })
      .then({ type: 'PaymentUndone', data: { payment: payment('payment', user('ann'), pool, 500) } })
    given(moneyStreamType).when({ type: 'UndoPayment', id: 'payment' }).thenRefused('NotFound')
  })
})

describe('a returning participant', () => {
  it('A returning participant has the same id and the same figures', () => {
    const ledger = ledgerOf([added(withCat)])
    const gone = toBalanceResponses(trip, ledger, 'HKD').find(({ id }) => id === 'cat')
    expect(gone).toMatchObject({ left: true, name: 'Cat', personalPayments: 10, fairShare: 5, netBalance: 5 })
    const back = stateAfter(tripStreamType, ...story, trips.invited(trips.cat, 'again')).trip!
    const all = toBalanceResponses(back, ledger, 'HKD').filter(({ id }) => id === 'cat')
    expect(all).toEqual([{ ...gone, left: false }])
  })

  it('A former participant without money is not among the figures', () => {
    const ids = toBalanceResponses(trip, ledgerOf([added(dinner())]), 'HKD').map(({ id }) => id)
    expect(ids).toEqual(['ann', 'ben', 'gina'])
  })
})
