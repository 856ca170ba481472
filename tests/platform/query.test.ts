// The query of a list: each key once, pages within bounds.

import { describe, expect, test } from 'vitest'
import { HttpError } from '#api/platform/http/httpError.ts'
import { readPage, singleQuery } from '#api/platform/http/query.ts'

const known = ['limit', 'offset', 'status'] as const
const page = (search: string) => readPage(singleQuery(new URLSearchParams(search), known))

function refused(action: () => unknown) {
  try {
    return action()
  } catch (error) {
    return error instanceof HttpError && error.status === 400 ? Object.keys(error.fields ?? {}) : error
  }
}

describe('a query', () => {
  test('A query holds the given known keys', () =>
    expect(singleQuery(new URLSearchParams('status=&limit=5&color=red'), known)).toEqual({
      status: '',
      limit: '5',
    }))

  test.each(['limit=1&limit=2', 'limit=1&limit=1', 'limit=1&li%6dit=2', 'limit&limit'])(
    'The query %s is refused',
    (search) => expect(refused(() => page(search))).toEqual(['limit']),
  )

  test('A query may repeat unknown keys, whatever their names', () =>
    expect(page('x=1&x=2&__proto__=1&__proto__=2&constructor=3')).toEqual({ limit: 20, offset: 0 }))
})

describe('a page', () => {
  test.each([
    ['', { limit: 20, offset: 0 }],
    ['limit=1&offset=0', { limit: 1, offset: 0 }],
    ['limit=100&offset=123456', { limit: 100, offset: 123_456 }],
  ])('A page with the query %j is accepted', (search, wanted) => expect(page(search)).toEqual(wanted))

  test('A page of messages has 50 by default', () =>
    expect(readPage({}, 50)).toEqual({ limit: 50, offset: 0 }))

  test.each(['0', '-1', '101', '1000', 'abc', '', '1.5', '1e1', '+5', ' 5', '0x10', '٣'])(
    'The limit %j is refused with 400',
    (limit) => expect(refused(() => readPage({ limit }))).toEqual(['limit']),
  )
  test.each(['-1', '-0', 'abc', '', '1.5', '9'.repeat(16), 'Infinity'])(
    'The offset %j is refused with 400',
    (offset) => expect(refused(() => readPage({ offset }))).toEqual(['offset']),
  )
  test('A page names all its invalid values at once', () =>
    expect(refused(() => page('limit=0&offset=-1'))).toEqual(['limit', 'offset']))
})
