// How a user is related to a trip, and which of its events and invitations they may see.

import type { DomainEvent } from '#core/kernel/decider.ts'
import type { InvitationRecord, Trip } from '#core/trips/trip.ts'
import type { TripEvent, TripRole } from '#core/trips/events.ts'

export type Relation = TripRole | 'former' | 'none'

/** `former`: was on the trip, and left or was removed. */
export function relationOf(trip: Trip, userId: string): Relation {
  const role = trip.participants.find(({ id }) => id === userId)?.role
  if (role) return role
  return trip.formerUsers.some(({ id }) => id === userId) ? 'former' : 'none'
}

export const isOnTrip = (trip: Trip, userId: string): boolean =>
  trip.participants.some(({ id }) => id === userId)

export const participantRoles: readonly TripRole[] = ['organizer', 'co_organizer', 'member']
export const editorRoles: readonly TripRole[] = ['organizer', 'co_organizer']
export const organizerOnly: readonly TripRole[] = ['organizer']

/** A request to join is visible to its sender and the organizer only; that somebody joined is visible to everybody. */
const privateEvents: readonly string[] = [
  'JoinRequestMade',
  'JoinRequestDeclined',
  'JoinRequestCancelled',
] satisfies readonly TripEvent['type'][]

export const audienceOf = (eventType: string): readonly TripRole[] =>
  privateEvents.includes(eventType) ? organizerOnly : participantRoles

export function isInAudience(event: string, trip: Trip, userId: string): boolean {
  const relation = relationOf(trip, userId)
  return relation !== 'former' && relation !== 'none' && audienceOf(event).includes(relation)
}

/**
 * Invitations and requests are between the organizer and their person. They contain the trip's current title, destination
 * and dates, so a private trip shows them to people on the trip only, which a person with a pending invitation is.
 */
export function isInvitationVisible(trip: Trip, { user }: InvitationRecord, userId: string): boolean {
  if (relationOf(trip, userId) === 'organizer') return true
  return user.id === userId && (trip.details.isPublic || isOnTrip(trip, userId))
}

/**
 * Whether the event adds this user to the trip, makes them its organizer, or ends that role. It changes which of the
 * earlier invitations and join requests they may see.
 */
export function changesVisibility(event: DomainEvent, userId: string): boolean {
  const { type, data } = event as TripEvent
  switch (type) {
    case 'ParticipantInvited':
    case 'JoinRequestAccepted':
    case 'JoinedByLink':
      return data.user.id === userId
    case 'OrganizerHandedOver':
      return data.from.id === userId || data.to.id === userId
    default:
      return false
  }
}
