// Which events are handed to subscriptions without reading them back. That nothing is missed or repeated then is in the
// contract of the event store.

import { expect, test } from 'vitest'
import { formatPosition } from '#core/store/position.ts'
import { createLastTransaction } from '#api/stores/sqlite/lastTransaction.ts'

const text = { type: 'Noted', data: '{}', meta: '{}' }
const append = (stream: string, count: number) => ({
  stream,
  expected: 0,
  keep: undefined,
  events: Array.from({ length: count }, () => text),
})
const written = (revision: number, eventNumber: number, truncates = false) => ({
  revision,
  eventNumber,
  truncates,
})

test('The events of a transaction are handed over in log order after the position before them, up to the limit', () => {
  const last = createLastTransaction()
  last.committed([append('a', 2), append('b', 1)], [written(4, 11), written(0, 12)])
  const after = (eventNumber: number, limit = 500) =>
    last
      .after(formatPosition(eventNumber), limit)
      .map(({ stream, revision, eventNumber }) => `${stream} ${revision} ${eventNumber}`)
  expect(after(9)).toEqual(['a 3 10', 'a 4 11', 'b 0 12'])
  expect(after(9, 2)).toEqual(['a 3 10', 'a 4 11'])
  expect(after(11)).toEqual(['b 0 12'])
  expect(after(12), 'another process may have written 13').toEqual([])
  expect(after(8), 'another process has written 9').toEqual([])
})

test('A refused append is not handed over, and the appends around it are', () => {
  const last = createLastTransaction()
  last.committed(
    [append('a', 1), append('b', 1), append('c', 1)],
    [written(0, 1), { wrong: 7, isTruncated: false }, written(0, 2)],
  )
  expect(last.after('', 500).map(({ stream }) => stream)).toEqual(['a', 'c'])
})

test('Nothing is handed over from a transaction that truncates, from an older one, and later', () => {
  const last = createLastTransaction()
  last.committed([append('a', 1), append('b', 1)], [written(0, 1), written(3, 2, true)])
  expect(last.after('', 500)).toEqual([])
  last.committed([append('a', 1), { stream: 'b', before: 3 }], [written(1, 3), 'truncated'])
  expect(last.after(formatPosition(2), 500)).toEqual([])
  last.committed([append('a', 1)], [written(2, 4)])
  last.committed([append('a', 1)], [written(3, 5)])
  expect(last.after(formatPosition(3), 500)).toEqual([])
  expect(last.after(formatPosition(4), 500)).toHaveLength(1)
  last.forget()
  expect(last.after(formatPosition(4), 500)).toEqual([])
})
