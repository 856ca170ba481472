// The expense form: its parsing, its refusals and its request.

import { describe, expect, test } from 'vitest'
import { optionalFields } from '#core/money/events.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { expense, namedById, recorded, user } from '#tests/money/records.ts'
import { expenseBody } from '#core/money/bodies.ts'
import { addExpense, editExpense, expenseEndpointFor, addExpenseEnhanced } from '#core/money/contract.ts'
import { pendingCommand } from '#tests/support/pendingCommands.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { poolText } from '#web/money/pool/poolTransactions.ts'
import { dividedEntry } from '#web/money/expenses/form/dividedEntry.ts'
import {
  amountFaults,
  lastRate,
  minorInTrip,
  parsedAmountText,
  tripAmountText,
  typedMinor,
} from '#web/money/enteredAmount.ts'
import { expenseCorrection } from '#web/money/expenses/expenseList.ts'
import { expenseFormChanges, rebasedExpense } from '#web/money/expenses/form/expenseFormChanges.ts'
import {
  type ExpenseValues,
  bodyOf,
  choicesFor,
  newExpense,
  expenseFormValues,
} from '#web/money/expenses/form/expenseValues.ts'
import { type ChoosablePerson, tripPeople } from '#web/money/tripPeople.ts'
import { calendarDateOf } from '#web/platform/time/format.ts'
import { checkForm } from '#web/platform/forms/form.ts'

const people: ChoosablePerson[] = [
  { id: 'ann', type: 'user', name: 'ann', role: 'organizer', hasLeft: false },
  { id: 'ben', type: 'user', name: 'ben', role: 'member', hasLeft: false },
  { id: 'gus', type: 'guest', name: 'Gus', role: 'member', hasLeft: false },
]
const choices = choicesFor(people)
const filled: ExpenseValues = {
  ...newExpense(people, 'ann', '2026-05-02'),
  description: 'Dinner',
  amount: '100',
}

const errorsOf = (values: Partial<ExpenseValues>, currency: CurrencyCode = 'HKD') => {
  const checked = checkForm(expenseBody(currency), bodyOf({ ...filled, ...values }, choices, currency))
  return 'fields' in checked ? checked.fields : {}
}
const sent = (amount: string) => bodyOf({ ...filled, amount }, choices, 'HKD').amount

const eve = { type: 'user', id: 'eve' } as const
const dinner = recorded({
  ...expense('e1', user('ann'), 11_946, [user('ann'), eve]),
  description: 'Dinner',
  expenseDate: '2026-05-01',
  payers: [{ ...user('ann'), amount: 11_946, originalAmount: 1320 }],
  original: { amount: 1320, currency: 'EUR', exchangeRate: 9.05 },
})

describe('a typed amount', () => {
  test.each([
    ['12', 12],
    [' 12.5 ', 12.5],
    ['.5', 0.5],
    ['1,234.50', 1234.5],
    ['999,999.99', 999_999.99],
    ['12,50', 12.5],
    ['0.1', 0.1],
    ['100+50', 150],
    ['100÷3', 33.33],
  ])('The typed amount %s is read as %d', (typed, amount) => {
    expect(errorsOf({ amount: typed })).toEqual({})
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
    ['100÷0', 'Valid amount is required'],
    ['50−100', 'Amount must be greater than 0'],
    ['999999×9', 'Amount is too large'],
    ['0', 'Amount must be greater than 0'],
    ['-0', 'Amount must be greater than 0'],
    ['-5', 'Amount must be greater than 0'],
    ['1000000', 'Amount is too large'],
    ['1,000,000', 'Amount is too large'],
  ])('The typed amount %j is refused: %s', (typed, text) => {
    coversSpec('§5 Expense: Step is 0.01')

    expect(errorsOf({ amount: typed })).toEqual({ amount: text })
  })

  test('An amount in yen has no decimals, but may be written with zeros', () => {
    expect(errorsOf({ amount: '100.5' }, 'JPY')).toEqual({ amount: 'Valid amount is required' })
    expect(errorsOf({ amount: '100.00' }, 'JPY')).toEqual({})
    expect(typedMinor('1,200', 'JPY')).toBe(1200)
  })

  test('An amount with too many digits is reported at once, though other fields are still empty', () => {
    const typed = (amount: string) => amountFaults({ ...filled, amount }, 'HKD')
    expect(typed('1.005')).toEqual({ amount: 'Valid amount is required' })
    expect([typed('1.50'), typed(''), typed('x')]).toEqual([{}, {}, {}])
  })

  test('An invalid amount shows no share', () => {
    const shown = (amount: string) => minorInTrip({ amount, otherCurrency: '', exchangeRate: '' }, 'HKD')
    expect(['', '0', '-1', '1.005', '1000000', 'x'].map(shown)).toEqual(Array(6).fill(null))
  })

  test('The form says how it read a comma, and nothing where the reading is unambiguous', () => {
    expect(parsedAmountText('1,234', typedMinor('1,234', 'HKD'), 'HKD')).toBe('Read as HK$1,234.00')
    expect(parsedAmountText('12,50', typedMinor('12,50', 'HKD'), 'HKD')).toBe('Read as HK$12.50')
    expect(parsedAmountText('12.50', typedMinor('12.50', 'HKD'), 'HKD')).toBeUndefined()
  })

  test('The form says what a calculation results in, in the digits of its currency', () => {
    expect(parsedAmountText('100+50', typedMinor('100+50', 'HKD'), 'HKD')).toBe('= HK$150.00')
    expect(parsedAmountText('100÷3', typedMinor('100÷3', 'JPY'), 'JPY')).toBe('= JP¥33')
    expect(parsedAmountText('100÷0', typedMinor('100÷0', 'HKD'), 'HKD')).toBeUndefined()
  })
})

