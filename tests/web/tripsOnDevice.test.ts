// What a list of trips says: who is on them, and what this device has not sent yet.

import { describe, expect, test } from 'vitest'
import type { TripResponse } from '#core/trips/responses.ts'
import { changeTrip, deleteTrip, leaveTrip, planTrip } from '#core/trips/contract.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import type { PendingTripCommand } from '#web/trips/pendingTrips.ts'
import { pendingEndOf, pendingNewTrips, withPendingChanges } from '#web/trips/pendingTrips.ts'
import { plannedText } from '#web/trips/plannedText.ts'
import { facesOf, guestsOf, canEditTrip, peopleCount, statusLabels, statusTones } from '#web/trips/roster.ts'

const somebody = (name: string, role: TripResponse['userRole']) => ({
  id: name,
  role,
  user: { id: name, username: name },
})

const trip = {
  id: 't1',
  title: 'Lisbon',
  endDate: '2026-12-06',
  participants: [somebody('mo', 'member'), somebody('co', 'co_organizer'), somebody('al', 'organizer')],
  guestCount: 2,
} as TripResponse

const unsent = (
  call: PendingTripCommand['call'],
  more: Partial<PendingTripCommand> = {},
): PendingTripCommand => ({
  id: 'made',
  call,
  params: { tripId: 't1' },
  body: null,
  lane: 't1',
  state: 'waiting',
  ...more,
})

describe('who is on a trip', () => {
  test('guests count, and one is not "1 people"', () => {
    expect(peopleCount(trip)).toBe('5 people')
    expect(peopleCount({ participants: [somebody('al', 'organizer')], guestCount: 0 })).toBe('1 person')
    expect(guestsOf({ guestCount: 1 })).toEqual({ count: 1, title: '1 guest' })
  })

  test('whoever runs it is among the few faces shown', () => {
    expect(facesOf(trip).map(({ name, role }) => `${name}, ${role}`)).toEqual([
      'al, organizer',
      'co, co-organizer',
      'mo, member',
    ])
  })

  test('organizer and co-organizer change it; a member and a stranger do not', () => {
    coversSpec('§2 Trip details dialog: Organizer and co_organizer see', '§6 The trip details header')

    expect(
      (['organizer', 'co_organizer', 'member', null] as const).map((userRole) => canEditTrip({ userRole })),
    ).toEqual([true, true, false, false])
  })
})

test('four states of a trip have a colour each, and planning has that of whatever is nothing special', () => {
  coversSpec('§3 Trip: Status values seen')

  const { planning, ...others } = statusTones
  expect(planning).toBe('neutral')
  expect(others).toEqual({
    confirmed: 'primary',
    in_progress: 'info',
    completed: 'success',
    cancelled: 'danger',
  })
  expect(statusLabels).toEqual({
    planning: 'Planning',
    confirmed: 'Confirmed',
    in_progress: 'In progress',
    completed: 'Completed',
    cancelled: 'Cancelled',
  })
})

describe('what was not sent yet', () => {
  test('is seen on the trip it changes, the later change over the earlier, and on no other', () => {
    const items = [
      unsent(changeTrip, { body: { title: 'Lisboa', endDate: '2026-12-08' } }),
      unsent(changeTrip, { body: { title: 'Lisboa e Porto' }, state: 'sending' }),
      unsent(changeTrip, { body: { title: 'Elsewhere' }, params: { tripId: 't2' } }),
    ]
    expect(withPendingChanges(trip, items)).toMatchObject({ title: 'Lisboa e Porto', endDate: '2026-12-08' })
    expect(trip.title).toBe('Lisbon')
  })

  test('is not seen once it was refused', () => {
    expect(withPendingChanges(trip, [unsent(changeTrip, { body: { title: 'No' }, state: 'refused' })])).toBe(
      trip,
    )
  })

  test('a new trip stands in the list until the list has it under the same id', () => {
    const items = [unsent(planTrip, { body: { title: 'New' }, params: {}, lane: 'trips' })]
    expect(pendingNewTrips(items, [trip]).map(({ plan }) => plan.title)).toEqual(['New'])
    expect(pendingNewTrips(items, [trip, { id: 'made' }])).toEqual([])
  })

  test('tells what will become of a trip', () => {
    expect(pendingEndOf('t1', [unsent(changeTrip)])).toBeNull()
    expect(pendingEndOf('t1', [unsent(leaveTrip)])).toBe('left')
    expect(pendingEndOf('t1', [unsent(deleteTrip)])).toBe('deleted')
    expect(pendingEndOf('t2', [unsent(deleteTrip)])).toBeNull()
  })
})

test('a planned trip is told with who came along, and honestly when somebody did not', () => {
  coversSpec('§7 Trips: After a trip is created', '§8 Trips: Partial')

  expect(plannedText({ added: [], failed: [] }).text).toBe('Trip created successfully!')
  expect(plannedText({ added: ['a', 'b'], failed: [] }).text).toBe('Trip created and 2 participant(s) added!')
  expect(plannedText({ added: ['a'], failed: [{ userId: 'b', message: 'User not found' }] })).toEqual({
    text: 'Trip created successfully, but some participants failed to be added',
    isWhole: false,
  })
})
