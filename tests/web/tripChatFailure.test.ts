// What is said of a trip's chats that failed: the server's words, else what its status means, else what was tried.

import { afterAll, expect, test, vi } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'

afterAll(() => void vi.unstubAllGlobals().resetModules())
vi.stubGlobal('document', { documentElement: { dataset: {} } })
vi.stubGlobal('addEventListener', () => undefined)
vi.stubGlobal('location', { origin: 'https://trips.example' })
const { Refused, Unreachable, NO_REASON_GIVEN } = await import('#web/platform/http.ts')
const { failureIn, tripChatFailure, tripChatText } = await import('#web/chat/trip/tripChatFailure.ts')

test.each([
  [400, 'Invalid request data'],
  [401, 'Authentication required'],
  [403, 'Access denied'],
  [404, 'Trip chat not found'],
  [409, 'Conflict - operation cannot be completed'],
  [418, 'Failed to create trip chat'],
])('%d without a word: %s', (status, text) => {
  coversSpec('§8 Trip chat service: 401')

  expect(
    tripChatFailure('Failed to create trip chat', new Refused(status, NO_REASON_GIVEN, 'stands in')),
  ).toBe(text)
})

test.each([
  [{ status: 500, isTold: false }, 'Server error occurred'],
  [{ status: 503, isTold: false }, 'Failed to fetch trip chats'],
  [{ status: 500, isTold: true }, 'Not today'],
  [undefined, 'Failed to fetch trip chats'],
])('out of order as %j: %s', (answered, text) => {
  expect(
    tripChatFailure('Failed to fetch trip chats', new Unreachable('Not today', undefined, answered)),
  ).toBe(text)
})

test('what the server says comes first', () => {
  const refused = new Refused(409, 'CONFLICT', 'Somebody else changed this')
  expect(tripChatFailure('Failed to update trip chat', refused)).toBe('Somebody else changed this')
})

test.each([
  [403, 'Access denied'],
  [409, 'Conflict - operation cannot be completed'],
  [418, 'Failed to send message'],
])('a message refused with %d and no words: %s', (status, text) => {
  const failure = failureIn(new Refused(status, NO_REASON_GIVEN, 'stands in'))
  expect(tripChatText('Failed to send message', failure)).toBe(text)
})

test('what never reached the server is told by what was tried', () => {
  expect(tripChatText('Failed to fetch trip chat messages', failureIn(new Unreachable()))).toBe(
    'Failed to fetch trip chat messages',
  )
})
