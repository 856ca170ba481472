// The query of a list: each key once, pages within bounds.

import { describe, expect, test } from 'vitest'
import { HttpError } from '#api/platform/httpError.ts'
import { readPage, singleQuery } from '#api/platform/query.ts'

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
  test('holds the known keys that were given', () =>
    expect(singleQuery(new URLSearchParams('status=&limit=5&color=red'), known)).toEqual({
      status: '',
      limit: '5',
    }))

  test.each(['limit=1&limit=2', 'limit=1&limit=1', 'limit=1&li%6dit=2', 'limit&limit'])(
    '%s is refused',
    (search) => expect(refused(() => page(search))).toEqual(['limit']),
  )

  test('may repeat what nobody knows, whatever it is called', () =>
    expect(page('x=1&x=2&__proto__=1&__proto__=2&constructor=3')).toEqual({ limit: 20, offset: 0 }))
})

describe('a page', () => {
  test.each([
    ['', { limit: 20, offset: 0 }],
    ['limit=1&offset=0', { limit: 1, offset: 0 }],
    ['limit=100&offset=123456', { limit: 100, offset: 123_456 }],
  ])('%j', (search, wanted) => expect(page(search)).toEqual(wanted))

  test('of messages has 50 where nothing is said', () =>
    expect(readPage({}, 50)).toEqual({ limit: 50, offset: 0 }))

  test.each(['0', '-1', '101', '1000', 'abc', '', '1.5', '1e1', '+5', ' 5', '0x10', '٣'])(
    'limit %j: 400',
    (limit) => expect(refused(() => readPage({ limit }))).toEqual(['limit']),
  )
  test.each(['-1', '-0', 'abc', '', '1.5', '9'.repeat(16), 'Infinity'])('offset %j: 400', (offset) =>
    expect(refused(() => readPage({ offset }))).toEqual(['offset']),
  )
  test('says all that is wrong at once', () =>
    expect(refused(() => page('limit=0&offset=-1'))).toEqual(['limit', 'offset']))
})
