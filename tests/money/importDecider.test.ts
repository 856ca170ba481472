// The rules of an import: the people that its rows name, and its removal, of which one event may hold a part only.

import { expect, it, vi } from 'vitest'
import { MAX_BATCH_BYTES } from '#core/kernel/appendSize.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { moneyStreamType } from '#core/money/decider.ts'
import type { Expense, MoneyEvent } from '#core/money/events.ts'
import { dinner, trip, withCat } from '#tests/money/deciderFixture.ts'
import { added } from '#tests/money/records.ts'
import { given, stateAfter } from '#tests/support/given.ts'

const imported = (expenses: Expense[]): MoneyEvent => ({
  type: 'ImportApplied',
  data: {
    import: { id: 'file', source: 'Splitwise', fileHash: 'f', currency: 'HKD', expenses, payments: [] },
  },
})

/** The ids of the expenses that each command removes, until it is refused. */
function removedInTurn(expenses: Expense[]): string[][] {
  let history = given(moneyStreamType, imported(expenses))
  const parts: string[][] = []
  for (const _ of expenses) {
    const removed = history.when({ type: 'UndoImport', id: 'file' }).events()
    parts.push(
      removed.flatMap((event) =>
        event.type === 'ImportUndone' ? event.data.import.expenses.map(({ id }) => id) : [],
      ),
    )
    history = history.and(...removed)
    if (parts.flat().length === expenses.length) break
  }
  history.when({ type: 'UndoImport', id: 'file' }).thenRefused('NotFound')
  return parts
}

it('An import of receipts whose hundred items each are shared by many people is removed completely', () => {
  const people = Array.from({ length: 45 }, (_, n) => idFrom('person', String(n)))
  const items = Array.from({ length: 100 }, () => ({ text: 'Dim sum', amount: 10, of: people }))
  const receipt = (id: string): Expense => ({
    ...dinner({ id }),
    split: { mode: 'items', items, rest: 'equal' },
  })
  expect(JSON.stringify(receipt('a')).length, 'the premise: two fit, three do not').toBeGreaterThan(
    MAX_BATCH_BYTES / 3,
  )
  expect(removedInTurn([receipt('a'), receipt('b'), receipt('c')])).toEqual([['a', 'b'], ['c']])
})

it('A record that is larger than what is removed at once is removed by itself', () => {
  const long = (id: string) => dinner({ id, notes: 'x'.repeat(600_000) })
  expect(removedInTurn([long('a'), long('b'), dinner({ id: 'c' })])).toEqual([['a'], ['b'], ['c']])
})

it('The size of a removed record counts its bytes, so letters of one byte fill a part as far as it goes', () => {
  const [ascii, wide] = ['x', '火'].map(
    (letter) => (id: string) => dinner({ id, notes: letter.repeat(150_000) }),
  )
  expect(removedInTurn([ascii!('a'), ascii!('b'), ascii!('c'), ascii!('d')])).toEqual([
    ['a', 'b', 'c'],
    ['d'],
  ])
  expect(removedInTurn([wide!('a'), wide!('b')])).toEqual([['a'], ['b']])
})

it('An import with many payments of former people reads the records of the trip once', () => {
  const state = stateAfter(moneyStreamType, added(withCat))
  const reads = vi.spyOn(state.expenses, 'values')
  const records = Array.from({ length: 100 }, (_, n) => ({
    kind: 'payment' as const,
    rowKey: String(n),
    amount: 5,
    currency: null,
    exchangeRate: null,
    from: { id: 'cat', type: 'user' as const },
    to: { id: 'ann', type: 'user' as const },
    note: null,
  }))
  const entry = { importId: 'file', source: 'Splitwise', fileHash: 'f', records }
  const decision = moneyStreamType.decide({ type: 'ImportRecords', entry, by: 'ann', trip }, state)
  expect(decision).toMatchObject([{ data: { import: { payments: { length: 100 } } } }])
  expect(reads).toHaveBeenCalledTimes(1)
})
