// The commands of the money decider's tests. Ann, Ben and the guest Gina are on the trip; Cat is a former participant.

import type { MoneyCommand } from '#core/money/decider.ts'
import type { Expense } from '#core/money/events.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { Trip } from '#core/trips/trip.ts'
import { expense, user, varied, type Variation } from '#tests/money/records.ts'
import { expenseEntry } from '#tests/support/expense.ts'
import { stateAfter } from '#tests/support/given.ts'
import * as trips from '#tests/trips/events.ts'

export const guest = { type: 'guest', id: 'gina' } as const
export const pool = { type: 'pool' } as const
export const tripEvents = [
  trips.planned(),
  trips.invited(trips.ben),
  trips.invited(trips.cat),
  trips.guestAdded(trips.gina),
  trips.left(trips.cat),
]
export const trip: Trip = stateAfter(tripStreamType, ...tripEvents).trip!
export const inYen: Trip = { ...trip, details: { ...trip.details, currency: 'JPY' } }

export type Of<Type extends MoneyCommand['type']> = Extract<MoneyCommand, { type: Type }>
export type Entry = Partial<Of<'AddExpense'>['entry']>

export const anyone = (id: string, type: 'user' | 'guest' | null = null) => ({ id, type })
export const addExpenseCommand = (entry: Entry = {}, more: Partial<Of<'AddExpense'>> = {}): MoneyCommand => ({
  type: 'AddExpense',
  id: 'dinner',
  entry: expenseEntry(entry),
  by: 'ann',
  today: '2026-05-02',
  trip,
  ...more,
})
export const edit = (
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
export const deposit = (entry: Partial<Of<'ContributeToPool'>['entry']> = {}, of = trip): MoneyCommand => ({
  type: 'ContributeToPool',
  id: 'deposit',
  entry: { amount: 10, description: null, participant: null, ...entry },
  by: 'ann',
  trip: of,
})
export type PartyRef = Of<'MakePayment'>['entry']['from']
export const pay = (
  from: PartyRef,
  to: PartyRef,
  amount = 5,
  {
    now = '2026-05-02T10:00:00.000Z',
    ...entry
  }: { now?: string } & Partial<Omit<Of<'MakePayment'>['entry'], 'from' | 'to' | 'amount'>> = {},
): MoneyCommand => ({
  type: 'MakePayment',
  id: 'payment',
  entry: { from, to, amount, note: null, confirm: false, ...entry },
  by: 'ann',
  now,
  trip,
})
export const thePool: PartyRef = { id: 'pool', type: 'pool' }

export const dinner = (changes: Variation = {}): Expense =>
  varied(expense('dinner', user('ann'), 1000, [user('ann'), user('ben')]), {
    description: 'Dinner',
    ...changes,
  })
export const withCat = dinner({ sharedBy: [user('ann'), user('cat')], payer: user('cat') })
