// The rules of a trip's deposits and payments, and of participants who return.

import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { CalendarDate } from '#core/kernel/calendar.ts'
import { toMinor } from '#core/kernel/money.ts'
import { paymentBody } from '#core/money/bodies.ts'
import { type MoneyCommand, moneyStreamType } from '#core/money/decider.ts'
import { type Contribution, type MoneyEvent, expenseKind, paymentKind } from '#core/money/events.ts'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import { canRemoveContribution, canUndoPayment } from '#core/money/permissions.ts'
import { toBalanceResponses } from '#core/money/settlement/toSettlementResponse.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { Trip } from '#core/trips/trip.ts'
import { added, contributed, contribution, paid, payment, user, ledgerOf } from '#tests/money/records.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { given, stateAfter } from '#tests/support/given.ts'
import * as trips from '#tests/trips/events.ts'
import {
  guest,
  pool,
  trip,
  tripEvents,
  deposit,
  type Of,
  pay,
  thePool,
  dinner,
  withCat,
} from '#tests/money/deciderFixture.ts'

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
    const two: Trip = stateAfter(tripStreamType, ...tripEvents, trips.guestAdded(hongKong)).trip!
    const description = 'Pool contribution (Gina (HK))'
    const contributor = { type: 'guest', id: 'gina2' } as const
    given(moneyStreamType)
      .when(deposit({ description }, two))
      .then(contributed(made({ description, contributor })))
  })

  it('A name that two people share or that a former participant has does not choose the depositor', () => {
    const twin = { ...trips.gina, id: 'gina2', name: 'GINA' }
    const two: Trip = stateAfter(tripStreamType, ...tripEvents, trips.guestAdded(twin)).trip!
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

  it('Whoever keeps the money of a deposit is on the trip, also when a removed deposit is brought back', () => {
    for (const keptBy of [user('ben'), guest])
      given(moneyStreamType)
        .when(deposit({ keptBy }))
        .then(contributed(made({ keptBy })))
    given(moneyStreamType)
      .when(deposit({ keptBy: user('cat') }))
      .thenRefused('KeeperIsNotOnTheTrip')
    const [kept, keptByCat] = [user('ben'), user('cat')].map((keptBy) => made({ keptBy }))
    const bringBack = (contribution: Contribution) =>
      given(moneyStreamType, contributed(contribution), {
        type: 'ContributionRemoved',
        data: { contribution },
      }).when({ type: 'RestoreMoney', removed: { contribution }, trip })
    expect(bringBack(kept!).events()).toMatchObject([{ data: { contribution: kept } }])
    bringBack(keptByCat!).thenRefused('SomebodyHasLeft')
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

const bodyOf = (command: MoneyCommand) => (command as Of<'MakePayment'>).entry

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

  it('A payment keeps the day where it was recorded, and may be larger than any expense', () => {
    const large = pay(user('ann'), guest, 2_700_000, { date: '2026-05-03' as CalendarDate })
    given(moneyStreamType)
      .when(large)
      .then(paid({ ...payment('payment', user('ann'), guest, 270_000_000), date: '2026-05-03' }))
    expect(v.safeParse(paymentBody('JPY'), { ...bodyOf(large), amount: 2_700_000 }).success).toBe(true)
    expect(v.safeParse(paymentBody('HKD'), { ...bodyOf(large), amount: 4_000_000_000 }).success).toBe(false)
  })

  it('A payment in another currency is converted once, keeps what was paid, and needs a rate', () => {
    const inEuro = pay(user('ann'), guest, 20, { currency: 'EUR', exchangeRate: 9.05 })
    const original = { amount: 2000, currency: 'EUR' as const, exchangeRate: 9.05 }
    const converted = { ...payment('payment', user('ann'), guest, 18_100), original }
    given(moneyStreamType).when(inEuro).then(paid(converted))
    given(moneyStreamType)
      .when(pay(user('ann'), guest, 4_000_000_000, { currency: 'JPY', exchangeRate: 2 }))
      .thenRefused('Invalid')
    given(moneyStreamType)
      .when(pay(user('ann'), guest, 20, { exchangeRate: 2 }))
      .thenRefused('Invalid')
    const faultOf = (changes: object) => {
      const { issues } = v.safeParse(paymentBody('HKD'), { ...bodyOf(inEuro), ...changes })
      return issues?.map(({ message }) => message).join()
    }
    expect(faultOf({})).toBeUndefined()
    expect(faultOf({ exchangeRate: null })).toBe('The money of this trip is in HKD')
    expect(faultOf({ exchangeRate: -1 })).toBe('Exchange rate must be greater than 0')
    expect(faultOf({ amount: 20.005 })).toBe('Valid amount is required')
    expect(faultOf({ currency: 'HKD', exchangeRate: null, amount: 20.005 })).toBe('Valid amount is required')
  })

  it('The payments of a full trip add up exactly in minor units', () => {
    const most = toMinor(moneyLimits.payment.max, 'HKD')! * paymentKind.limit.max
    const spent = toMinor(moneyLimits.expense.max, 'HKD')! * expenseKind.limit.max
    expect(Number.isSafeInteger(most + spent)).toBe(true)
  })

  describe('a repeated payment', () => {
    // The events are an hour apart from noon on: the payment before is from 12:00:00.
    const five = payment('before', user('ben'), user('ann'), 500)
    const before = paid(five)
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

    describe('that was recorded while the device of the other had no network', () => {
      const late = (more: { seen?: number; confirm?: boolean } = {}) =>
        pay(user('ben'), user('ann'), 5, { now: '2026-05-02T10:00:00.000Z', ...more })
      const other = paid(payment('other', user('ben'), guest, 500))
      const byBen = given(moneyStreamType, other, { by: 'ben', event: before })

      it('It is refused by the name of who recorded it, whatever the clocks say', () => {
        byBen.when(late({ seen: 0 })).thenRefused('PaymentLooksRepeated', {
          message: 'Ben recorded this already. Record a second one?',
        })
        byBen.when(late({ seen: -1 })).thenRefused('PaymentLooksRepeated')
        given(moneyStreamType, { by: 'ann', event: before })
          .when(late({ seen: -1 }))
          .thenRefused('PaymentLooksRepeated', {
            message: 'You recorded this already. Record a second one?',
          })
      })

      it('It is recorded where the person saw the other one, or confirms it, or came without that', () => {
        for (const more of [{ seen: 1 }, { seen: 0, confirm: true }, {}])
          expect(byBen.when(late(more)).events()).toEqual([recorded])
      })

      it('An import and a payment that was brought back count as recorded then, an undone one does not', () => {
        const undone: MoneyEvent = { type: 'PaymentUndone', data: { payment: five } }
        const back: MoneyEvent = {
          type: 'PaymentRestored',
          data: { payment: five, recordedBy: 'ben', createdAt: '2026-05-01T12:00:00.000Z' },
        }
        byBen
          .and(undone)
          .when(late({ seen: 0 }))
          .then(recorded)
        byBen
          .and(undone, back)
          .when(late({ seen: 2 }))
          .thenRefused('PaymentLooksRepeated')
        const file = { id: 'file', source: 'Splitwise', fileHash: 'f', currency: 'HKD' as const }
        const imported: MoneyEvent = {
          type: 'ImportApplied',
          data: { import: { ...file, expenses: [], payments: [five] } },
        }
        given(moneyStreamType, imported)
          .when(late({ seen: -1 }))
          .thenRefused('PaymentLooksRepeated')
      })
    })

    it('A repeated payment with the pool follows the same rule', () => {
      given(moneyStreamType, paid(payment('before', pool, user('ann'), 500)))
        .when(pay(thePool, user('ann'), 5, { now: '2026-05-01T12:00:01.000Z' }))
        .thenRefused('PaymentLooksRepeated')
    })
  })

  it('The organizer, the recorder, the payer and the payee can undo a payment', () => {
    const recorded = { recordedBy: 'cat', createdAt: '', revision: 0 }
    const record = { ...payment('payment', user('ben'), guest, 5), ...recorded }
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
    const back = stateAfter(tripStreamType, ...tripEvents, trips.invited(trips.cat, 'again')).trip!
    const all = toBalanceResponses(back, ledger, 'HKD').filter(({ id }) => id === 'cat')
    expect(all).toEqual([{ ...gone, left: false }])
  })

  it('A former participant without money is not among the figures', () => {
    const ids = toBalanceResponses(trip, ledgerOf([added(dinner())]), 'HKD').map(({ id }) => id)
    expect(ids).toEqual(['ann', 'ben', 'gina'])
  })
})
