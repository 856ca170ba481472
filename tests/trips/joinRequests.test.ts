// The rules of requests to join a public trip.

import { describe, expect, it } from 'vitest'
import { relationOf } from '#core/trips/visibility.ts'
import type { TripCommand } from '#core/trips/commands.ts'
import { invitationIdOf, tripStreamType } from '#core/trips/decider.ts'
import type { TripEvent, TripUser } from '#core/trips/events.ts'
import { pendingRequestOf } from '#core/trips/trip.ts'
import { given, stateAfter } from '#tests/support/given.ts'
import {
  ann,
  requestMade,
  ben,
  changed,
  deleted,
  invited,
  left,
  requestAccepted,
  planned,
  requestWithdrawn,
  requestDeclined,
} from '#tests/trips/events.ts'

const ask = (
  user: TripUser,
  more: Partial<Extract<TripCommand, { type: 'AskToJoinTrip' }>> = {},
): TripCommand => ({
  type: 'AskToJoinTrip',
  requestId: `of ${user.id}`,
  user,
  message: null,
  now: '2026-05-01T20:00:00.000Z',
  openInvitationCount: 0,
  ...more,
})
const respond = (response: 'accepted' | 'declined'): TripCommand => ({
  type: 'RespondToInvitation',
  invitationId: 'of ben',
  response,
  tripCount: 0,
})
const takeBack: TripCommand = { type: 'CancelInvitation', invitationId: 'of ben' }

const open = planned({ isPublic: true })
const givenTrip = (...more: TripEvent[]) => given(tripStreamType, open, ...more)
const after = (...more: TripEvent[]) => stateAfter(tripStreamType, open, ...more).trip!

describe('requests to join', () => {
  it('A request makes nobody a participant, and records its message', () => {
    givenTrip()
      .when(ask(ben, { message: 'Room for one more?' }))
      .then(requestMade(ben, 'Room for one more?'))
    const trip = after(requestMade(ben))
    expect(relationOf(trip, 'ben')).toBe('none')
    expect(pendingRequestOf(trip, 'ben')?.id).toBe('of ben')
  })

  it('A person has one open request for a trip', () => {
    givenTrip(requestMade(ben)).when(ask(ben)).thenRefused('AlreadyAsked')
  })

  it('Only people who are not on the trip can ask to join it', () => {
    givenTrip().when(ask(ann)).thenRefused('AlreadyOnTheTrip')
    givenTrip(invited(ben)).when(ask(ben)).thenRefused('AlreadyOnTheTrip')
    givenTrip(requestMade(ben), requestAccepted(ben)).when(ask(ben)).thenRefused('AlreadyOnTheTrip')
  })

  it('A person can ask again after a refusal, a withdrawal or leaving', () => {
    for (const end of [requestDeclined(ben), requestWithdrawn(ben)])
      givenTrip(requestMade(ben), end)
        .when(ask(ben, { requestId: 'again' }))
        .then(requestMade(ben, null, 'again'))
    givenTrip(invited(ben), left(ben)).when(ask(ben)).then(requestMade(ben))
  })

  it('A person can ask five times in 24 hours, others are not affected, and the next day is free again', () => {
    const five = [1, 2, 3, 4, 5].flatMap((n) => [
      requestMade(ben, null, `${n}`),
      requestWithdrawn(ben, `${n}`),
    ])
    const pestered = givenTrip(...five)
    // The first request was an hour after noon.
    pestered.when(ask(ben, { now: '2026-05-02T12:59:00.000Z' })).thenRefused('AskedTooOften')
    pestered.when(ask(ben, { now: '2026-05-02T13:00:00.000Z' })).then(requestMade(ben))
    const cat = { id: 'cat', username: 'Cat' }
    pestered.when(ask(cat)).then(requestMade(cat))
  })

  it('A deleted trip has no requests', () => {
    givenTrip(deleted).when(ask(ben)).thenRefused('NotFound')
  })
})

describe('a request', () => {
  it('An accepted request makes its asker a member', () => {
    givenTrip(requestMade(ben)).when(respond('accepted')).then(requestAccepted(ben))
    const trip = after(requestMade(ben), requestAccepted(ben))
    expect(relationOf(trip, 'ben')).toBe('member')
    expect(pendingRequestOf(trip, 'ben')).toBeUndefined()
  })

  it('An accepted request returns a former participant as the same person', () => {
    const trip = after(invited(ben), left(ben), requestMade(ben), requestAccepted(ben))
    expect(trip.participants.map(({ id }) => id)).toEqual(['ann', 'ben'])
    expect(trip.formerUsers).toEqual([])
  })

  it('A declined request leaves the trip’s people unchanged', () => {
    givenTrip(requestMade(ben)).when(respond('declined')).then(requestDeclined(ben))
    const trip = after(requestMade(ben), requestDeclined(ben))
    expect([trip.participants.length, trip.formerUsers.length]).toEqual([1, 0])
  })

  it('A withdrawn request removes nobody', () => {
    givenTrip(requestMade(ben)).when(takeBack).then(requestWithdrawn(ben))
    const trip = after(requestMade(ben), requestWithdrawn(ben))
    expect([relationOf(trip, 'ben'), pendingRequestOf(trip, 'ben')]).toEqual(['none', undefined])
  })

  it('A request is answered or withdrawn once', () => {
    for (const end of [requestAccepted(ben), requestDeclined(ben), requestWithdrawn(ben)])
      for (const command of [respond('accepted'), respond('declined'), takeBack])
        givenTrip(requestMade(ben), end).when(command).thenRefused('RequestIsAnswered')
  })

  it('An invitation of the asker accepts the request, so that nothing is left to answer', () => {
    const cat = { id: 'cat', username: 'Cat' }
    givenTrip(requestMade(ben))
      .when({ type: 'InviteToTrip', users: [ben, cat], by: ann, newId: 'new' })
      .then(requestAccepted(ben), invited(cat, invitationIdOf('cat', 'new')))
  })

  it('A request can be answered after the trip has turned private', () => {
    const isPrivate = changed({ isPublic: false }, { isPublic: true })
    givenTrip(requestMade(ben), isPrivate).when(respond('accepted')).then(requestAccepted(ben))
  })
})
