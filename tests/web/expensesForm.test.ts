// What the expense form understands, refuses and sends.

import { describe, expect, test } from 'vitest'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { ExpenseAnswer } from '#core/money/answers.ts'
import { expenseBody } from '#core/money/contract.ts'
import { originalText, poolText, readBack } from '#web/money/expenses/amountTexts.ts'
import type { ExpenseValues } from '#web/money/expenses/expenseValues.ts'
import {
  amountFault,
  bodyOf,
  calendarDateOf,
  changesIn,
  choicesFor,
  newValues,
  rebased,
  typedMinor,
  valuesOf,
} from '#web/money/expenses/expenseValues.ts'
import type { TripPerson } from '#web/money/tripPeople.ts'
import { tripPeople } from '#web/money/tripPeople.ts'
import { check } from '#web/platform/form.ts'

const people: TripPerson[] = [
  { id: 'ann', type: 'user', name: 'ann', left: false },
  { id: 'ben', type: 'user', name: 'ben', left: false },
  { id: 'gus', type: 'guest', name: 'Gus', left: false },
]
const choices = choicesFor(people)
const filled: ExpenseValues = {
  ...newValues(people, 'ann', '2026-05-02'),
  description: 'Dinner',
  amount: '100',
}

const told = (values: Partial<ExpenseValues>, currency: CurrencyCode = 'HKD') => {
  const checked = check(expenseBody(currency), bodyOf({ ...filled, ...values }, choices))
  return 'fields' in checked ? checked.fields : {}
}
const sent = (amount: string) => bodyOf({ ...filled, amount }, choices).amount

const dinner: ExpenseAnswer = {
  id: 'e1',
  tripId: 't1',
  description: 'Dinner',
  amount: 119.46,
  currency: 'HKD',
  category: 'food',
  receiptUrl: null,
  expenseDate: '2026-05-01',
  paidBy: { id: 'ann', type: 'user', name: 'ann' },
  paidFromPool: false,
  sharedBy: [
    { id: 'ann', type: 'user', name: 'ann', share: 59.73 },
    { id: 'eve', type: 'user', name: 'eve', share: 59.73 },
  ],
  originalAmount: 13.2,
  originalCurrency: 'EUR',
  exchangeRate: 9.05,
  createdBy: { id: 'ann', username: 'ann' },
  createdAt: '2026-05-01T10:00:00.000Z',
  updatedAt: '2026-05-01T10:00:00.000Z',
  revision: 4,
}

describe('an amount as it is typed', () => {
  test.each([
    ['12', 12],
    [' 12.5 ', 12.5],
    ['.5', 0.5],
    ['1,234.50', 1234.5],
    ['999,999.99', 999_999.99],
    ['12,50', 12.5],
    ['0.1', 0.1],
  ])('%s is %d', (typed, amount) => {
    expect(told({ amount: typed })).toEqual({})
    expect(sent(typed)).toBe(amount)
  })

  test.each([
    ['', 'Valid amount is required'],
    ['abc', 'Valid amount is required'],
    ['1.2.3', 'Valid amount is required'],
    ['12 dollars', 'Valid amount is required'],
    ['100.005', 'Valid amount is required'],
    ['1.234', 'Valid amount is required'],
    ['100.0000000000000000001', 'Valid amount is required'],
    ['Infinity', 'Valid amount is required'],
    ['1e3', 'Valid amount is required'],
    ['0', 'Amount must be greater than 0'],
    ['-0', 'Amount must be greater than 0'],
    ['-5', 'Amount must be greater than 0'],
    ['1000000', 'Amount is too large'],
    ['1,000,000', 'Amount is too large'],
  ])('%j is refused: %s', (typed, text) => {
    expect(told({ amount: typed })).toEqual({ amount: text })
  })

  test('yen have no decimals, but may be written with zeros', () => {
    expect(told({ amount: '100.5' }, 'JPY')).toEqual({ amount: 'Valid amount is required' })
    expect(told({ amount: '100.00' }, 'JPY')).toEqual({})
    expect(typedMinor('1,200', 'JPY')).toBe(1200)
  })

  test('too many digits are told at once, though other fields are still empty', () => {
    const typed = (amount: string) => amountFault({ ...filled, description: '', amount }, 'HKD')
    expect(typed('1.005')).toEqual({ amount: 'Valid amount is required' })
    expect([typed('1.50'), typed(''), typed('x')]).toEqual([{}, {}, {}])
  })

  test('no share is shown of what is no amount', () => {
    expect(['', '0', '-1', '1.005', '1000000', 'x'].map((typed) => typedMinor(typed, 'HKD'))).toEqual(
      Array(6).fill(null),
    )
  })

  test('how a comma was read is said, and nothing where there is nothing to doubt', () => {
    expect(readBack('1,234', typedMinor('1,234', 'HKD'), 'HKD')).toBe('Read as HK$1,234.00')
    expect(readBack('12,50', typedMinor('12,50', 'HKD'), 'HKD')).toBe('Read as HK$12.50')
    expect(readBack('12.50', typedMinor('12.50', 'HKD'), 'HKD')).toBeUndefined()
  })
})