describe('an amount in another currency', () => {
  const yen: Partial<ExpenseValues> = { amount: '1,200', otherCurrency: 'JPY', exchangeRate: '0.0523' }

  test('An amount in another currency is sent as it was typed, with its rate', () => {
    expect(errorsOf(yen)).toEqual({})
    expect(bodyOf({ ...filled, ...yen }, choices, 'HKD')).toMatchObject({
      amount: 1200,
      currency: 'JPY',
      exchangeRate: 0.0523,
    })
    expect(bodyOf(filled, choices, 'HKD')).not.toHaveProperty('currency')
  })

  test('An amount in another currency shows its converted value, rounded half up once', () => {
    const minor = (values: Partial<ExpenseValues>) => minorInTrip({ ...filled, ...yen, ...values }, 'HKD')
    expect(minor({})).toBe(6276)
    expect(minor({ amount: '1', exchangeRate: '0.005' })).toBe(1)
    expect(minor({ amount: '400×3' })).toBe(6276)
    expect(tripAmountText(minor({}), 'HKD')).toBe('That is HK$62.76 for this trip.')
    expect([minor({ exchangeRate: '' }), minor({ exchangeRate: '0' }), minor({ amount: '1.5' })]).toEqual([
      null,
      null,
      null,
    ])
    expect(tripAmountText(null, 'HKD')).toBeUndefined()
  })

  test('An amount in a small currency may have more digits than one in the trip’s', () => {
    const large = { amount: '2,000,000', otherCurrency: 'JPY', exchangeRate: '0.05' }
    expect(errorsOf(large)).toEqual({})
    expect(minorInTrip({ ...filled, ...large }, 'HKD')).toBe(10_000_000)
    expect(dividedEntry({ ...filled, ...large }, choices, 'HKD').total?.amount).toBe(10_000_000)
    expect(minorInTrip({ ...filled, ...large, exchangeRate: '1' }, 'HKD')).toBeNull()
  })

  test('An amount in another currency needs a rate, and has the digits of its own currency', () => {
    const faults = (values: Partial<ExpenseValues>) => amountFaults({ ...filled, ...yen, ...values }, 'HKD')
    expect(faults({})).toEqual({})
    expect(faults({ exchangeRate: '' })).toEqual({
      exchangeRate: 'Exchange rate is required for another currency',
    })
    expect(faults({ amount: '12.5' })).toEqual({ amount: 'Valid amount is required' })
    expect(errorsOf({ ...yen, exchangeRate: '-1' })).toEqual({
      exchangeRate: 'Exchange rate must be greater than 0',
    })
    expect(errorsOf({ ...yen, exchangeRate: 'x' })).toEqual({
      exchangeRate: 'Exchange rate must be a number',
    })
  })

  test('The rate starts with the last rate of that currency on this trip', () => {
    const rated = (exchangeRate: number, day: number) => ({
      original: { amount: 100, currency: 'EUR', exchangeRate },
      createdAt: `2026-05-0${day}T10:00:00.000Z`,
    })
    expect(lastRate([rated(9.2, 3), rated(8.5, 2)], 'EUR')).toBe('9.2')
    expect(lastRate([rated(8.5, 2)], 'JPY')).toBe('')
  })
})

