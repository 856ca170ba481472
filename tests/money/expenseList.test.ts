// The expenses as their lists show them, with the commands that are about them.

import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import type { ExpenseBody } from '#core/money/bodies.ts'
import { addExpense, contributeToPool, editExpense, removeExpense } from '#core/money/contract.ts'
import type { ExpenseRecord } from '#core/money/events.ts'
import { expense as expenseOf, recorded } from '#tests/money/records.ts'
import { pendingCommand } from '#tests/support/pendingCommands.ts'
import { expenseFormValues } from '#web/money/expenses/form/expenseValues.ts'
import { countedTotal, expenseCorrection, expenseList } from '#web/money/expenses/expenseList.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { isBeingRemoved, isNotAdded, showRecords } from '#web/records/shownRecords.ts'

const ann = { id: 'ann', type: 'user' } as const
const me = { id: 'ann', username: 'ann' }
const list = expenseList('HKD')
const expense = (id: string, more: Partial<ExpenseRecord> = {}): ExpenseRecord =>
  recorded({ ...expenseOf(id, ann, 1000, [ann]), description: id }, more)
const body: ExpenseBody = {
  description: 'Taxi',
  amount: 30,
  category: 'transportation',
  expenseDate: '2026-05-02',
  paidBy: ann,
  sharedBy: [ann],
}

const command = (endpoint: Endpoint, id: string, more: Partial<PendingCommand> = {}) =>
  pendingCommand(endpoint, { id, key: id, by: 'ann', params: { expenseId: id }, ...more })
const shown = (
  expenses: ExpenseRecord[],
  confirmed: ExpenseRecord[],
  ...pending: readonly PendingCommand[]
) => showRecords(list, expenses, confirmed, pending, me)
const refused = { state: 'refused', error: 'No' } as const

describe('a new expense', () => {
  test('A new expense has its command as a mark and counts, and loses the mark once it is confirmed', () => {
    const add = command(addExpense, 'new', { body })
    const row = { record: expense('new'), commands: [add], isAbsent: false }
    expect(shown([expense('new')], [], add)).toEqual({ rows: [row], orphaned: [] })
    expect(shown([expense('new')], [expense('new')], add).rows).toEqual([{ ...row, commands: [] }])
  })

  test('A new expense that was refused stays in its place, as it was entered, and counts in no sum', () => {
    const confirmed = [expense('later', { expenseDate: '2026-05-03' }), expense('today')]
    const { rows } = shown(confirmed, confirmed, command(addExpense, 'new', { body, ...refused }))
    expect(rows.map(({ record: { description } }) => description)).toEqual(['later', 'Taxi', 'today'])
    expect(rows[1]).toMatchObject({
      record: { amount: 3000, payers: [ann], notes: null },
      commands: [{ key: 'new', error: 'No' }],
      isAbsent: true,
    })
    expect(rows.map(isNotAdded)).toEqual([false, true, false])
    expect(countedTotal(rows)).toEqual({ count: 2, total: 2000 })
  })

  test('A refused expense in another currency is shown as it was entered, and can be corrected', () => {
    const foreign = { ...body, amount: 1200, currency: 'JPY', exchangeRate: 0.05, notes: 'In cash' }
    const { rows } = shown([], [], command(addExpense, 'new', { body: foreign, ...refused }))
    expect(rows[0]!.record).toMatchObject({ amount: 1200, currency: 'JPY' })
    expect(expenseFormValues(rows[0]!.record, 'ann')).toMatchObject({
      amount: '1200',
      otherCurrency: 'JPY',
      exchangeRate: '0.05',
      notes: 'In cash',
    })
  })
})

test('A refused new expense without a payer was paid by the sender', () => {
  const add = command(addExpense, 'new', { body: { ...body, paidBy: null }, ...refused })
  expect(shown([], [], add).rows[0]!.record).toMatchObject({ payers: [ann] })
})

describe('a refused change of the payers', () => {
  const ben = { id: 'ben', type: 'user' } as const
  const reopened = (of: Partial<ExpenseRecord>, changes: Partial<ExpenseBody>) => {
    const edit = command(editExpense, 'a', { body: changes, ...refused })
    const [row] = shown([expense('a', of)], [expense('a', of)], edit).rows
    return expenseFormValues(expenseCorrection(row!)!.expense, 'ann')
  }
  const byPool = { payers: 'pool' } as const

  test('An expense of the pool reopens with the person who was entered in its place', () => {
    expect(reopened(byPool, { paidBy: ben })).toMatchObject({ paidFromPool: false, paidBy: 'ben' })
    expect(reopened(byPool, { paidFromPool: false })).toMatchObject({ paidFromPool: false, paidBy: 'ann' })
    expect(reopened(byPool, { description: 'Lunch' })).toMatchObject({ paidFromPool: true })
    expect(reopened({}, { paidFromPool: true })).toMatchObject({ paidFromPool: true })
  })

  test('Several payers of an expense in another currency reopen with their amounts in that currency', () => {
    const inYen: Partial<ExpenseRecord> = {
      original: { amount: 200, currency: 'JPY', exchangeRate: 0.05 },
      payers: [
        { ...ann, amount: 600, originalAmount: 120 },
        { ...ben, amount: 400, originalAmount: 80 },
      ],
    }
    expect(reopened(inYen, { description: 'Lunch' }).paid).toEqual({ ann: '120', ben: '80' })
  })
})

test('An expense without a pending command keeps its row when another one has changed', () => {
  const [a, b] = [expense('a'), expense('b')]
  const change = command(editExpense, 'b', { body: { amount: 5 } })
  const [before, after] = [shown([a, b], [a, b]), shown([a, expense('b', { amount: 500 })], [a, b], change)]
  expect(after.rows[0]).toBe(before.rows[0])
  expect(after.rows[1]).not.toBe(before.rows[1])
})

describe('a changed expense', () => {
  test('A changed expense has its commands as marks, and commands of other features are ignored', () => {
    const edit = command(editExpense, 'a', { body: { amount: 5 } })
    const [row] = shown(
      [expense('a', { amount: 500 })],
      [expense('a')],
      edit,
      command(contributeToPool, 'a'),
    ).rows
    expect(row).toMatchObject({
      record: { amount: 500 },
      commands: [edit],
      isAbsent: false,
    })
  })

  test('A refused change of an expense that is gone is listed separately', () => {
    const { rows, orphaned } = shown([], [], command(editExpense, 'gone', refused))
    expect(rows).toEqual([])
    expect(orphaned).toMatchObject([{ key: 'gone', error: 'No' }])
  })
})

describe('an expense that is being deleted', () => {
  test('It keeps its row with a mark until the deletion is confirmed, and counts in no sum', () => {
    const removal = command(removeExpense, 'a')
    const { rows } = shown([], [expense('a')], removal)
    expect(rows).toMatchObject([{ commands: [removal], isAbsent: true }])
    expect(rows.map(isBeingRemoved)).toEqual([true])
    expect(shown([], [], removal)).toEqual({ rows: [], orphaned: [] })
  })

  test('An expense whose deletion was refused counts again', () => {
    const { rows } = shown([expense('a')], [expense('a')], command(removeExpense, 'a', refused))
    expect(rows).toMatchObject([{ commands: [{ key: 'a', error: 'No' }], isAbsent: false }])
  })
})
