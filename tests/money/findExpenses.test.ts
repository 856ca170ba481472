// Searching, filtering and sorting a trip's expenses on the device.

import { describe, expect, test } from 'vitest'
import { type ExpenseRecord, type Party, type PersonRef, optionalFields } from '#core/money/events.ts'
import { expense as expenseOf, recorded } from '#tests/money/records.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { filterTexts } from '#web/money/expenses/list/ExpenseFilters.tsx'
import {
  type Conditions,
  type ListOptions,
  type Order,
  defaultOptions,
  findExpenses,
  firstRows,
  groupExpenses,
  noConditions,
  sortExpenses,
} from '#web/money/expenses/list/findExpenses.ts'
import type { ShownExpense } from '#web/money/expenses/expenseList.ts'

const ann = { id: 'ann', type: 'user' } as const
const bob = { id: 'bob', type: 'user' } as const
const named = ({ type, id }: PersonRef) => ({ type, id, name: id === 'ann' ? 'Ann Lee' : id })

const expense = (
  id: string,
  amount: number,
  category: string,
  expenseDate: string,
  paidBy: Party = ann,
): ExpenseRecord =>
  recorded({ ...expenseOf(id, paidBy, amount, [ann]), description: id, category, expenseDate })

const newestFirst = [
  expense('Pastéis de nata', 9800, 'food', '2026-05-04', bob),
  expense('Room 10', 950, 'accommodation', '2026-05-03', { type: 'pool' }),
  expense('Room 9', 12_000, 'accommodation', '2026-05-03'),
  expense('晚餐 in Alfama', 9800, 'food', '2026-05-01'),
]
const rows = newestFirst.map((one): ShownExpense => ({ record: one, commands: [], isAbsent: false }))
const names = (found: readonly { record: ExpenseRecord }[]) => found.map(({ record: { id } }) => id)
const found = (conditions: Partial<Conditions>) =>
  names(findExpenses(rows, { ...noConditions, ...conditions }, named))
const sorted = (by: Order['by'], order: Order['order']) => names(sortExpenses(rows, { by, order }))

describe('groups', () => {
  const grouped = (groupBy: ListOptions['groupBy'], order: Partial<ListOptions> = {}) =>
    groupExpenses(rows, { ...defaultOptions, ...order, groupBy }, named).map((group) => [
      group.title,
      ...names(group.rows),
    ])

  test('The list is not grouped by default', () => {
    coversSpec('§3 Expense filters')

    expect(grouped(defaultOptions.groupBy)).toEqual([['', ...names(rows)]])
  })

  test('Groups by category are ordered by name, and keep the order of the list within', () => {
    coversSpec('§3 Expense filters')

    expect(grouped('category')).toEqual([
      ['Accommodation', 'Room 10', 'Room 9'],
      ['Food', 'Pastéis de nata', '晚餐 in Alfama'],
    ])
  })

  test('Groups by person are named after the payers, the pool among them', () => {
    coversSpec('§3 Expense filters')

    expect(grouped('person')).toEqual([
      ['Ann Lee', 'Room 9', '晚餐 in Alfama'],
      ['bob', 'Pastéis de nata'],
      ['Shared Pool', 'Room 10'],
    ])
  })

  test('Expenses of the same several payers are one group, which none of its payers has alone', () => {
    const of = (id: string, ...payers: (typeof ann | typeof bob)[]): ShownExpense => ({
      record: {
        ...expense(id, 10_000, 'food', '2026-05-01', payers[0]),
        payers: payers.map((payer) => ({ ...payer, amount: 5000, originalAmount: null })),
      },
      commands: [],
      isAbsent: false,
    })
    const shown = [of('Dinner', ann, bob), of('Taxi', bob, ann), of('Lunch', ann)]
    const groups = groupExpenses(shown, { ...defaultOptions, groupBy: 'person' }, named)
    expect(groups.map(({ title, rows }) => [title, ...names(rows)])).toEqual([
      ['Ann Lee', 'Lunch'],
      ['Ann Lee and bob', 'Dinner', 'Taxi'],
    ])
  })

  test('Groups by day begin with the newest day, or with the oldest where the list does', () => {
    coversSpec('§3 Expense filters')

    const days = [
      ['4 May 2026', 'Pastéis de nata'],
      ['3 May 2026', 'Room 10', 'Room 9'],
      ['1 May 2026', '晚餐 in Alfama'],
    ]
    expect(grouped('day')).toEqual(days)
    expect(grouped('day', { sortBy: 'amount', sortOrder: 'asc' })).toEqual(days)
    expect(grouped('day', { sortOrder: 'asc' })).toEqual(days.toReversed())
  })

  test('Groups are drawn as far as the visible rows reach', () => {
    const groups = groupExpenses(rows, { ...defaultOptions, groupBy: 'category' }, named)
    expect(firstRows(groups, 3).map((group) => names(group.rows))).toEqual([
      ['Room 10', 'Room 9'],
      ['Pastéis de nata'],
    ])
    expect(firstRows(groups, 2)).toHaveLength(1)
  })
})

