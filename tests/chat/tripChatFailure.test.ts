// The text of a failed trip chat request: the server's, else that of the status, else that of the action.

import { afterAll, expect, test, vi } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'

afterAll(() => void vi.unstubAllGlobals().resetModules())
vi.stubGlobal('document', { documentElement: { dataset: {} } })
vi.stubGlobal('addEventListener', () => undefined)
vi.stubGlobal('location', { origin: 'https://trips.example' })
const { Refused, Unreachable, NO_REASON } = await import('#web/platform/http/http.ts')
const { toRequestFailure, tripChatFailure, tripChatText } = await import('#web/chat/state/tripChatFailure.ts')

test.each([
  [400, 'Invalid request data'],
  [401, 'Authentication required'],
  [403, 'Access denied'],
  [404, 'Trip chat not found'],
  [409, 'Conflict - operation cannot be completed'],
  [418, 'Failed to create trip chat'],
])('A refusal %d without a text reads: %s', (status, text) => {
  coversSpec('§8 Trip chat service: 401')

  expect(tripChatFailure('Failed to create trip chat', new Refused(status, NO_REASON, 'stands in'))).toBe(
    text,
  )
})

test.each([
  [{ status: 500, hasReason: false }, 'Server error occurred'],
  [{ status: 503, hasReason: false }, 'Failed to fetch trip chats'],
  [{ status: 500, hasReason: true }, 'Not today'],
  [undefined, 'Failed to fetch trip chats'],
])('A failure of the server %j reads: %s', (answered, text) => {
  expect(
    tripChatFailure('Failed to fetch trip chats', new Unreachable('Not today', undefined, answered)),
  ).toBe(text)
})

test('The text of the server’s refusal comes first', () => {
  const refused = new Refused(409, 'CONFLICT', 'Somebody else changed this')
  expect(tripChatFailure('Failed to update trip chat', refused)).toBe('Somebody else changed this')
})

test.each([
  [403, 'Access denied'],
  [409, 'Conflict - operation cannot be completed'],
  [418, 'Failed to send message'],
])('A message refused with %d and without a text reads: %s', (status, text) => {
  const failure = toRequestFailure(new Refused(status, NO_REASON, 'stands in'))
  expect(tripChatText('Failed to send message', failure)).toBe(text)
})

test('A request that never reached the server is described by the attempted action', () => {
  expect(tripChatText('Failed to fetch trip chat messages', toRequestFailure(new Unreachable()))).toBe(
    'Failed to fetch trip chat messages',
  )
})
