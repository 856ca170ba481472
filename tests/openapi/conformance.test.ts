// The comparison with the descriptions of the API can fail.

import { expect, it } from 'vitest'
import { assertEvent, assertResponse } from '#tests/openapi/conformance.ts'
import type { HttpResponse } from '#tests/support/client.ts'

const me = { user: { id: 'an id', username: 'ann', email: null, isAdmin: false } }
const message = 'No token found'
const failed = (code: string) => ({ message, error: { code, message, requestId: crypto.randomUUID() } })
const check = (status: number, body: unknown, headers: HttpResponse['headers'] = {}) =>
  assertResponse('GET', '/api/auth/me', { status, body, headers, text: '' }, undefined)

it('The comparison accepts a response that is in the description', () => {
  check(200, me, { position: '1' })
  check(401, failed('TOKEN_MISSING'))
  assertResponse('GET', '/api/nothing', { status: 200, body: 1, headers: {}, text: '' }, undefined)
})

it.each<[string, Parameters<typeof check>]>([
  ['an undeclared status', [409, failed('CONFLICT')]],
  ['an undeclared code', [401, failed('ACCESS_DENIED')]],
  ['an undeclared header', [200, me, { 'read-model': 'behind' }]],
  ['a missing key', [200, { user: { ...me.user, email: undefined } }]],
  ['an undeclared key', [200, { ...me, token: 'secret' }]],
  ['a value of another type', [200, { user: { ...me.user, isAdmin: null } }]],
])('The comparison refuses %s', (_, given) => expect(() => check(...given)).toThrow(/^me responds with/))

it('The comparison refuses an accepted body that is not in the description', () => {
  const accepted = { status: 204, body: undefined, headers: {}, text: '' }
  const send = (body: object) =>
    assertResponse('POST', '/api/auth/change-password', accepted, Buffer.from(JSON.stringify(body)))
  const passwords = { currentPassword: 'travel-demo', newPassword: 'a harder one' }
  expect(() => send(passwords)).not.toThrow()
  expect(() => send({ ...passwords, newPassword: 'short' })).toThrow('changePassword accepts a body')
})

it('The comparison refuses an undeclared event and an undeclared payload', () => {
  const left = { conversationId: 'an id' }
  expect(() => assertEvent('fromServer', 'conversation_left', left)).not.toThrow()
  expect(() => assertEvent('fromServer', 'conversation_lost', left)).toThrow('not in docs/asyncapi.json')
  expect(() => assertEvent('fromServer', 'conversation_left', {})).toThrow('unlike docs/asyncapi.json')
})
