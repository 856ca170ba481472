// Asking to join a public trip, one rule a sentence.

import { describe, expect, it } from 'vitest'
import { relationOf } from '#core/trips/access.ts'
import type { TripCommand } from '#core/trips/decider.ts'
import { invitationIdOf, tripStreamType } from '#core/trips/decider.ts'
import type { TripEvent, TripUser } from '#core/trips/events.ts'
import { pendingRequestOf } from '#core/trips/trip.ts'
import { given, stateAfter } from '#tests/support/given.ts'
import { ann, asked, ben, changed, deleted, invited, left, letIn, planned } from '#tests/trips/facts.ts'
import { takenBack, turnedDown } from '#tests/trips/facts.ts'

const ask = (
  user: TripUser,
  more: Partial<Extract<TripCommand, { type: 'AskToJoinTrip' }>> = {},
): TripCommand => ({
  type: 'AskToJoinTrip',
  requestId: `of ${user.id}`,
  user,
  message: null,
  now: '2026-05-01T20:00:00.000Z',
  open: 0,
  ...more,
})
const respond = (response: 'accepted' | 'declined'): TripCommand => ({
  type: 'RespondToInvitation',
  invitationId: 'of ben',
  response,
  trips: 0,
})
const takeBack: TripCommand = { type: 'CancelInvitation', invitationId: 'of ben' }

const open = planned({ isPublic: true })
const givenTrip = (...more: TripEvent[]) => given(tripStreamType, open, ...more)
const after = (...more: TripEvent[]) => stateAfter(tripStreamType, open, ...more).trip!

describe('asking to join', () => {
  it('makes nobody a participant, and tells what they said', () => {
    givenTrip()
      .when(ask(ben, { message: 'Room for one more?' }))
      .then(asked(ben, 'Room for one more?'))
    const trip = after(asked(ben))
    expect(relationOf(trip, 'ben')).toBe('none')
    expect(pendingRequestOf(trip, 'ben')?.id).toBe('of ben')
  })

  it('is done once at a time', () => {
    givenTrip(asked(ben)).when(ask(ben)).thenRefused('AlreadyAsked')
  })

  it('is for people who are not on the trip', () => {
    givenTrip().when(ask(ann)).thenRefused('AlreadyOnTheTrip')
    givenTrip(invited(ben)).when(ask(ben)).thenRefused('AlreadyOnTheTrip')
    givenTrip(asked(ben), letIn(ben)).when(ask(ben)).thenRefused('AlreadyOnTheTrip')
  })

  it('is open again to who was refused, took it back, or left', () => {
    for (const end of [turnedDown(ben), takenBack(ben)])
      givenTrip(asked(ben), end)
        .when(ask(ben, { requestId: 'again' }))
        .then(asked(ben, null, 'again'))
    givenTrip(invited(ben), left(ben)).when(ask(ben)).then(asked(ben))
  })

  it('stops after five times in 24 hours, for this person alone, and goes on the day after', () => {
    const five = [1, 2, 3, 4, 5].flatMap((n) => [asked(ben, null, `${n}`), takenBack(ben, `${n}`)])
    const pestered = givenTrip(...five)
    // The first was an hour after noon.
    pestered.when(ask(ben, { now: '2026-05-02T12:59:00.000Z' })).thenRefused('AskedTooOften')
    pestered.when(ask(ben, { now: '2026-05-02T13:00:00.000Z' })).then(asked(ben))
    const cat = { id: 'cat', username: 'Cat' }
    pestered.when(ask(cat)).then(asked(cat))
  })

  it('a deleted trip cannot be asked', () => {
    givenTrip(deleted).when(ask(ben)).thenRefused('NotFound')
  })
})

describe('a request', () => {
  it('that is accepted makes its asker a member', () => {
    givenTrip(asked(ben)).when(respond('accepted')).then(letIn(ben))
    const trip = after(asked(ben), letIn(ben))
    expect(relationOf(trip, 'ben')).toBe('member')
    expect(pendingRequestOf(trip, 'ben')).toBeUndefined()
  })

  it('that is accepted brings back who was on the trip before, as one person', () => {
    const trip = after(invited(ben), left(ben), asked(ben), letIn(ben))
    expect(trip.participants.map(({ id }) => id)).toEqual(['ann', 'ben'])
    expect(trip.formerUsers).toEqual([])
  })

  it('that is declined changes nothing about the people of the trip', () => {
    givenTrip(asked(ben)).when(respond('declined')).then(turnedDown(ben))
    const trip = after(asked(ben), turnedDown(ben))
    expect([trip.participants.length, trip.formerUsers.length]).toEqual([1, 0])
  })

  it('that is taken back removes nobody', () => {
    givenTrip(asked(ben)).when(takeBack).then(takenBack(ben))
    const trip = after(asked(ben), takenBack(ben))
    expect([relationOf(trip, 'ben'), pendingRequestOf(trip, 'ben')]).toEqual(['none', undefined])
  })

  it('is answered and taken back once', () => {
    for (const end of [letIn(ben), turnedDown(ben), takenBack(ben)])
      for (const command of [respond('accepted'), respond('declined'), takeBack])
        givenTrip(asked(ben), end).when(command).thenRefused('RequestIsAnswered')
  })

  it('is accepted by inviting its asker, so that nothing is left to answer', () => {
    const cat = { id: 'cat', username: 'Cat' }
    givenTrip(asked(ben))
      .when({ type: 'InviteToTrip', users: [ben, cat], by: ann, newId: 'new' })
      .then(letIn(ben), invited(cat, invitationIdOf('cat', 'new')))
  })

  it('can be answered after the trip has turned private', () => {
    const isPrivate = changed({ isPublic: false }, { isPublic: true })
    givenTrip(asked(ben), isPrivate).when(respond('accepted')).then(letIn(ben))
  })
})
