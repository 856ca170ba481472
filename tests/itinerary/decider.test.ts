// The rules of an itinerary.

import { activity } from '#tests/support/activity.ts'
import { describe, expect, it } from 'vitest'
import type { CalendarDate } from '#core/kernel/calendar.ts'
import type { ActivityChanges, ActivityEntry } from '#core/itinerary/contract.ts'
import { type ItineraryCommand, itineraryStreamType } from '#core/itinerary/decider.ts'
import type { Activity, ActivityEvent } from '#core/itinerary/activity.ts'
import { compareActivities } from '#core/itinerary/toResponse.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { given } from '#tests/support/given.ts'

const days = { startDate: '2026-06-01', endDate: '2026-06-08' }
const tram = activity({ id: 'tram', endTime: '11:30', location: 'Martim Moniz' })
const added = (more: Partial<Activity> = {}): ActivityEvent => ({
  type: 'ActivityAdded',
  data: { activity: { ...tram, ...more } },
})
const { id: _, sortOrder: __, ...entry } = tram
const add = (more: Partial<ActivityEntry> = {}, id = 'new'): ItineraryCommand => ({
  type: 'AddActivity',
  id,
  entry: { ...entry, sortOrder: undefined, ...more } as ActivityEntry,
  days,
})
const change = (changes: ActivityChanges, more: object = {}): ItineraryCommand => ({
  type: 'ChangeActivity',
  id: 'tram',
  changes,
  days,
  ...more,
})
const changed = (changes: Partial<Activity>): ActivityEvent => ({
  type: 'ActivityChanged',
  data: { activity: { ...tram, ...changes }, was: tram },
})
const givenDays = (...events: ActivityEvent[]) => given(itineraryStreamType, ...events)

describe('an activity', () => {
  it('An activity is placed last of its day, or at the given position', () => {
    givenDays()
      .when(add())
      .then(added({ id: 'new' }))
    givenDays(added({ sortOrder: 4 }), added({ id: 'other', date: '2026-06-03', sortOrder: 9 }))
      .when(add())
      .then(added({ id: 'new', sortOrder: 5 }))
    givenDays(added())
      .when(add({ sortOrder: 7 }))
      .then(added({ id: 'new', sortOrder: 7 }))
  })

  it('An activity is on a day of the trip, the first and the last included', () => {
    for (const date of [days.startDate, days.endDate])
      expect(
        givenDays()
          .when(add({ date: date as CalendarDate }))
          .events(),
      ).toHaveLength(1)
    for (const date of ['2026-05-31', '2026-06-09'])
      givenDays()
        .when(add({ date: date as CalendarDate }))
        .thenRefused('Invalid', { fields: { date: 'Date must be within the trip' } })
  })
})

describe('a change', () => {
  it('A change keeps the state and applies the given fields only', () => {
    givenDays(added())
      .when(change({ status: 'confirmed', description: 'Early, before the queue' }))
      .then(changed({ status: 'confirmed', description: 'Early, before the queue' }))
    givenDays(added())
      .when(change({ endTime: null, location: null }))
      .then(changed({ endTime: null, location: null }))
  })

  it('A change moves an activity from any of the four statuses to any other', () => {
    coversSpec('§4 Itinerary item status: chosen freely')

    const states = ['planned', 'confirmed', 'completed', 'cancelled'] as const
    for (const from of states)
      for (const to of states.filter((state) => state !== from)) {
        const events = givenDays(added({ status: from }))
          .when(change({ status: to }))
          .events()
        expect(events, `${from} to ${to}`).toMatchObject([{ data: { activity: { status: to } } }])
      }
  })

  it('A change to the present values writes nothing', () => {
    givenDays(added())
      .when(change({ title: 'Tram 28', startTime: '10:00' }))
      .then()
    givenDays(added()).when(change({})).then()
  })

  it('A change of one time is checked against the other time', () => {
    const refusal = { fields: { endTime: 'End time must be after start time' } }
    givenDays(added())
      .when(change({ startTime: '11:30' }))
      .thenRefused('Invalid', refusal)
    givenDays(added())
      .when(change({ endTime: '09:00' }))
      .thenRefused('Invalid', refusal)
    givenDays(added())
      .when(change({ startTime: '12:00', endTime: '13:00' }))
      .then(changed({ startTime: '12:00', endTime: '13:00' }))
  })

  it('A change keeps an activity on a day that the trip has left, and moves none there', () => {
    const later = { days: { startDate: '2026-06-05', endDate: '2026-06-08' } }
    givenDays(added())
      .when(change({ title: 'Tram 12' }, later))
      .then(changed({ title: 'Tram 12' }))
    givenDays(added())
      .when(change({ date: '2026-06-02' as CalendarDate, status: 'cancelled' }, later))
      .then(changed({ status: 'cancelled' }))
    givenDays(added())
      .when(change({ date: '2026-06-03' as CalendarDate }, later))
      .thenRefused('Invalid', { fields: { date: 'Date must be within the trip' } })
  })

  it('A change based on an outdated revision is refused', () => {
    const after = givenDays(added(), changed({ title: 'Tram 12' }))
    after.when(change({ title: 'Tram 15' }, { ifMatch: 0 })).thenRefused('Stale', { revision: 1 })
    expect(after.when(change({ title: 'Tram 15' }, { ifMatch: 1 })).events()).toHaveLength(1)
  })
})

describe('a removal', () => {
  it('A removal records the removed activity', () => {
    givenDays(added())
      .when({ type: 'RemoveActivity', id: 'tram' })
      .then({ type: 'ActivityRemoved', data: { activity: tram } })
  })

  it('A removal of a missing activity or of an outdated revision is refused', () => {
    givenDays().when({ type: 'RemoveActivity', id: 'tram' }).thenRefused('NotFound')
    givenDays(added(), { type: 'ActivityRemoved', data: { activity: tram } })
      .when(change({ title: 'Tram 12' }))
      .thenRefused('NotFound')
    givenDays(added())
      .when({ type: 'RemoveActivity', id: 'tram', ifMatch: 3 })
      .thenRefused('Stale', { revision: 0 })
  })
})

it('The activities of a day are ordered by start time, then by order, then by id', () => {
  coversSpec('§2 Itinerary: The selected day lists')

  const placed = (id: string, startTime: string, sortOrder: number, date = '2026-06-02') => ({
    id,
    date,
    startTime,
    sortOrder,
  })
  const activities = [
    placed('d', '10:00', 1),
    placed('c', '10:00', 0),
    placed('b', '10:00', 0),
    placed('a', '09:00', 5),
    placed('e', '08:00', 0, '2026-06-03'),
  ]
  expect(activities.toSorted(compareActivities).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e'])
})
