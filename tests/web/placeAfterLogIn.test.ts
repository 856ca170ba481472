import { firstPlace } from '#web/app/paths.ts'
import { expect, test } from 'vitest'
import { placeAfterLogIn } from '#web/people/placeAfterLogIn.ts'

test('a log-in leads on to the trip or conversation whose link was followed, at its tab', () => {
  for (const from of ['/app/travel/a-trip#money', '/app/chat/a-talk'])
    expect(placeAfterLogIn({ from })).toBe(from)
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
  expect(placeAfterLogIn({ from })).toBe(firstPlace)
})
