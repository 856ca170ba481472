// Undoes a change of a trip's people with the command that does the opposite, so its rules hold for the undo, too. Who is
// no longer on the trip is invited again, and answers again.

import { shownName } from '#core/kernel/personName.ts'
import { type Decision, refuse, type Refusal } from '#core/kernel/decider.ts'
import { isolateBidi } from '#core/kernel/isolateBidi.ts'
import { notFound } from '#core/kernel/refusals.ts'
import { changedSince, changedSinceAdded, isUnchanged, removedSince, type UndoOf } from '#core/kernel/undo.ts'
import type { TripCommand } from '#core/trips/commands.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { TripEvent, TripUser } from '#core/trips/events.ts'
import type { Trip, TripState } from '#core/trips/trip.ts'

/** The changes of people that can be undone. */
export type PeopleChange = Extract<
  TripEvent,
  {
    type:
      | 'ParticipantInvited'
      | 'InvitationAccepted'
      | 'InvitationDeclined'
      | 'InvitationCancelled'
      | 'JoinRequestAccepted'
      | 'JoinRequestDeclined'
      | 'JoinedByLink'
      | 'ParticipantRoleChanged'
      | 'OrganizerHandedOver'
      | 'ParticipantLeft'
      | 'ParticipantRemoved'
      | 'GuestAdded'
      | 'GuestChanged'
      | 'GuestRemoved'
      | 'GuestRestored'
      | 'GuestClaimed'
      | 'GuestClaimUndone'
  }
>

export interface UndoPeople extends UndoOf<PeopleChange> {
  type: 'UndoPeople'
  by: TripUser
  newId: string
  /** Why the person cannot be invited again; null where they can, or need not be. */
  notInvited: string | null
  /** What names the person of a claim and was recorded since then; null for nothing. */
  moneySince: string | null
}

/** At most one event, or none where it is undone already. */
export function undoPeople(command: UndoPeople, state: TripState): Decision<TripEvent> {
  if (!state.trip || state.trip.deleted) return notFound()
  const inverse = inverseOf(state.trip, command)
  if (inverse === null) return []
  return 'refused' in inverse ? inverse : tripStreamType.decide(inverse, state)
}

/** The command that does the opposite; null where it is undone already. */
function inverseOf(
  trip: Trip,
  { change, anyway, laterBy, by, newId, notInvited, moneySince }: UndoPeople,
): TripCommand | Refusal | null {
  const on = (user: TripUser) => trip.participants.find(({ id }) => id === user.id)
  switch (change.type) {
    case 'ParticipantInvited':
    case 'InvitationAccepted':
    case 'JoinRequestAccepted':
    case 'JoinedByLink': {
      const { user } = change.data
      if (!on(user)) return removedSince(shownName(user), laterBy)
      if (laterBy !== null) return changedSinceAdded(shownName(user), laterBy)
      if (change.type === 'ParticipantInvited')
        return { type: 'CancelInvitation', invitationId: change.data.invitationId }
      return { type: by.id === user.id ? 'LeaveTrip' : 'RemoveParticipant', userId: user.id }
    }
    case 'InvitationDeclined':
    case 'InvitationCancelled':
    case 'JoinRequestDeclined':
    case 'ParticipantLeft':
    case 'ParticipantRemoved': {
      const { user } = change.data
      if (on(user)) return null
      if (notInvited !== null)
        return refuse('CannotBeInvited', { message: `${shownName(user)} cannot be invited: ${notInvited}` })
      const { was: role } = 'was' in change.data ? change.data : {}
      return { type: 'InviteToTrip', users: [user], by, newId, ...(role && { role }) }
    }
    case 'ParticipantRoleChanged': {
      const { user, role, was } = change.data
      const now = on(user)
      if (!now) return removedSince(shownName(user), laterBy)
      if (!anyway && now.role !== role) return changedSince(shownName(user), laterBy)
      return { type: 'ChangeRole', userId: user.id, role: was }
    }
    case 'OrganizerHandedOver': {
      const { from, to, was } = change.data
      if (on(to)?.role !== 'organizer') return changedSince('The organizer', laterBy)
      return { type: 'HandOverTrip', to: from.id, role: was ?? 'co_organizer' }
    }
    case 'GuestRemoved': {
      const { id: guestId } = change.data.guest
      if (trip.guests.some(({ id }) => id === guestId)) return null
      return { type: 'RestoreGuest', guestId, contactId: newId }
    }
    case 'GuestClaimed': {
      const { claimId, guest, user } = change.data
      if (!trip.claimedGuests.some((claimed) => claimed.claimId === claimId)) return null
      if (moneySince === null) return { type: 'UndoGuestClaim', claimId, contactId: newId }
      const [what, who, whom] = [moneySince, shownName(user), guest.name].map(isolateBidi)
      return refuse('MoneySinceClaim', {
        message: `“${what}” names ${who} and was recorded since, so ${who} stays the guest ${whom}. Delete it first.`,
      })
    }
    case 'GuestClaimUndone': {
      const { claimId, guest, user } = change.data
      if (trip.claimedGuests.some((claimed) => claimed.claimId === claimId)) return null
      if (!on(user)) return removedSince(shownName(user), laterBy)
      // They had the claim, so nothing else is asked of the guest.
      return { type: 'ClaimGuest', claimId, guestId: guest.id, user, hasMoney: true }
    }
    case 'GuestAdded':
    case 'GuestChanged':
    case 'GuestRestored':
      return inverseForGuest(trip, { change, anyway, laterBy })
  }
}

type GuestChange = Extract<PeopleChange, { type: 'GuestAdded' | 'GuestChanged' | 'GuestRestored' }>

function inverseForGuest(
  { guests }: Trip,
  { change, anyway, laterBy }: UndoOf<GuestChange>,
): TripCommand | Refusal | null {
  const { guest: after } = change.data
  const record = guests.find(({ id }) => id === after.id)
  if (!record) return removedSince(after.name, laterBy)
  const now = { name: record.name, role: record.role }
  const isAsAfter = isUnchanged(now, { name: after.name, role: after.role })
  if (change.type !== 'GuestChanged')
    return isAsAfter ? { type: 'RemoveGuest', guestId: after.id } : changedSinceAdded(record.name, laterBy)
  const before = { name: change.data.was.name, role: change.data.was.role }
  if (!anyway && !isAsAfter) return changedSince(record.name, laterBy)
  return isUnchanged(now, before)
    ? null
    : { type: 'ChangeGuest', guestId: after.id, changes: before, changesContact: false }
}
