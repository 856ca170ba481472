// The rules of a trip, one sentence each.

import { describe, expect, it } from 'vitest'
import { idFrom } from '#core/kernel/ids.ts'
import { relationOf } from '#core/trips/access.ts'
import type { TripCommand } from '#core/trips/decider.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { TripEvent, TripUser } from '#core/trips/events.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import type { Given } from '#tests/support/given.ts'
import { given, stateAfter } from '#tests/support/given.ts'
import * as facts from '#tests/trips/facts.ts'
import { ann, ben, cat, details, gina, invited, planned } from '#tests/trips/facts.ts'

type Of<Type extends TripCommand['type']> = Omit<Extract<TripCommand, { type: Type }>, 'type'>

/** 10:00 UTC on 2 May 2026; at UTC−12 it is still 1 May. */
const now = '2026-05-02T10:00:00.000Z'
const planTrip = (
  changes: Partial<Of<'PlanTrip'>['details']> = {},
  invitees: TripUser[] = [],
): TripCommand => ({
  type: 'PlanTrip',
  tripId: 'trip',
  details: { ...details, ...changes },
  organizer: ann,
  invitees,
  trips: 0,
  now,
  newId: 'trip',
})
const change = (changes: Record<string, unknown>, more: Partial<Of<'ChangeTrip'>> = {}): TripCommand => ({
  type: 'ChangeTrip',
  changes,
  inUse: null,
  now,
  ...more,
})
const invite = (...users: TripUser[]): TripCommand => ({ type: 'InviteToTrip', users, by: ann, newId: 'new' })
const respond = (user: TripUser, response: 'accepted' | 'declined'): TripCommand => ({
  type: 'RespondToInvitation',
  invitationId: `to ${user.id}`,
  response,
  trips: 0,
})
const cancel = (user: TripUser): TripCommand => ({ type: 'CancelInvitation', invitationId: `to ${user.id}` })
const leave = (user: TripUser): TripCommand => ({ type: 'LeaveTrip', userId: user.id })
const remove = (user: TripUser): TripCommand => ({ type: 'RemoveParticipant', userId: user.id })
const makeRole = (user: TripUser, role: 'member' | 'co_organizer'): TripCommand => ({
  type: 'ChangeRole',
  userId: user.id,
  role,
})
const handOver = (to: string): TripCommand => ({ type: 'HandOverTrip', to })

const givenTrip = (...more: Given<TripEvent>[]) => given(tripStreamType, planned(), ...more)
const after = (...more: Given<TripEvent>[]) => stateAfter(tripStreamType, planned(), ...more).trip!

describe('planning a trip', () => {
  it('makes the caller its organizer, and those invited members with an invitation', () => {
    coversSpec('§3 Trip roles', '§6 Trip roles are organizer')
    const plan = given(tripStreamType).when(planTrip({}, [ann, ben]))
    plan.then(planned(), {
      ...invited(ben),
      data: { ...invited(ben).data, invitationId: idFrom('ben', 'trip') },
    } as TripEvent)
    const { participants, invitations } = stateAfter(tripStreamType, ...plan.facts()).trip!
    expect(participants).toEqual([
      { ...ann, role: 'organizer' },
      { ...ben, role: 'member' },
    ])
    expect(invitations).toMatchObject([{ user: ben, invitedBy: ann, status: 'pending' }])
  })

  it('refuses a start before today where today comes last', () => {
    given(tripStreamType)
      .when(planTrip({ startDate: '2026-05-01' }))
      .then(planned({ startDate: '2026-05-01' }))
    given(tripStreamType)
      .when(planTrip({ startDate: '2026-04-30' }))
      .thenRefused('Invalid', { fields: { startDate: 'Start date cannot be in the past' } })
  })

  it('refuses more than 366 days, and a start more than ten years ahead', () => {
    given(tripStreamType)
      .when(planTrip({ startDate: '2028-01-01', endDate: '2028-12-31' }))
      .then(planned({ startDate: '2028-01-01', endDate: '2028-12-31' }))
    given(tripStreamType)
      .when(planTrip({ endDate: '2027-06-02' }))
      .thenRefused('Invalid', { fields: { endDate: 'A trip can be at most 366 days long' } })
    given(tripStreamType)
      .when(planTrip({ startDate: '2036-05-02', endDate: '2036-05-09' }))
      .thenRefused('Invalid', { fields: { startDate: 'Start date can be at most 10 years ahead' } })
  })

  it('keeps the budget in minor units, and refuses digits its currency does not have', () => {
    given(tripStreamType)
      .when(planTrip({ budget: 12.34 }))
      .then(planned({ budget: 1234 }))
    given(tripStreamType)
      .when(planTrip({ budget: 1200, currency: 'JPY' }))
      .then(planned({ budget: 1200, currency: 'JPY' }))
    given(tripStreamType)
      .when(planTrip({ budget: 1.5, currency: 'JPY' }))
      .thenRefused('Invalid')
  })

  it('twice under one id is not found: the id is taken, also by a trip that is gone', () => {
    givenTrip().when(planTrip()).thenRefused('NotFound')
    given(tripStreamType, facts.deleted).when(planTrip()).thenRefused('NotFound')
  })
})

