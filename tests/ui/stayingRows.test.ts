import { describe, expect, test } from 'vitest'
import { inPlace } from '#web/ui/stayingRows.ts'

const keyOf = ({ id }: { id: string }) => id
const list = (...ids: string[]) => ids.map((id) => ({ id }))
const held = (order: string[], ...ids: string[]) => ({
  order,
  rows: new Map(ids.map((id) => [id, { id }])),
})
const keys = (live: { id: string }[], of: ReturnType<typeof held>) =>
  inPlace(live, keyOf, of).map(({ key, isLive }) => (isLive ? key : `${key} (acted on)`))

describe('rows of a list', () => {
  test('are those of the list as long as none was acted on', () => {
    expect(keys(list('a', 'b'), held([]))).toEqual(['a', 'b'])
  })

  test('that were acted on keep their place when the list no longer has them', () => {
    expect(keys(list('a', 'c'), held(['a', 'b', 'c'], 'b'))).toEqual(['a', 'b (acted on)', 'c'])
    expect(keys([], held(['a', 'b', 'c'], 'c', 'a'))).toEqual(['a (acted on)', 'c (acted on)'])
  })

  test('are as the list has them where it has them again', () => {
    const of = { order: ['a', 'b'], rows: new Map([['b', { id: 'b', amount: 1 }]]) }
    const rows = inPlace(
      [
        { id: 'b', amount: 2 },
        { id: 'a', amount: 3 },
      ],
      ({ id }) => id,
      of,
    )
    expect(rows.map(({ row, held: was, isLive }) => [row.id, row.amount, was?.amount, isLive])).toEqual([
      ['a', 3, undefined, true],
      ['b', 2, 1, true],
    ])
  })

  test('keep their order whatever comes, and what is new pushes none away', () => {
    expect(keys(list('new', 'c', 'a'), held(['a', 'b', 'c'], 'b'))).toEqual(['a', 'b (acted on)', 'c', 'new'])
  })

  test('that left without having been acted on are gone', () => {
    expect(keys(list('c'), held(['a', 'b', 'c'], 'b'))).toEqual(['b (acted on)', 'c'])
  })
})