describe('other fields', () => {
  test('Missing fields are reported in the words of the product', () => {
    coversSpec('§5 Expense: At least one sharer')

    expect(errorsOf({ description: '  ' })).toEqual({ description: 'Description is required' })
    expect(errorsOf({ description: 'ab' })).toEqual({
      description: 'Description must be at least 3 characters',
    })
    expect(errorsOf({ sharedBy: [] })).toEqual({ sharedBy: 'At least one person must share this expense' })
    expect(errorsOf({ receiptUrl: 'javascript:alert(1)' })).toEqual({
      receiptUrl: 'Receipt URL must be a valid HTTP/HTTPS URL',
    })
  })

  test('Notes are several lines of up to 500 characters, trimmed, and blank notes are none', () => {
    const notesOf = (notes: string) => {
      const checked = checkForm(expenseBody('HKD'), { ...bodyOf(filled, choices, 'HKD'), notes })
      return 'body' in checked ? checked.body.notes : checked.fields
    }
    expect(notesOf(' In cash,\nwithout a receipt ')).toBe('In cash,\nwithout a receipt')
    expect([notesOf(' \n'), notesOf('')]).toEqual([null, null])
    expect(notesOf('x'.repeat(500))).toHaveLength(500)
    expect(notesOf('x'.repeat(501))).toEqual({ notes: 'Notes must be 500 characters or less' })
  })

  test('A new expense is paid by the user today and shared by everybody present, guests included', () => {
    coversSpec('§5 Expense: The payer is required')

    expect(bodyOf(filled, choices, 'HKD')).toMatchObject({
      expenseDate: '2026-05-02',
      paidFromPool: false,
      paidBy: { id: 'ann', type: 'user' },
      sharedBy: [{ id: 'ann' }, { id: 'ben' }, { id: 'gus', type: 'guest' }],
    })
  })

  test('A person who is not on the trip is dropped before the form is sent', () => {
    coversSpec('§5 Expense: Sharers not in the participant')

    const body = bodyOf({ ...filled, sharedBy: ['ben', 'eve'] }, choices, 'HKD')
    expect(body.sharedBy).toEqual([{ id: 'ben', type: 'user', name: 'ben' }])
    expect(errorsOf({ sharedBy: ['eve'] })).toEqual({
      sharedBy: 'At least one person must share this expense',
    })
  })

  test('An expense paid from the pool is sent without a payer', () => {
    expect(bodyOf({ ...filled, paidFromPool: true }, choices, 'HKD')).toMatchObject({
      paidFromPool: true,
      paidBy: null,
    })
  })

  test('The form sends people with their type to the enhanced endpoint, and plain ids to the plain one', () => {
    coversSpec(
      '§7 Expenses and pool: POST /trips/{id}/expenses',
      '§7 Expenses and pool: POST /trips/{id}/expenses-enhanced',
    )

    const body = bodyOf(filled, choices, 'HKD')
    expect(expenseEndpointFor(body)).toBe(addExpenseEnhanced)
    expect(expenseEndpointFor({ ...body, sharedBy: ['ann', 'ben'] })).toBe(addExpense)
    expect(expenseEndpointFor({ ...body, sharedBy: [{ id: 'ann' }] })).toBe(addExpense)
  })

  test('The default date is the day at the user’s place', () => {
    expect(calendarDateOf(new Date(2026, 0, 5, 0, 1))).toBe('2026-01-05')
    expect(calendarDateOf(new Date(2026, 11, 31, 23, 59))).toBe('2026-12-31')
  })

  test('The user comes first in the list of people', () => {
    const participant = (id: string) => ({ id, username: id, role: 'member' as const })
    const all = tripPeople({ participants: [participant('ann'), participant('ben')], guests: [] }, 'ben')
    expect(all.map(({ id }) => id)).toEqual(['ben', 'ann'])
  })

  test('Every person has a type, a name and a role', () => {
    const participants = [{ id: 'ann', username: 'ann', role: 'organizer' as const }]
    const addedBy = { id: 'ann', username: 'ann' }
    const gus = { id: 'gus', name: 'Gus', role: 'member' as const, addedBy, createdAt: '', revision: 1 }
    expect(tripPeople({ participants, guests: [gus] }, 'ann')).toEqual([
      { id: 'ann', type: 'user', name: 'ann', role: 'organizer', hasLeft: false },
      { id: 'gus', type: 'guest', name: 'Gus', role: 'member', hasLeft: false },
    ])
  })

  test('The switch for the pool says what the pool holds or is short of', () => {
    expect(poolText(30, 'HKD')).toBe('The pool holds HK$0.30.')
    expect(poolText(-3000, 'HKD')).toBe('The pool is HK$30.00 short.')
  })
})

