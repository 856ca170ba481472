// What a new expense takes over from the last one.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readCarriedValues, saveCarriedValues } from '#web/money/expenses/carriedValues.ts'
import { blankExpense, type ExpenseValues } from '#web/money/expenses/expenseValues.ts'

const trip = { tripId: 't1', myId: 'ann', personIds: ['ann', 'ben', 'gus'], today: '2026-05-02' }
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

test('On the same day the next expense has the date, payer, sharers, currency and rate of the last, and nothing else', () => {
  saveCarriedValues(ferry, trip)
  const same = { ...money, expenseDate: '2026-05-01', paidBy: 'ben', sharedBy: ['ann', 'ben'] }
  expect(readCarriedValues(trip)).toEqual(same)
})

test('On another day the next expense has only the currency and rate of the last', () => {
  saveCarriedValues(ferry, trip)
  expect(readCarriedValues({ ...trip, today: '2026-05-03' })).toEqual(money)
})

test('People who have left are not carried on', () => {
  saveCarriedValues(ferry, trip)
  const values = readCarriedValues({ ...trip, personIds: ['ann', 'gus'] })
  expect(values).toEqual({ ...money, expenseDate: '2026-05-01', sharedBy: ['ann'] })
})

test('After an expense of everybody, a person who joins shares the next one', () => {
  saveCarriedValues({ ...ferry, sharedBy: ['gus', 'ben', 'ann'] }, trip)
  expect(readCarriedValues({ ...trip, personIds: [...trip.personIds, 'new'] })).not.toHaveProperty('sharedBy')
})

test('Another trip and another person start without, and so does a text that cannot be read', () => {
  saveCarriedValues(ferry, trip)
  expect(readCarriedValues({ ...trip, tripId: 't2' })).toEqual({})
  expect(readCarriedValues({ ...trip, myId: 'ben' })).toEqual({})
  for (const key of stored.keys()) stored.set(key, '{"on":')
  expect(readCarriedValues(trip)).toEqual({})
})
