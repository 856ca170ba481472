import { firstPath } from '#web/platform/page/paths.ts'
import { expect, test } from 'vitest'
import { pathAfterLogIn } from '#web/people/SignedOutLayout.tsx'

test('A log-in leads to the trip or conversation whose link was followed, at its tab', () => {
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
])('A log-in with the target %j leads to the first screen', (from) => {
  expect(pathAfterLogIn({ from })).toBe(firstPath)
})
