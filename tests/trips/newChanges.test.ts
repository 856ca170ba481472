// What a card and the overview tell of the changes since the last visit.

import { expect, test } from 'vitest'
import { changesSince } from '#web/trips/newChanges.ts'

const now = new Date(2026, 10, 21, 14, 50).getTime()
const visit = (at: number) => ({ position: '0000000000000040', at })
const positions = (...after: number[]) => after.map((n) => String(n).padStart(16, '0'))

test.each([
  [new Date(2026, 10, 21, 9, 5), '1 change since 09:05'],
  [new Date(2026, 10, 20, 23, 59), '1 change since yesterday'],
  [new Date(2026, 10, 19, 10, 0), '1 change since Thursday'],
  [new Date(2026, 10, 15, 10, 0), '1 change since Sunday'],
  [new Date(2026, 10, 14, 10, 0), '1 change since 14 Nov'],
])('After a visit at %s it is “%s”', (at, text) => {
  expect(changesSince(visit(at.getTime()), positions(41), now)?.text).toBe(text)
})

test('Only changes after the visit count, and ten are too many to count', () => {
  const yesterday = visit(now - 86_400_000)
  expect(changesSince(yesterday, positions(43, 42, 40, 39), now)?.text).toBe('2 changes since yesterday')
  expect(changesSince(yesterday, positions(40, 39), now)).toBeNull()
  expect(changesSince(yesterday, positions(50, 49, 48, 47, 46, 45, 44, 43, 42, 41), now)?.text).toBe(
    '9+ changes since yesterday',
  )
})
