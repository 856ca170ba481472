import { describe, expect, test } from 'vitest'
import { mergeRetainedRows } from '#web/ui/lists/retainedRows.ts'

const keyOf = ({ id }: { id: string }) => id
const list = (...ids: string[]) => ids.map((id) => ({ id }))
const held = (order: string[], ...ids: string[]) => ({
  order,
  rows: new Map(ids.map((id) => [id, { id }])),
})
const keys = (live: { id: string }[], of: ReturnType<typeof held>) =>
  mergeRetainedRows(live, keyOf, of).map(({ key, isLive }) => (isLive ? key : `${key} (acted on)`))

describe('rows of a list', () => {
  test('The rows are those of the list as long as none was used', () => {
    expect(keys(list('a', 'b'), held([]))).toEqual(['a', 'b'])
  })

  test('A used row keeps its place when the list no longer contains it', () => {
    expect(keys(list('a', 'c'), held(['a', 'b', 'c'], 'b'))).toEqual(['a', 'b (acted on)', 'c'])
    expect(keys([], held(['a', 'b', 'c'], 'c', 'a'))).toEqual(['a (acted on)', 'c (acted on)'])
  })

  test('A used row moves to its place in the list where the list contains it again', () => {
    const of = { order: ['a', 'b'], rows: new Map([['b', { id: 'b', amount: 1 }]]) }
    const rows = mergeRetainedRows(
      [
        { id: 'b', amount: 2 },
        { id: 'a', amount: 3 },
      ],
      ({ id }) => id,
      of,
    )
    expect(rows.map(({ row, retained: was, isLive }) => [row.id, row.amount, was?.amount, isLive])).toEqual([
      ['a', 3, undefined, true],
      ['b', 2, 1, true],
    ])
  })

  test('The used rows keep their order, and new rows displace none', () => {
    expect(keys(list('new', 'c', 'a'), held(['a', 'b', 'c'], 'b'))).toEqual(['a', 'b (acted on)', 'c', 'new'])
  })

  test('An unused row that left the list is gone', () => {
    expect(keys(list('c'), held(['a', 'b', 'c'], 'b'))).toEqual(['b (acted on)', 'c'])
  })
})
