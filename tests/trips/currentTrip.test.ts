// Which trip the home screen puts first, and where it is in time.

import { describe, expect, test } from 'vitest'
import type { TripStatus } from '#core/trips/events.ts'
import { findCurrentTrip, currentAndUpcomingTrips } from '#web/trips/home/currentTrip.ts'
import { shownStatus, tripTiming } from '#web/trips/tripTiming.ts'

const today = '2026-11-23'
const trip = (title: string, startDate: string, endDate: string, status: TripStatus = 'planning') => ({
  title,
  startDate,
  endDate,
  status,
})

describe('the current trip', () => {
  const over = trip('over', '2026-10-01', '2026-10-04')
  const later = trip('later', '2027-02-01', '2027-02-04')
  const soon = trip('soon', '2026-12-01', '2026-12-04')
  const now = trip('now', '2026-11-20', '2026-11-29')

  test('A trip that is under way comes before the next one, and that before one that is over', () => {
    expect(findCurrentTrip([over, later, now, soon], today)).toBe(now)
    expect(findCurrentTrip([over, later, soon], today)).toBe(soon)
    expect(findCurrentTrip([over], today)).toBe(over)
    expect(findCurrentTrip([], today)).toBeUndefined()
  })

  test('A trip is under way on its first and on its last day, too', () => {
    expect(findCurrentTrip([soon, trip('begins', today, '2026-11-30')], today)?.title).toBe('begins')
    expect(findCurrentTrip([soon, trip('ends', '2026-11-01', today)], today)?.title).toBe('ends')
  })

  test('A cancelled trip is never the current one', () => {
    expect(findCurrentTrip([{ ...now, status: 'cancelled' as const }, over], today)).toBe(over)
  })

  test('A trip that was completed before its last day is over: it comes after the next one', () => {
    const completed = { ...now, status: 'completed' as const }
    expect(currentAndUpcomingTrips([completed, soon, later], today)).toEqual([soon, later])
    expect(findCurrentTrip([completed, soon], today)).toBe(soon)
    expect(findCurrentTrip([completed, over], today)).toBe(completed)
  })

  test('A trip whose invitation is not answered is neither the current one nor at hand, also where there is no other', () => {
    const invited = { ...now, isInvited: true }
    expect(currentAndUpcomingTrips([invited, soon], today)).toEqual([soon])
    expect(findCurrentTrip([invited, over], today)).toBe(over)
    expect(findCurrentTrip([invited], today)).toBeUndefined()
  })

  test('Of trips that are over, the one that ended last is the current one', () => {
    expect(findCurrentTrip([trip('long ago', '2025-01-01', '2025-01-09'), over], today)).toBe(over)
  })
})

test.each([
  ['2026-11-23', '2026-11-23', 'today'],
  ['2026-11-19', '2026-11-28', 'Day 5 of 10'],
  ['2026-11-14', '2026-11-23', 'Day 10 of 10'],
  ['2026-11-24', '2026-11-28', 'tomorrow'],
  ['2026-12-16', '2026-12-20', 'in 23 days'],
  ['2026-11-01', '2026-11-22', null],
])('A trip from %s to %s is “%s”', (startDate, endDate, timing) => {
  expect(tripTiming({ startDate, endDate, status: 'confirmed' }, today)).toBe(timing)
})

test.each(['completed', 'cancelled'] as const)(
  'A trip that is %s is on none of its days, nor to come',
  (status) => {
    expect(tripTiming({ startDate: '2026-11-19', endDate: '2026-11-28', status }, today)).toBeNull()
    expect(tripTiming({ startDate: '2026-12-16', endDate: '2026-12-20', status }, today)).toBeNull()
  },
)

test.each([
  ['planning', '2026-11-27', 'planning'],
  ['planning', '2026-11-28', 'in_progress'],
  ['confirmed', '2026-12-01', 'in_progress'],
  ['confirmed', '2026-12-02', 'confirmed'],
  ['cancelled', '2026-11-30', 'cancelled'],
  ['completed', '2026-11-30', 'completed'],
] as const)('A trip that is %s is on %s shown as %s', (status, today, shown) => {
  expect(shownStatus({ status, startDate: '2026-11-28', endDate: '2026-12-01' }, today)).toBe(shown)
})
