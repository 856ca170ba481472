// The removal of an import, of which one event may hold a part only.

import { expect, it } from 'vitest'
import { MAX_BATCH_BYTES } from '#core/kernel/appendSize.ts'
import { idFrom } from '#core/kernel/ids.ts'
import { moneyStreamType } from '#core/money/decider.ts'
import type { Expense, MoneyEvent } from '#core/money/events.ts'
import { dinner } from '#tests/money/deciderFixture.ts'
import { given } from '#tests/support/given.ts'

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