describe('the other fields', () => {
  test('say what is missing in the words of the product', () => {
    expect(told({ description: '  ' })).toEqual({ description: 'Description is required' })
    expect(told({ description: 'ab' })).toEqual({ description: 'Description must be at least 3 characters' })
    expect(told({ sharedBy: [] })).toEqual({ sharedBy: 'At least one person must share this expense' })
    expect(told({ receiptUrl: 'javascript:alert(1)' })).toEqual({
      receiptUrl: 'Receipt URL must be a valid HTTP/HTTPS URL',
    })
  })

  test('a new expense is paid by me today and shared by everybody present, guests too', () => {
    expect(bodyOf(filled, choices)).toMatchObject({
      expenseDate: '2026-05-02',
      paidFromPool: false,
      paidBy: { id: 'ann', type: 'user' },
      sharedBy: [{ id: 'ann' }, { id: 'ben' }, { id: 'gus', type: 'guest' }],
    })
  })

  test('whoever is not on the trip is dropped before sending', () => {
    const body = bodyOf({ ...filled, sharedBy: ['ben', 'eve'] }, choices)
    expect(body.sharedBy).toEqual([{ id: 'ben', type: 'user', name: 'ben' }])
    expect(told({ sharedBy: ['eve'] })).toEqual({ sharedBy: 'At least one person must share this expense' })
  })

  test('paid from the pool, nobody paid', () => {
    expect(bodyOf({ ...filled, paidFromPool: true }, choices)).toMatchObject({
      paidFromPool: true,
      paidBy: null,
    })
  })

  test('today is the day where the person is', () => {
    expect(calendarDateOf(new Date(2026, 0, 5, 0, 30))).toBe('2026-01-05')
  })

  test('the person at the screen comes first', () => {
    const participant = (id: string) => ({ id, name: id, role: 'member' as const, email: null })
    const all = tripPeople({ users: [participant('ann'), participant('ben')], guests: [] }, 'ben')
    expect(all.map(({ id }) => id)).toEqual(['ben', 'ann'])
  })

  test('what the pool holds is the sum of all balances', () => {
    const balance = (netBalance: number) => ({
      id: String(netBalance),
      type: 'user' as const,
      name: '',
      left: false,
      personalPayments: 0,
      poolContributions: 0,
      fairShare: 0,
      netBalance,
      poolSettlement: 0,
    })
    expect(poolText([balance(0.1), balance(0.2)], 'HKD')).toBe('The pool holds HK$0.30.')
    expect(poolText([balance(50), balance(-80)], 'HKD')).toBe('The pool is HK$30.00 short.')
  })
})

describe('an edit', () => {
  const was = valuesOf(dinner, 'ann')
  const own = choicesFor(people, dinner)
  const changed = (values: Partial<ExpenseValues>) => changesIn({ ...was, ...values }, was, own)

  test('of the title sends the title alone, so no amount and no rate is touched', () => {
    expect(changed({ description: 'Late dinner ' })).toEqual({ description: 'Late dinner' })
  })

  test('that changes nothing sends nothing, however it is written', () => {
    expect(changed({ amount: '119.460', sharedBy: ['eve', 'ann'], description: ' Dinner' })).toEqual({})
  })

  test('says that another amount takes the place of the original', () => {
    expect(originalText(dinner)).toBe('Entered as €13.20 at 9.05. Another amount takes the place of both.')
    expect(changed({ amount: '120' })).toEqual({ amount: 120 })
  })

  test('may keep somebody who has left as long as the expense names them', () => {
    expect(own.sharers.find(({ id }) => id === 'eve')).toMatchObject({ left: true })
    expect(own.payers.map(({ id }) => id)).not.toContain('eve')
    expect(changed({ sharedBy: ['ann', 'ben', 'eve'] }).sharedBy).toMatchObject([
      { id: 'ann' },
      { id: 'ben' },
      { id: 'eve' },
    ])
    expect(choices.sharers.map(({ id }) => id)).not.toContain('eve')
  })

  test('moves an expense into the pool and out again', () => {
    expect(changed({ paidFromPool: true })).toEqual({ paidFromPool: true })
    const fromPool = { ...was, paidFromPool: true }
    expect(changesIn({ ...was, paidBy: 'ben' }, fromPool, own)).toEqual({
      paidFromPool: false,
      paidBy: { id: 'ben', type: 'user', name: 'ben' },
    })
  })

  test('that somebody else overtook keeps what was typed and takes over the rest', () => {
    const theirs = valuesOf({ ...dinner, amount: 150, description: 'Dinner for all' }, 'ann')
    const merged = rebased({ ...was, description: 'My dinner' }, was, theirs)
    expect(merged).toEqual({ ...theirs, description: 'My dinner' })
    expect(changesIn(merged, theirs, own)).toEqual({ description: 'My dinner' })
  })

  test('can empty the link of the receipt', () => {
    const withLink = valuesOf({ ...dinner, receiptUrl: 'https://example.com/r' }, 'ann')
    expect(changesIn({ ...withLink, receiptUrl: ' ' }, withLink, own)).toEqual({ receiptUrl: null })
  })
})