describe('changing a trip', () => {
  it('changes the keys given', () => {
    givenTrip()
      .when(change({ title: 'Porto' }))
      .then(facts.changed({ title: 'Porto' }))
    givenTrip()
      .when(change({ description: null, title: 'Lisbon' }))
      .then()
  })

  it('asks for a start that is not past only when the start is moved', () => {
    const old = { startDate: '2026-04-01', endDate: '2026-05-20' } as const
    const givenUnderWay = given(tripStreamType, planned(old))
    givenUnderWay.when(change({ title: 'Porto' })).then(facts.changed({ title: 'Porto' }, old))
    givenUnderWay
      .when(change({ ...old, endDate: '2026-05-21' }))
      .then(facts.changed({ endDate: '2026-05-21' }, old))
    givenUnderWay
      .when(change({ startDate: '2026-04-02' }))
      .thenRefused('Invalid', { fields: { startDate: 'Start date cannot be in the past' } })
  })

  it('holds the two dates together, whichever of them was moved', () => {
    const text = 'End date must be after start date'
    givenTrip()
      .when(change({ endDate: '2026-06-01' }))
      .thenRefused('Invalid', { fields: { endDate: text } })
    givenTrip()
      .when(change({ startDate: '2026-06-08' }))
      .thenRefused('Invalid', { fields: { endDate: text } })
  })

  it('leaves the currency alone once there was money in it', () => {
    givenTrip()
      .when(change({ currency: 'EUR' }))
      .then(facts.changed({ currency: 'EUR' }))
    givenTrip()
      .when(change({ currency: 'EUR' }, { inUse: 'HKD' }))
      .thenRefused('CurrencyIsFixed')
    givenTrip()
      .when(change({ currency: 'HKD' }, { inUse: 'HKD' }))
      .then()
  })

  it('takes the budget along in its number when the currency changes', () => {
    const before = { budget: 120_000 }
    given(tripStreamType, planned(before))
      .when(change({ currency: 'JPY' }))
      .then(facts.changed({ currency: 'JPY', budget: 1200 }, before))
    given(tripStreamType, planned({ budget: 120_050 }))
      .when(change({ currency: 'JPY' }))
      .thenRefused('Invalid')
  })

  it('on top of somebody else’s change is refused with the current revision, if one was named', () => {
    const givenTwice = givenTrip(facts.changed({ title: 'Porto' }), invited(ben))
    givenTwice.when(change({ title: 'Faro' }, { ifMatch: 0 })).thenRefused('Stale', { revision: 1 })
    expect(givenTwice.when(change({ title: 'Faro' }, { ifMatch: 1 })).facts()).toHaveLength(1)
    givenTwice.when({ type: 'DeleteTrip', ifMatch: 0 }).thenRefused('Stale', { revision: 1 })
  })
})

describe('inviting', () => {
  it('adds at once', () => {
    coversSpec('§3 Trip roles')

    const { participants } = after(invited(ben))
    expect(participants).toContainEqual({ ...ben, role: 'member' })
  })

  it('of somebody who is on the trip does nothing', () => {
    givenTrip(invited(ben)).when(invite(ben, ann)).then()
    expect(givenTrip(invited(ben)).when(invite(ben, cat)).facts()).toMatchObject([{ data: { user: cat } }])
  })

  it('of somebody who left brings the same person back', () => {
    const back = after(invited(ben), facts.left(ben), invited(ben, 'again'))
    expect(relationOf(back, 'ben')).toBe('member')
    expect(back.formerUsers).toEqual([])
    expect(back.participants.filter(({ id }) => id === 'ben')).toHaveLength(1)
  })
})

