// From what is folded to what is told: the shapes of api.md.

import type { CurrencyCode } from '#core/kernel/money.ts'
import { toMajor } from '#core/kernel/money.ts'
import { relationOf } from '#core/trips/access.ts'
import { pendingRequestOf } from '#core/trips/trip.ts'
import type {
  GuestResponse,
  Invitation,
  ReducedTrip,
  TripResponse,
  UserParticipant,
} from '#core/trips/responses.ts'
import type { GuestContact, TripRole } from '#core/trips/events.ts'
import type { GuestRecord, InvitationRecord, Participant, Trip } from '#core/trips/trip.ts'

/**
 * A trip as one of its participants sees it.
 * @param inUse the currency of its money, which is the trip's once there is any
 */
export function toTripResponse(trip: Trip, userId: string, inUse: CurrencyCode | null = null): TripResponse {
  const { details } = trip
  return {
    id: trip.id,
    ...details,
    currency: inUse ?? details.currency,
    budget: details.budget === null ? null : toMajor(details.budget, details.currency),
    userRole: relationOf(trip, userId) as TripRole,
    participants: trip.participants.map(({ id, username, role }) => ({ id, role, user: { id, username } })),
    guestCount: trip.guests.length,
    itineraries: [{ id: trip.id }],
    createdAt: trip.createdAt,
    updatedAt: trip.updatedAt,
    revision: trip.revision,
  }
}

/** A public trip as somebody else sees it. */
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
    organizer: { username: organizer?.username ?? '' },
    participantCount: trip.participants.length,
    joinRequest: pendingRequestOf(trip, userId) ? 'pending' : null,
  }
}

export function toParticipantResponse(
  { id, username, role }: Participant,
  email: string | null,
): UserParticipant {
  return { id, name: username, role, email }
}

/** @param seesNotes organizer and co_organizer do. */
export function toGuestResponse(
  guest: GuestRecord,
  contact: GuestContact,
  seesNotes: boolean,
): GuestResponse {
  const { id, name, role, addedBy, createdAt, revision } = guest
  const { email, phone, notes } = contact
  return {
    id,
    name,
    email,
    phone,
    role,
    ...(seesNotes ? { notes } : {}),
    addedByUser: addedBy,
    createdAt,
    revision,
  }
}

/** A cancelled one, which no list shows (docs/decisions/0007), is told as declined. */
export function toInvitationResponse(trip: Trip, sent: InvitationRecord): Invitation {
  const { title, destination, startDate, endDate } = trip.details
  return {
    id: sent.id,
    direction: sent.direction,
    status: sent.status === 'cancelled' ? 'declined' : sent.status,
    response: sent.status === 'accepted' || sent.status === 'declined' ? sent.status : null,
    trip: { id: trip.id, title, destination, startDate, endDate },
    user: sent.user,
    invitedBy: sent.direction === 'invite' ? sent.invitedBy : null,
    message: sent.direction === 'request' ? sent.message : null,
    createdAt: sent.createdAt,
    respondedAt: sent.respondedAt,
  }
}