describe('an edit', () => {
  const was = expenseFormValues(dinner, 'ann')
  const own = choicesFor(people, { expense: dinner, named: namedById })
  const changed = (values: Partial<ExpenseValues>) =>
    expenseFormChanges({ ...was, ...values }, was, own, 'HKD')

  test('An edit of the title sends the title alone, so neither amount nor rate changes', () => {
    expect(changed({ description: 'Late dinner ' })).toEqual({ description: 'Late dinner' })
  })

  test('An edit without changes sends nothing, however the values are written', () => {
    expect(
      changed({ amount: '13.2', exchangeRate: '9,05', sharedBy: ['eve', 'ann'], description: ' Dinner' }),
    ).toEqual({})
    expect(changed({ amount: '6.6×2' })).toEqual({})
  })

  test('An edit of an amount in another currency sends it with its currency and rate', () => {
    expect(was).toMatchObject({ amount: '13.20', otherCurrency: 'EUR', exchangeRate: '9.05' })
    expect(changed({ amount: '20' })).toEqual({ amount: 20, currency: 'EUR', exchangeRate: 9.05 })
    expect(changed({ exchangeRate: '9.1' })).toEqual({ amount: 13.2, currency: 'EUR', exchangeRate: 9.1 })
  })

  test('An edit can return the amount to the currency of the trip', () => {
    expect(changed({ amount: '120', otherCurrency: '', exchangeRate: '' })).toEqual({
      amount: 120,
      currency: 'HKD',
    })
  })

  test('An edit keeps a former participant as long as the expense names them', () => {
    expect(own.sharers.find(({ id }) => id === 'eve')).toMatchObject({ hasLeft: true })
    expect(own.payers.map(({ id }) => id)).not.toContain('eve')
    expect(changed({ sharedBy: ['ann', 'ben', 'eve'] }).sharedBy).toMatchObject([
      { id: 'ann' },
      { id: 'ben' },
      { id: 'eve' },
    ])
    expect(choices.sharers.map(({ id }) => id)).not.toContain('eve')
  })

  test('An edit moves an expense into the pool and out again', () => {
    expect(changed({ paidFromPool: true })).toEqual({ paidFromPool: true })
    const fromPool = { ...was, paidFromPool: true }
    expect(expenseFormChanges({ ...was, paidBy: 'ben' }, fromPool, own, 'HKD')).toEqual({
      paidFromPool: false,
      paidBy: { id: 'ben', type: 'user', name: 'ben' },
    })
  })

  test('An edit that conflicts with another edit keeps the typed values and takes the rest from the server', () => {
    const theirs = expenseFormValues({ ...dinner, amount: 15_000, description: 'Dinner for all' }, 'ann')
    const merged = rebasedExpense({ ...was, description: 'My dinner' }, was, theirs, 'HKD')
    expect(merged).toEqual({ ...theirs, description: 'My dinner' })
    expect(expenseFormChanges(merged, theirs, own, 'HKD')).toEqual({ description: 'My dinner' })
  })

  test('An edit can clear each optional text', () => {
    const given = optionalFields((field) => `https://example.com/${field}`)
    const withBoth = expenseFormValues({ ...dinner, ...given }, 'ann')
    const cleared = { ...withBoth, ...optionalFields(() => ' ') }
    expect(expenseFormChanges(cleared, withBoth, own, 'HKD')).toEqual(optionalFields(() => null))
  })
})

describe('receipts', () => {
  const receipt = (digit: string) => ({
    ...({
      hash: digit.repeat(64),
      type: 'image/jpeg',
      width: 4,
      height: 3,
      bytes: 100,
      thumb: null,
    } as const),
  })
  const was = expenseFormValues({ ...dinner, receipts: [receipt('a')] }, 'ann')
  const own = choicesFor(people, { expense: dinner, named: namedById })
  const changes = (receipts: ExpenseValues['receipts']) =>
    expenseFormChanges({ ...was, receipts }, was, own, 'HKD')

  test('A new expense sends its receipts, and none where there are none', () => {
    const body = bodyOf({ ...filled, receipts: [receipt('b')] }, choices, 'HKD')
    expect(body.receipts).toEqual([receipt('b')])
    expect(errorsOf({ receipts: [receipt('b')] })).toEqual({})
    expect(bodyOf(filled, choices, 'HKD')).not.toHaveProperty('receipts')
  })

  test('An edit sends all receipts once one is added or taken out, and leaves them out otherwise', () => {
    expect(changes([receipt('a')])).toEqual({})
    expect(changes([receipt('a'), receipt('b')])).toEqual({ receipts: [receipt('a'), receipt('b')] })
    expect(changes([])).toEqual({ receipts: [] })
  })

  test('Receipts that were entered and refused are in the form again, also where the last one was taken out', () => {
    const record = { ...dinner, receipts: [receipt('a')] }
    const entered = (receipts: ExpenseValues['receipts']) => {
      const state = { state: 'refused', error: 'No' } as const
      const options = { id: 'e1', key: 'e1', by: 'ann', params: { expenseId: 'e1' }, body: { receipts } }
      const refused = pendingCommand(editExpense, { ...options, ...state })
      const correction = expenseCorrection({ record, commands: [refused], isAbsent: false })
      return expenseFormValues(correction!.expense, 'ann').receipts
    }
    expect(entered([receipt('a'), receipt('b')])).toEqual([receipt('a'), receipt('b')])
    expect(entered([])).toEqual([])
  })
})