describe('an invitation', () => {
  it('accepted stays a membership, declined ends it', () => {
    coversSpec('§4 Invitations')

    givenTrip(invited(ben)).when(respond(ben, 'accepted')).then(facts.accepted(ben))
    givenTrip(invited(ben)).when(respond(ben, 'declined')).then(facts.declined(ben))
    expect(relationOf(after(invited(ben), facts.accepted(ben)), 'ben')).toBe('member')
    expect(relationOf(after(invited(ben), facts.declined(ben)), 'ben')).toBe('former')
  })

  it('is answered once', () => {
    givenTrip(invited(ben), facts.accepted(ben))
      .when(respond(ben, 'declined'))
      .thenRefused('InvitationIsAnswered')
    givenTrip(invited(ben), facts.declined(ben))
      .when(respond(ben, 'accepted'))
      .thenRefused('InvitationIsAnswered')
  })

  it('cancelled takes the person out again, and can no longer be answered', () => {
    coversSpec('§4 Invitations', '§7 Invitations: DELETE /trip-invitations/{id}')

    givenTrip(invited(ben)).when(cancel(ben)).then(facts.cancelled(ben))
    expect(relationOf(after(invited(ben), facts.cancelled(ben)), 'ben')).toBe('former')
    givenTrip(invited(ben), facts.cancelled(ben))
      .when(respond(ben, 'accepted'))
      .thenRefused('InvitationIsAnswered')
  })

  it('that was answered cannot be cancelled', () => {
    givenTrip(invited(ben), facts.accepted(ben)).when(cancel(ben)).thenRefused('InvitationIsAnswered')
  })

  it('goes with its person, when they leave or are removed before they answer', () => {
    for (const gone of [facts.left(ben), facts.removed(ben)]) {
      givenTrip(invited(ben), gone).when(respond(ben, 'accepted')).thenRefused('InvitationIsAnswered')
      givenTrip(invited(ben), gone).when(cancel(ben)).thenRefused('InvitationIsAnswered')
    }
  })

  it('cannot be declined by who runs the trip by now, nor cancelled for them', () => {
    const givenBensTrip = givenTrip(invited(ben), facts.handedOver(ann, ben))
    givenBensTrip.when(respond(ben, 'declined')).thenRefused('OrganizerCannotLeave')
    givenBensTrip.when(cancel(ben)).thenRefused('OrganizerCannotBeRemoved')
    givenBensTrip.when(respond(ben, 'accepted')).then(facts.accepted(ben))
  })

  it('that was never sent is not found', () => {
    givenTrip().when(respond(ben, 'accepted')).thenRefused('NotFound')
    givenTrip().when(cancel(ben)).thenRefused('NotFound')
  })
})

describe('roles', () => {
  it('the organizer makes a member co_organizer and back', () => {
    coversSpec('§3 Trip roles')

    givenTrip(invited(ben)).when(makeRole(ben, 'co_organizer')).then(facts.madeCoOrganizer(ben))
    givenTrip(invited(ben)).when(makeRole(ben, 'member')).then()
    expect(
      givenTrip(invited(ben), facts.madeCoOrganizer(ben)).when(makeRole(ben, 'member')).facts(),
    ).toHaveLength(1)
    givenTrip().when(makeRole(ben, 'co_organizer')).thenRefused('NotFound')
  })

  it('the organizer’s own role changes only by handing the trip over', () => {
    givenTrip().when(makeRole(ann, 'member')).thenRefused('OrganizerKeepsTheirRole')
  })

  it('handing over makes the old organizer a co_organizer, so there is one at any time', () => {
    coversSpec('§6 Trip roles are organizer')

    givenTrip(invited(ben)).when(handOver('ben')).then(facts.handedOver(ann, ben))
    const { participants } = after(
      invited(ben),
      invited(cat),
      facts.handedOver(ann, ben),
      facts.handedOver(ben, cat),
    )
    expect(participants.map(({ id, role }) => `${id} ${role}`)).toEqual([
      'ann co_organizer',
      'ben co_organizer',
      'cat organizer',
    ])
  })

  it('a trip is handed to a user who is on it, not to a guest or a stranger; to oneself is nothing', () => {
    givenTrip(facts.guestAdded(gina)).when(handOver('gina')).thenRefused('NewOrganizerIsNotOnTheTrip')
    givenTrip().when(handOver('ben')).thenRefused('NewOrganizerIsNotOnTheTrip')
    givenTrip(invited(ben), facts.left(ben)).when(handOver('ben')).thenRefused('NewOrganizerIsNotOnTheTrip')
    givenTrip().when(handOver('ann')).then()
  })

  it('who comes back is a member, whatever they were', () => {
    const back = after(invited(ben), facts.madeCoOrganizer(ben), facts.left(ben), invited(ben, 'again'))
    expect(relationOf(back, 'ben')).toBe('member')
  })
})

