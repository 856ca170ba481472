// Builds the responses of trips from their folded state.

import { shownName } from '#core/kernel/personName.ts'
import { toMajor, type CurrencyCode } from '#core/kernel/money.ts'
import { nameOnTrip } from '#core/trips/names.ts'
import { relationOf } from '#core/trips/visibility.ts'
import type { GuestRecord } from '#core/trips/guestRecords.ts'
import { pendingRequestOf, type InvitationRecord, type Participant, type Trip } from '#core/trips/trip.ts'
import type {
  GuestResponse,
  Invitation,
  ReducedTrip,
  TripResponse,
  UserParticipant,
} from '#core/trips/responses.ts'
import type { GuestContact, TripRole, TripUser } from '#core/trips/events.ts'

/** A trip for one of its participants. @param inUse the currency of its money; null when there is none */
export function toTripResponse(trip: Trip, userId: string, inUse: CurrencyCode | null = null): TripResponse {
  const { details } = trip
  return {
    id: trip.id,
    ...details,
    currency: inUse ?? details.currency,
    budget: details.budget === null ? null : toMajor(details.budget, details.currency),
    userRole: relationOf(trip, userId) as TripRole,
    participants: trip.participants.map((user) => ({
      id: user.id,
      role: user.role,
      user: toUserResponse(user, trip),
    })),
    guestCount: trip.guests.length,
    guests: trip.guests.map(({ id, name }) => ({ id, name })),
    itineraries: [{ id: trip.id }],
    createdAt: trip.createdAt,
    updatedAt: trip.updatedAt,
    revision: trip.revision,
  }
}

/** A public trip for somebody who is not on it. */
export function toReducedTripResponse(trip: Trip, userId: string): ReducedTrip {
  const { title, description, destination, startDate, endDate, status, isPublic } = trip.details
  const organizer = trip.participants.find(({ role }) => role === 'organizer')
  return {
    id: trip.id,
    title,
    description,
    destination,
    startDate,
    endDate,
    status,
    isPublic,
    userRole: null,
    organizer: { username: organizer ? shownName(organizer) : '' },
    participantCount: trip.participants.length,
    joinRequest: pendingRequestOf(trip, userId) ? 'pending' : null,
  }
}

/** As others see the person: `username` is the shown name. */
export const toUserResponse = (user: TripUser, trip: Pick<Trip, 'participants' | 'guests'>) => ({
  id: user.id,
  username: nameOnTrip(trip, user),
})

export function toParticipantResponse(trip: Trip, user: Participant, email: string | null): UserParticipant {
  return { id: user.id, name: nameOnTrip(trip, user), role: user.role, email }
}

/** @param seesNotes true for organizer and co-organizers */
export function toGuestResponse(
  guest: GuestRecord,
  contact: GuestContact,
  seesNotes: boolean,
): GuestResponse {
  const { addedBy, contactId: _, ...named } = guest
  const { email, phone, notes } = contact
  return {
    ...named,
    email,
    phone,
    ...(seesNotes && { notes }),
    addedByUser: { id: addedBy.id, username: shownName(addedBy) },
  }
}

/** A cancelled invitation, which no list shows (docs/decisions/0007), becomes a declined one. */
export function toInvitationResponse(trip: Trip, invitation: InvitationRecord): Invitation {
  const { title, destination, startDate, endDate } = trip.details
  return {
    id: invitation.id,
    direction: invitation.direction,
    status: invitation.status === 'cancelled' ? 'declined' : invitation.status,
    response: invitation.status === 'accepted' || invitation.status === 'declined' ? invitation.status : null,
    trip: { id: trip.id, title, destination, startDate, endDate },
    user: toUserResponse(invitation.user, trip),
    invitedBy: invitation.direction === 'invite' ? toUserResponse(invitation.invitedBy, trip) : null,
    message: invitation.direction === 'request' ? invitation.message : null,
    createdAt: invitation.createdAt,
    respondedAt: invitation.respondedAt,
  }
}
