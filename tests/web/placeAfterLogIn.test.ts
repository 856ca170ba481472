import { firstPath } from '#web/app/paths.ts'
import { expect, test } from 'vitest'
import { pathAfterLogIn } from '#web/people/pathAfterLogIn.ts'

test('a log-in leads on to the trip or conversation whose link was followed, at its tab', () => {
  for (const from of ['/app/travel/a-trip#money', '/app/chat/a-talk'])
    expect(pathAfterLogIn({ from })).toBe(from)
})

test.each([
  'https://elsewhere.example/app/travel/a-trip',
  '//elsewhere.example/app/travel/a-trip',
  '/\\elsewhere.example',
  'javascript:alert(1)',
  ' /app/travel/a-trip',
  '/login',
  7,
  null,
])('a log-in never leads to %j, but to the first place', (from) => {
  expect(pathAfterLogIn({ from })).toBe(firstPath)
})
