// The list of trips: their people, and pending commands of this device.

import { statusLabels } from '#core/trips/labels.ts'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import type { ListedTrip, TripResponse } from '#core/trips/responses.ts'
import { changeTrip, deleteTrip, leaveTrip, pinTrip, planTrip, unpinTrip } from '#core/trips/contract.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { pendingCommand } from '#tests/support/pendingCommands.ts'
import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { changedTrip, endOf, plannedTrips, withPins } from '#web/trips/shownTrips.ts'
import { tripCreatedText } from '#web/trips/trip/tripForm.ts'
import { avatarsOf, canEditTrip, peopleCount, statusTones } from '#web/trips/tripLabels.ts'

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
  guests: [
    { id: 'g1', name: 'Mia' },
    { id: 'g2', name: 'Tom' },
  ],
} as TripResponse

const unsent = (endpoint: Endpoint, more: Partial<PendingCommand> = {}): PendingCommand =>
  pendingCommand(endpoint, { params: { tripId: 't1' }, lane: 't1', ...more })

describe('people of a trip', () => {
  test('The count of people includes guests and reads "1 person" for one', () => {
    expect(peopleCount(trip)).toBe('5 people')
    expect(peopleCount({ participants: [somebody('al', 'organizer')], guestCount: 0 })).toBe('1 person')
  })

  test('The few faces on the card include the organizer, and guests come last', () => {
    expect(avatarsOf(trip).map(({ name, role }) => `${name}, ${role}`)).toEqual([
      'al, organizer',
      'co, co-organizer',
      'mo, member',
      'Mia, guest',
      'Tom, guest',
    ])
    const { guests: _, ...fromEarlierRelease } = trip
    expect(avatarsOf(fromEarlierRelease)).toHaveLength(3)
  })

  test('Organizer and co-organizers can edit the trip, members and strangers cannot', () => {
    coversSpec('§2 Trip details dialog: Organizer and co_organizer see', '§6 The trip details header')

    expect(
      (['organizer', 'co_organizer', 'member', null] as const).map((userRole) => canEditTrip({ userRole })),
    ).toEqual([true, true, false, false])
  })
})

test('A trip that is confirmed, in progress or cancelled has a colour; one that is planned or over has none', () => {
  coversSpec('§3 Trip: Status values seen')

  expect(statusTones).toEqual({
    planning: 'neutral',
    confirmed: 'success',
    in_progress: 'primary',
    completed: 'neutral',
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

describe('pending changes', () => {
  test('A pending change shows on its trip, the later change over the earlier, and on no other trip', () => {
    const items = [
      unsent(changeTrip, { body: { title: 'Lisboa', endDate: '2026-12-08' } }),
      unsent(changeTrip, { body: { title: 'Lisboa e Porto' }, state: 'sending' }),
      unsent(changeTrip, { body: { title: 'Elsewhere' }, params: { tripId: 't2' } }),
    ]
    expect(changedTrip(trip, items)).toMatchObject({ title: 'Lisboa e Porto', endDate: '2026-12-08' })
    expect(trip.title).toBe('Lisbon')
  })

  test('A refused change does not show', () => {
    expect(changedTrip(trip, [unsent(changeTrip, { body: { title: 'No' }, state: 'refused' })])).toBe(trip)
  })

  test('A pending new trip is in the list until the list contains the same id', () => {
    const items = [unsent(planTrip, { body: { title: 'New' }, params: {}, lane: 'trips' })]
    expect(plannedTrips(items, [trip]).map(({ plan }) => plan.title)).toEqual(['New'])
    expect(plannedTrips(items, [trip, { id: 'made' }])).toEqual([])
  })

  test('A new trip that is being sent is in the list, and a refused one is not', () => {
    const inState = (state: 'sending' | 'refused') =>
      plannedTrips([unsent(planTrip, { body: { title: 'New' }, params: {}, lane: 'trips', state })], [])
    expect(inState('sending')).toHaveLength(1)
    expect(inState('refused')).toEqual([])
  })

  test('A pending deletion or departure marks its trip', () => {
    expect(endOf('t1', [unsent(changeTrip)])).toBeNull()
    expect(endOf('t1', [unsent(leaveTrip)])).toBe('left')
    expect(endOf('t1', [unsent(deleteTrip)])).toBe('deleted')
    expect(endOf('t2', [unsent(deleteTrip)])).toBeNull()
  })
})

test('The notice of a planned trip names the people who were added and those who could not be', () => {
  coversSpec('§7 Trips: After a trip is created', '§8 Trips: Partial')

  expect(tripCreatedText({ added: [], failed: [] }).text).toBe('Trip created successfully!')
  expect(tripCreatedText({ added: ['a', 'b'], failed: [] }).text).toBe(
    'Trip created and 2 participant(s) added!',
  )
  expect(tripCreatedText({ added: ['a'], failed: [{ userId: 'b', message: 'User not found' }] })).toEqual({
    text: 'Trip created successfully, but some participants failed to be added',
    isComplete: false,
  })
})

describe('pinned trips', () => {
  const listed = (pinned: readonly string[]) =>
    ['a', 'b', 'c'].map((id) => ({ id, pinned: pinned.includes(id) }) as ListedTrip)
  const order = (pinned: readonly string[], ...commands: PendingCommand[]) =>
    withPins(listed(pinned), commands).map(({ id, pinned: isPinned }) => (isPinned ? `${id}!` : id))
  const about = (endpoint: Endpoint, tripId: string, more: Partial<PendingCommand> = {}) =>
    unsent(endpoint, { params: { tripId }, ...more })

  test('A trip that is being pinned comes first, and takes the place of the oldest of two pins', () => {
    expect(order([], about(pinTrip, 'c'))).toEqual(['c!', 'a', 'b'])
    expect(order(['a', 'b'], about(pinTrip, 'c'))).toEqual(['c!', 'a!', 'b'])
  })

  test('A trip that is being unpinned is no pin any more', () => {
    expect(order(['a', 'b'], about(unpinTrip, 'a'))).toEqual(['b!', 'a', 'c'])
  })

  test('A refused pin changes nothing', () => {
    expect(order(['a'], about(pinTrip, 'c', { state: 'refused' }))).toEqual(['a!', 'b', 'c'])
  })
})
