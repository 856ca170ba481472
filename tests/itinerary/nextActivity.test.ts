// What comes next on a trip, and how long until then.

import { describe, expect, test } from 'vitest'
import type { ItemResponse } from '#core/itinerary/contract.ts'
import { activityResponse } from '#tests/support/activity.ts'
import { isSoon, markedActivity, nextActivities, timeUntil } from '#web/itinerary/nextActivity.ts'

const today = '2026-11-23'
const activity = (title: string, date: string, startTime: string, more: Partial<ItemResponse> = {}) =>
  activityResponse({ id: title, title, date, startTime, ...more })

describe('next activity', () => {
  const breakfast = activity('Breakfast', today, '09:00', { endTime: '10:00' })
  const boat = activity('Boat', today, '15:30')
  const train = activity('Train', '2026-11-24', '08:00')

  test('It is the first that has not ended', () => {
    expect(nextActivities([breakfast, boat, train], today, '08:00')[0]).toBe(breakfast)
    expect(nextActivities([breakfast, boat, train], today, '09:59')[0]).toBe(breakfast)
    expect(nextActivities([breakfast, boat, train], today, '10:01')[0]).toBe(boat)
    expect(nextActivities([breakfast, boat, train], today, '15:31')[0]).toBe(train)
    expect(nextActivities([breakfast, boat], today, '15:31')[0]).toBeUndefined()
  })

  test('What is cancelled or done does not come next', () => {
    const cancelled = { ...breakfast, status: 'cancelled' as const }
    const done = { ...boat, status: 'completed' as const }
    expect(nextActivities([cancelled, done, train], today, '08:00')[0]).toBe(train)
  })
})

test('The next activity is marked when it is today or tomorrow', () => {
  const at = (date: string, startTime: string) => ({ ...activity('Boat', date, startTime), id: 'boat' })
  expect(markedActivity([at(today, '15:30')], today, '14:50')).toMatchObject({ text: 'in\u00a040\u00a0min' })
  expect(markedActivity([at(today, '23:30')], today, '08:00')).toMatchObject({ id: 'boat', text: '' })
  expect(markedActivity([at('2026-11-24', '09:00')], today, '08:00')).toMatchObject({ text: 'tomorrow' })
  expect(markedActivity([at('2026-11-25', '09:00')], today, '08:00')).toBeNull()
})

test.each([
  [today, '15:30', '14:50', 'in\u00a040\u00a0min'],
  [today, '21:10', '16:10', 'in\u00a05\u00a0h'],
  [today, '16:30', '15:00', 'in\u00a01\u00a0h\u00a030\u00a0min'],
  [today, '15:30', '15:45', 'now'],
  [today, '23:00', '08:00', null],
  ['2026-11-24', '08:00', '23:59', 'tomorrow'],
  ['2026-12-05', '08:00', '12:00', '5 Dec'],
])('On %s at %s, seen at %s, it is “%s”', (date, startTime, clock, text) => {
  expect(timeUntil({ date, startTime }, today, clock)).toBe(text)
})

test.each([
  [today, '15:50', true],
  [today, '15:51', false],
  [today, '14:00', true],
  ['2026-11-24', '14:55', false],
])('Seen at 14:50, an activity on %s at %s is soon: %s', (date, startTime, soon) => {
  expect(isSoon({ date, startTime }, today, '14:50')).toBe(soon)
})
