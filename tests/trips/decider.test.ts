// The rules of a trip.

import { describe, expect, it } from 'vitest'
import { idFrom } from '#core/kernel/ids.ts'
import { isInvitationVisible, relationOf } from '#core/trips/visibility.ts'
import type { TripCommand } from '#core/trips/commands.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { TripEvent, TripUser } from '#core/trips/events.ts'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { type Given, given, stateAfter } from '#tests/support/given.ts'
import * as tripEvents from '#tests/trips/events.ts'
import { ann, ben, cat, details, gina, invited, planned } from '#tests/trips/events.ts'

type Of<Type extends TripCommand['type']> = Omit<Extract<TripCommand, { type: Type }>, 'type'>

/** 10:00 UTC on 2 May 2026; at UTC−12 it is still 1 May. */
const now = '2026-05-02T10:00:00.000Z'
const planTrip = (
  changes: Partial<Of<'PlanTrip'>['details']> = {},
  invitees: TripUser[] = [],
): TripCommand => ({
  type: 'PlanTrip',
  isImported: false,
  tripId: 'trip',
  details: { ...details, ...changes },
  organizer: ann,
  invitees,
  tripCount: 0,
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
  tripCount: 0,
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

it('Somebody who was added or removed twice by a damaged log is on the trip, or was, once', () => {
  const twice = after(invited(ben), invited(ben), tripEvents.guestAdded(gina), tripEvents.guestAdded(gina))
  expect(twice.participants.map(({ id }) => id)).toEqual([ann.id, ben.id])
  expect([twice.invitations.length, twice.guests.length]).toEqual([1, 1])
  const left = tripEvents.left(ben)
  expect(after(invited(ben), left, left).formerUsers).toEqual([ben])
})

describe('planning a trip', () => {
  it('A planned trip has the caller as its organizer and the invited people as members with an invitation', () => {
    coversSpec('§3 Trip roles', '§6 Trip roles are organizer')
    const plan = given(tripStreamType).when(planTrip({}, [ann, ben]))
    plan.then(planned(), {
      ...invited(ben),
      data: { ...invited(ben).data, invitationId: idFrom('ben', 'trip') },
    } as TripEvent)
    const { participants, invitations } = stateAfter(tripStreamType, ...plan.events()).trip!
    expect(participants).toEqual([
      { ...ann, role: 'organizer' },
      { ...ben, role: 'member' },
    ])
    expect(invitations).toMatchObject([{ user: ben, invitedBy: ann, status: 'pending' }])
  })

  it('A trip cannot start before today’s date at UTC−12, where a day ends last', () => {
    given(tripStreamType)
      .when(planTrip({ startDate: '2026-05-01' }))
      .then(planned({ startDate: '2026-05-01' }))
    given(tripStreamType)
      .when(planTrip({ startDate: '2026-04-30' }))
      .thenRefused('Invalid', { fields: { startDate: 'Start date cannot be in the past' } })
  })

  it('A trip lasts at most 366 days and starts at most ten years ahead', () => {
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

  it('The budget of a trip is kept in minor units, and digits that its currency lacks are refused', () => {
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

  it('A second trip under an existing id is refused as not found, also when the first is deleted', () => {
    givenTrip().when(planTrip()).thenRefused('NotFound')
    given(tripStreamType, tripEvents.deleted).when(planTrip()).thenRefused('NotFound')
  })
})

describe('changing a trip', () => {
  it('A change applies the given fields', () => {
    givenTrip()
      .when(change({ title: 'Porto' }))
      .then(tripEvents.changed({ title: 'Porto' }))
    givenTrip()
      .when(change({ description: null, title: 'Lisbon' }))
      .then()
  })

  it('A change requires a start that is not past only when it moves the start', () => {
    const old = { startDate: '2026-04-01', endDate: '2026-05-20' } as const
    const givenUnderWay = given(tripStreamType, planned(old))
    givenUnderWay.when(change({ title: 'Porto' })).then(tripEvents.changed({ title: 'Porto' }, old))
    givenUnderWay
      .when(change({ ...old, endDate: '2026-05-21' }))
      .then(tripEvents.changed({ endDate: '2026-05-21' }, old))
    givenUnderWay
      .when(change({ startDate: '2026-04-02' }))
      .thenRefused('Invalid', { fields: { startDate: 'Start date cannot be in the past' } })
  })

  it('A change keeps the two dates in order, whichever of them it moves', () => {
    const text = 'End date must be after start date'
    givenTrip()
      .when(change({ endDate: '2026-06-01' }))
      .thenRefused('Invalid', { fields: { endDate: text } })
    givenTrip()
      .when(change({ startDate: '2026-06-08' }))
      .thenRefused('Invalid', { fields: { endDate: text } })
  })

  it('A change cannot replace the currency once money is recorded', () => {
    givenTrip()
      .when(change({ currency: 'EUR' }))
      .then(tripEvents.changed({ currency: 'EUR' }))
    givenTrip()
      .when(change({ currency: 'EUR' }, { inUse: 'HKD' }))
      .thenRefused('CurrencyIsFixed')
    givenTrip()
      .when(change({ currency: 'HKD' }, { inUse: 'HKD' }))
      .then()
  })

  it('A change of the currency keeps the number of the budget', () => {
    const before = { budget: 120_000 }
    given(tripStreamType, planned(before))
      .when(change({ currency: 'JPY' }))
      .then(tripEvents.changed({ currency: 'JPY', budget: 1200 }, before))
    given(tripStreamType, planned({ budget: 120_050 }))
      .when(change({ currency: 'JPY' }))
      .thenRefused('Invalid')
  })

  it('A change based on an outdated revision is refused with the current one, and without a revision it applies', () => {
    const givenTwice = givenTrip(tripEvents.changed({ title: 'Porto' }), invited(ben))
    givenTwice.when(change({ title: 'Faro' }, { ifMatch: 0 })).thenRefused('Stale', { revision: 1 })
    expect(givenTwice.when(change({ title: 'Faro' }, { ifMatch: 1 })).events()).toHaveLength(1)
    givenTwice.when({ type: 'DeleteTrip', ifMatch: 0 }).thenRefused('Stale', { revision: 1 })
  })
})

describe('inviting', () => {
  it('An invitation adds the person at once', () => {
    coversSpec('§3 Trip roles')

    const { participants } = after(invited(ben))
    expect(participants).toContainEqual({ ...ben, role: 'member' })
  })

  it('An invitation of a participant changes nothing', () => {
    givenTrip(invited(ben)).when(invite(ben, ann)).then()
    expect(givenTrip(invited(ben)).when(invite(ben, cat)).events()).toMatchObject([{ data: { user: cat } }])
  })

  it('An invitation of a former participant returns the same person', () => {
    const back = after(invited(ben), tripEvents.left(ben), invited(ben, 'again'))
    expect(relationOf(back, 'ben')).toBe('member')
    expect(back.formerUsers).toEqual([])
    expect(back.participants.filter(({ id }) => id === 'ben')).toHaveLength(1)
  })
})

describe('an invitation', () => {
  it('An accepted invitation keeps the membership, and a declined one ends it', () => {
    coversSpec('§4 Invitations')

    givenTrip(invited(ben)).when(respond(ben, 'accepted')).then(tripEvents.accepted(ben))
    givenTrip(invited(ben)).when(respond(ben, 'declined')).then(tripEvents.declined(ben))
    expect(relationOf(after(invited(ben), tripEvents.accepted(ben)), 'ben')).toBe('member')
    expect(relationOf(after(invited(ben), tripEvents.declined(ben)), 'ben')).toBe('former')
  })

  it.each([
    ['accepted it and was removed', [tripEvents.accepted(ben), tripEvents.removed(ben)]],
    ['accepted it and left', [tripEvents.accepted(ben), tripEvents.left(ben)]],
    ['was removed before an answer', [tripEvents.removed(ben)]],
    ['declined it', [tripEvents.declined(ben)]],
    ['saw it taken back', [tripEvents.cancelled(ben)]],
  ])('A person who %s sees it on a public trip only', (_, events) => {
    const isVisible = (isPublic: boolean, ...more: TripEvent[]) => {
      const { trip } = stateAfter(tripStreamType, planned({ isPublic }), invited(ben), ...more)
      return isInvitationVisible(trip!, trip!.invitations[0]!, 'ben')
    }
    expect(isVisible(false), 'pending').toBe(true)
    expect(isVisible(false, ...events)).toBe(false)
    expect(isVisible(true, ...events)).toBe(true)
  })

  it('An invitation is answered once', () => {
    givenTrip(invited(ben), tripEvents.accepted(ben))
      .when(respond(ben, 'declined'))
      .thenRefused('InvitationIsAnswered')
    givenTrip(invited(ben), tripEvents.declined(ben))
      .when(respond(ben, 'accepted'))
      .thenRefused('InvitationIsAnswered')
  })

  it('A cancelled invitation removes the person, and can no longer be answered', () => {
    coversSpec('§4 Invitations', '§7 Invitations: DELETE /trip-invitations/{id}')

    givenTrip(invited(ben)).when(cancel(ben)).then(tripEvents.cancelled(ben))
    expect(relationOf(after(invited(ben), tripEvents.cancelled(ben)), 'ben')).toBe('former')
    givenTrip(invited(ben), tripEvents.cancelled(ben))
      .when(respond(ben, 'accepted'))
      .thenRefused('InvitationIsAnswered')
  })

  it('An answered invitation cannot be cancelled', () => {
    givenTrip(invited(ben), tripEvents.accepted(ben)).when(cancel(ben)).thenRefused('InvitationIsAnswered')
  })

  it('An open invitation ends when its person leaves or is removed', () => {
    for (const gone of [tripEvents.left(ben), tripEvents.removed(ben)]) {
      givenTrip(invited(ben), gone).when(respond(ben, 'accepted')).thenRefused('InvitationIsAnswered')
      givenTrip(invited(ben), gone).when(cancel(ben)).thenRefused('InvitationIsAnswered')
    }
  })

  it('An invitation of the present organizer can be neither declined nor cancelled', () => {
    const givenBensTrip = givenTrip(invited(ben), tripEvents.handedOver(ann, ben))
    givenBensTrip.when(respond(ben, 'declined')).thenRefused('OrganizerCannotLeave')
    givenBensTrip.when(cancel(ben)).thenRefused('OrganizerCannotBeRemoved')
    givenBensTrip.when(respond(ben, 'accepted')).then(tripEvents.accepted(ben))
  })

  it('A missing invitation is not found', () => {
    givenTrip().when(respond(ben, 'accepted')).thenRefused('NotFound')
    givenTrip().when(cancel(ben)).thenRefused('NotFound')
  })
})

describe('roles', () => {
  it('The organizer makes a member a co_organizer and back', () => {
    coversSpec('§3 Trip roles')

    givenTrip(invited(ben)).when(makeRole(ben, 'co_organizer')).then(tripEvents.madeCoOrganizer(ben))
    givenTrip(invited(ben)).when(makeRole(ben, 'member')).then()
    expect(
      givenTrip(invited(ben), tripEvents.madeCoOrganizer(ben)).when(makeRole(ben, 'member')).events(),
    ).toHaveLength(1)
    givenTrip().when(makeRole(ben, 'co_organizer')).thenRefused('NotFound')
  })

  it('The organizer’s own role changes only by handing the trip over', () => {
    givenTrip().when(makeRole(ann, 'member')).thenRefused('OrganizerKeepsTheirRole')
  })

  it('A handover makes the old organizer a co_organizer, so that there is exactly one organizer', () => {
    coversSpec('§6 Trip roles are organizer')

    givenTrip(invited(ben)).when(handOver('ben')).then(tripEvents.handedOver(ann, ben))
    const { participants } = after(
      invited(ben),
      invited(cat),
      tripEvents.handedOver(ann, ben),
      tripEvents.handedOver(ben, cat),
    )
    expect(participants.map(({ id, role }) => `${id} ${role}`)).toEqual([
      'ann co_organizer',
      'ben co_organizer',
      'cat organizer',
    ])
  })

  it('A trip is handed over to a participating user, not to a guest or a stranger, and to oneself nothing changes', () => {
    givenTrip(tripEvents.guestAdded(gina)).when(handOver('gina')).thenRefused('NewOrganizerIsNotOnTheTrip')
    givenTrip().when(handOver('ben')).thenRefused('NewOrganizerIsNotOnTheTrip')
    givenTrip(invited(ben), tripEvents.left(ben))
      .when(handOver('ben'))
      .thenRefused('NewOrganizerIsNotOnTheTrip')
    givenTrip().when(handOver('ann')).then()
  })

  it('A returning person is a member, whatever their former role', () => {
    const back = after(
      invited(ben),
      tripEvents.madeCoOrganizer(ben),
      tripEvents.left(ben),
      invited(ben, 'again'),
    )
    expect(relationOf(back, 'ben')).toBe('member')
  })
})

describe('leaving', () => {
  it('Everybody can leave except the organizer, who hands the trip over first', () => {
    givenTrip(invited(ben)).when(leave(ben)).then(tripEvents.left(ben))
    givenTrip(invited(ben)).when(leave(ann)).thenRefused('OrganizerCannotLeave')
    givenTrip(invited(ben), tripEvents.handedOver(ann, ben))
      .when(leave(ann))
      .then({ type: 'ParticipantLeft', data: { user: ann, was: 'co_organizer' } })
  })

  it('Nobody can remove the organizer or a person who is not on the trip', () => {
    coversSpec('§6 Organizers themselves')

    givenTrip(invited(ben)).when(remove(ben)).then(tripEvents.removed(ben))
    givenTrip(invited(ben)).when(remove(ann)).thenRefused('OrganizerCannotBeRemoved')
    givenTrip().when(remove(ben)).thenRefused('NotFound')
    givenTrip(invited(ben), tripEvents.left(ben)).when(remove(ben)).thenRefused('NotFound')
  })

  it('A person who left keeps their name in the trip', () => {
    expect(after(invited(ben), tripEvents.left(ben)).formerUsers).toEqual([ben])
    expect(after(tripEvents.guestAdded(gina), tripEvents.guestRemoved(gina)).formerGuests).toMatchObject([
      gina,
    ])
  })
})

describe('guests', () => {
  const givenGina = givenTrip(tripEvents.guestAdded(gina))

  it('A guest is added, renamed and labelled', () => {
    givenTrip().when({ type: 'AddGuest', guest: gina, by: ann }).then(tripEvents.guestAdded(gina))
    givenGina
      .when({
        type: 'ChangeGuest',
        guestId: 'gina',
        changes: { role: 'co_organizer' },
        changesContact: false,
      })
      .then({ type: 'GuestChanged', data: { guest: { ...gina, role: 'co_organizer' }, was: gina } })
  })

  it('A guest’s revision increases with changes of the contact details, which are stored elsewhere', () => {
    const unchanged: TripEvent = { type: 'GuestChanged', data: { guest: gina, was: gina } }
    givenGina
      .when({ type: 'ChangeGuest', guestId: 'gina', changes: {}, changesContact: true })
      .then(unchanged)
    givenTrip(tripEvents.guestAdded(gina), unchanged)
      .when({ type: 'RemoveGuest', guestId: 'gina', ifMatch: 1 })
      .thenRefused('Stale', { revision: 2 })
  })

  it('A guest that is saved as they were does not change', () => {
    const { name, role } = gina
    givenGina
      .when({ type: 'ChangeGuest', guestId: 'gina', changes: { name, role }, changesContact: false })
      .then()
  })

  it('A guest is removed once', () => {
    givenGina.when({ type: 'RemoveGuest', guestId: 'gina' }).then(tripEvents.guestRemoved(gina))
    const givenNobody = givenTrip(tripEvents.guestAdded(gina), tripEvents.guestRemoved(gina))
    givenNobody.when({ type: 'RemoveGuest', guestId: 'gina' }).thenRefused('NotFound')
    givenNobody
      .when({ type: 'ChangeGuest', guestId: 'gina', changes: {}, changesContact: false })
      .thenRefused('NotFound')
  })
})

describe('deleting a trip', () => {
  it('The deletion names the trip’s guests, the former ones too, so that their data can be erased', () => {
    const greg = { ...gina, id: 'greg' }
    givenTrip(tripEvents.guestAdded(gina), tripEvents.guestAdded(greg), tripEvents.guestRemoved(greg))
      .when({ type: 'DeleteTrip' })
      .then({ type: 'TripDeleted', data: { tripId: 'trip', guestIds: ['gina', 'greg'] } })
  })

  it('Every command on a deleted trip is not found, also when the deletion is the only event left in the log', () => {
    for (const gone of [
      givenTrip(invited(ben), tripEvents.deleted),
      given(tripStreamType, tripEvents.deleted),
    ])
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
