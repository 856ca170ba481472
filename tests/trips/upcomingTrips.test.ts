// The upcoming trips of the home screen.

import { expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { upcomingTrips } from '#web/trips/home/UpcomingTrips.tsx'

const today = '2026-06-01'
const trip = (id: string, startDate: string, status: 'planning' | 'cancelled' = 'planning') => ({
  id,
  startDate,
  status,
})
const ids = (...trips: ReturnType<typeof trip>[]) => upcomingTrips(trips, today).map(({ id }) => id)

test('An upcoming trip starts between today and thirty days ahead', () => {
  coversSpec('§2 Home: Upcoming Trips', '§9 Upcoming trips window')

  expect(ids(trip('today', '2026-06-01'), trip('last', '2026-07-01'))).toEqual(['today', 'last'])
  expect(ids(trip('yesterday', '2026-05-31'), trip('later', '2026-07-02'))).toEqual([])
})

test('The three soonest trips are shown', () => {
  coversSpec('§2 Home: Upcoming Trips', '§9 Upcoming trips window')

  const trips = ['05', '04', '03', '02'].map((day) => trip(day, `2026-06-${day}`))
  expect(ids(...trips)).toEqual(['02', '03', '04'])
})

test('A cancelled trip stays among the upcoming ones, with its chip', () => {
  coversSpec('§2 Home: Upcoming Trips', '§9 Upcoming trips window')

  expect(ids(trip('on', '2026-06-02'), trip('off', '2026-06-01', 'cancelled'))).toEqual(['off', 'on'])
})
