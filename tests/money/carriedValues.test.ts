// What a new expense takes over from the last one, and what it only offers.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readLastExpense, saveLastExpense } from '#web/money/expenses/form/carriedValues.ts'
import { blankExpense, type ExpenseValues } from '#web/money/expenses/form/expenseValues.ts'

const trip = { tripId: 't1', myId: 'ann', personIds: ['ann', 'ben', 'gus'] }
const ferry: ExpenseValues = {
  ...blankExpense,
  description: 'Ferry',
  amount: '30',
  otherCurrency: 'EUR',
  exchangeRate: '9.05',
  expenseDate: '2026-05-01',
  paidBy: 'ben',
  sharedBy: ['ann', 'ben'],
}
const money = { otherCurrency: 'EUR', exchangeRate: '9.05' }

let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('The next expense has the currency and rate of the last; its payer and sharers are only offered', () => {
  saveLastExpense(ferry, trip)
  expect(readLastExpense(trip)).toEqual({
    carried: money,
    offered: { paidBy: 'ben', sharedBy: ['ann', 'ben'] },
  })
})

test('Nothing is offered where the last one was paid by oneself for everybody', () => {
  saveLastExpense({ ...ferry, paidBy: 'ann', sharedBy: ['gus', 'ben', 'ann'] }, trip)
  expect(readLastExpense(trip)).toEqual({ carried: money, offered: null })
})

test.each<[string, Partial<ExpenseValues>]>([
  ['from the pool', { paidFromPool: true }],
  ['by several people', { paid: { ann: '10', ben: '20' } }],
  ['and split by shares', { split: { ...blankExpense.split, mode: 'shares' } }],
])('Nothing is offered of one paid %s, which a payer and equal sharers do not say', (_, changes) => {
  saveLastExpense({ ...ferry, ...changes }, trip)
  expect(readLastExpense(trip)).toEqual({ carried: money, offered: null })
})

test('People who have left are not offered', () => {
  saveLastExpense({ ...ferry, paidBy: 'ann', sharedBy: ['ben', 'gus'] }, trip)
  const without = (id: string) => ({ ...trip, personIds: trip.personIds.filter((other) => other !== id) })
  expect(readLastExpense(without('ben')).offered).toEqual({ paidBy: 'ann', sharedBy: ['gus'] })
  saveLastExpense(ferry, trip)
  expect(readLastExpense(without('ben')).offered).toBeNull()
})

test('After an expense of everybody, the offer includes a person who joins', () => {
  saveLastExpense({ ...ferry, sharedBy: ['gus', 'ben', 'ann'] }, trip)
  const personIds = [...trip.personIds, 'new']
  expect(readLastExpense({ ...trip, personIds }).offered).toEqual({ paidBy: 'ben', sharedBy: personIds })
})

test('What an older version stored is read: its date is not carried on any more', () => {
  const older = { on: '2026-05-02', expenseDate: '2026-05-01', ...money, paidBy: 'ben', sharedBy: ['ann'] }
  saveLastExpense(ferry, trip)
  for (const key of stored.keys()) stored.set(key, JSON.stringify(older))
  expect(readLastExpense(trip)).toEqual({ carried: money, offered: { paidBy: 'ben', sharedBy: ['ann'] } })
})

test('Another trip and another person start without, and so does a text that cannot be read', () => {
  const nothing = { carried: {}, offered: null }
  saveLastExpense(ferry, trip)
  expect(readLastExpense({ ...trip, tripId: 't2' })).toEqual(nothing)
  expect(readLastExpense({ ...trip, myId: 'ben' })).toEqual(nothing)
  for (const key of stored.keys()) stored.set(key, '{"on":')
  expect(readLastExpense(trip)).toEqual(nothing)
})