describe('leaving', () => {
  it('is for everybody but the organizer, who hands over first', () => {
    givenTrip(invited(ben)).when(leave(ben)).then(facts.left(ben))
    givenTrip(invited(ben)).when(leave(ann)).thenRefused('OrganizerCannotLeave')
    givenTrip(invited(ben), facts.handedOver(ann, ben)).when(leave(ann)).then(facts.left(ann))
  })

  it('removing is the same: nobody removes the organizer, and nobody who is not there', () => {
    coversSpec('§6 Organizers themselves')

    givenTrip(invited(ben)).when(remove(ben)).then(facts.removed(ben))
    givenTrip(invited(ben)).when(remove(ann)).thenRefused('OrganizerCannotBeRemoved')
    givenTrip().when(remove(ben)).thenRefused('NotFound')
    givenTrip(invited(ben), facts.left(ben)).when(remove(ben)).thenRefused('NotFound')
  })

  it('keeps the name', () => {
    expect(after(invited(ben), facts.left(ben)).formerUsers).toEqual([ben])
    expect(after(facts.guestAdded(gina), facts.guestRemoved(gina)).formerGuests).toEqual([gina])
  })
})

describe('guests', () => {
  const givenGina = givenTrip(facts.guestAdded(gina))

  it('are added, renamed and given a label', () => {
    givenTrip().when({ type: 'AddGuest', guest: gina, by: ann }).then(facts.guestAdded(gina))
    givenGina
      .when({ type: 'ChangeGuest', guestId: 'gina', changes: { role: 'co_organizer' } })
      .then({ type: 'GuestChanged', data: { guest: { ...gina, role: 'co_organizer' }, was: gina } })
  })

  it('have a revision that moves with their contact details too, which are kept elsewhere', () => {
    const unchanged: TripEvent = { type: 'GuestChanged', data: { guest: gina, was: gina } }
    givenGina.when({ type: 'ChangeGuest', guestId: 'gina', changes: {} }).then(unchanged)
    givenTrip(facts.guestAdded(gina), unchanged)
      .when({ type: 'RemoveGuest', guestId: 'gina', ifMatch: 1 })
      .thenRefused('Stale', { revision: 2 })
  })

  it('are removed once', () => {
    givenGina.when({ type: 'RemoveGuest', guestId: 'gina' }).then(facts.guestRemoved(gina))
    const givenNobody = givenTrip(facts.guestAdded(gina), facts.guestRemoved(gina))
    givenNobody.when({ type: 'RemoveGuest', guestId: 'gina' }).thenRefused('NotFound')
    givenNobody.when({ type: 'ChangeGuest', guestId: 'gina', changes: {} }).thenRefused('NotFound')
  })
})

describe('deleting a trip', () => {
  it('names its guests, those of the past too, so that what is known of them can be erased', () => {
    const greg = { ...gina, id: 'greg' }
    givenTrip(facts.guestAdded(gina), facts.guestAdded(greg), facts.guestRemoved(greg))
      .when({ type: 'DeleteTrip' })
      .then({ type: 'TripDeleted', data: { tripId: 'trip', guestIds: ['gina', 'greg'] } })
  })

  it('makes every command not found, also when its deletion is all that the log still has', () => {
    for (const gone of [givenTrip(invited(ben), facts.deleted), given(tripStreamType, facts.deleted)])
      for (const command of [
        change({ title: 'Porto' }),
        invite(cat),
        leave(ben),
        remove(ben),
        respond(ben, 'accepted'),
      ])
        gone.when(command).thenRefused('NotFound')
  })
})