describe('search', () => {
  test.each([
    ['', ['Pastéis de nata', 'Room 10', 'Room 9', '晚餐 in Alfama']],
    ['room', ['Room 10', 'Room 9']],
    ['PASTEIS', ['Pastéis de nata']],
    ['nata pas', ['Pastéis de nata']],
    ['晚', ['晚餐 in Alfama']],
    ['bob', ['Pastéis de nata']],
    ['shared pool', ['Room 10']],
    ['accommodation ann', ['Room 9']],
    ['food', ['Pastéis de nata', '晚餐 in Alfama']],
    ['pizza', []],
  ])('The search %j finds %j', (search, expected) => {
    expect(found({ search })).toEqual(expected)
  })
})

test('The search finds a person by the name that they have now', () => {
  const finds = (name: string) =>
    findExpenses(rows, { ...noConditions, search: 'roberta' }, ({ type, id }) => ({ type, id, name })).length
  expect([finds('bob'), finds('Roberta')]).toEqual([0, 3])
})

test('The search finds words of the notes, and none of the date or of the link of the receipt', () => {
  const tea = {
    ...newestFirst[0]!,
    ...optionalFields(() => 'https://example.com/r'),
    notes: 'In cash,\nno bill',
  }
  const finds = (search: string) =>
    findExpenses([{ record: tea, commands: [], isAbsent: false }], { ...noConditions, search }, named).length
  expect(['bill pasteis', 'example', '2026'].map(finds)).toEqual([1, 0, 0])
})

describe('filters', () => {
  test('The filters select by category, by payer and by the pool', () => {
    expect(found({ category: 'food' })).toEqual(['Pastéis de nata', '晚餐 in Alfama'])
    expect(found({ payer: 'bob' })).toEqual(['Pastéis de nata'])
    expect(found({ payer: 'pool' })).toEqual(['Room 10'])
  })

  test('The filters by date include both dates', () => {
    coversSpec('§2 Expenses: An all-expenses dialog with search')

    expect(found({ from: '2026-05-03', to: '2026-05-03' })).toEqual(['Room 10', 'Room 9'])
    expect(found({ from: '2026-05-04' })).toEqual(['Pastéis de nata'])
    expect(found({ to: '2026-05-02' })).toEqual(['晚餐 in Alfama'])
  })

  test('All filters apply together', () => {
    coversSpec('§5 Expense: Expense filtering is done')

    expect(found({ search: 'room', payer: 'ann', category: 'accommodation', from: '2026-05-01' })).toEqual([
      'Room 9',
    ])
  })

  test('Each active filter is named on its chip', () => {
    const conditions = { ...noConditions, search: 'x', category: 'food', payer: 'bob', to: '2026-05-02' }
    expect(filterTexts(conditions, [{ ...bob, name: 'bob', role: 'member', hasLeft: false }])).toEqual([
      { filter: 'category', text: 'Food' },
      { filter: 'payer', text: 'Paid by bob' },
      { filter: 'to', text: 'To 2 May 2026' },
    ])
  })
})

describe('order', () => {
  test('Expenses are sorted by date, the newest first or in reverse', () => {
    coversSpec('§3 Expense filters')

    expect(sorted('date', 'desc')).toEqual(names(rows))
    expect(sorted('date', 'asc')).toEqual(names(rows).reverse())
  })

  test('Expenses are sorted by amount as numbers, and equal amounts by the newest first', () => {
    expect(sorted('amount', 'desc')).toEqual(['Room 9', 'Pastéis de nata', '晚餐 in Alfama', 'Room 10'])
    expect(sorted('amount', 'asc')).toEqual(['Room 10', 'Pastéis de nata', '晚餐 in Alfama', 'Room 9'])
  })

  test('Expenses are sorted by description in natural order: 9 before 10', () => {
    const order = sorted('description', 'asc')
    expect(order.indexOf('Room 9')).toBeLessThan(order.indexOf('Room 10'))
  })

  test('Expenses are sorted by the name of the category', () => {
    coversSpec('§3 Expense filters')

    expect(sorted('category', 'asc')).toEqual(['Room 10', 'Room 9', 'Pastéis de nata', '晚餐 in Alfama'])
  })

  test('Sorting does not change the given list', () => {
    const before = names(rows)
    sorted('amount', 'asc')
    expect(names(rows)).toEqual(before)
  })
})
