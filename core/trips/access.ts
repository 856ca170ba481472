// Who may do what on a trip, read from the trip's own stream: existence and relation first, then role.

import type { Refusal } from '#core/kernel/decider.ts'
import { accessDenied, notFound } from '#core/kernel/refusals.ts'
import type { Trip, TripState } from '#core/trips/trip.ts'
import type { TripEvent, TripRole } from '#core/trips/events.ts'

export type Relation = TripRole | 'former' | 'none'

/** `former` was on the trip and left. */
export function relationOf(trip: Trip, userId: string): Relation {
  const role = trip.participants.find(({ id }) => id === userId)?.role
  if (role) return role
  return trip.formerUsers.some(({ id }) => id === userId) ? 'former' : 'none'
}

export const participants: readonly TripRole[] = ['organizer', 'co_organizer', 'member']
export const editors: readonly TripRole[] = ['organizer', 'co_organizer']
export const organizerOnly: readonly TripRole[] = ['organizer']

/** Who asks to join and what they say is between them and the organizer; that somebody was let in is everybody's. */
const betweenTwo: readonly string[] = [
  'JoinRequestMade',
  'JoinRequestDeclined',
  'JoinRequestCancelled',
] satisfies readonly TripEvent['type'][]

/** Which of a trip's people hear of an event. */
export const audienceOf = (event: string): readonly TripRole[] =>
  betweenTwo.includes(event) ? organizerOnly : participants

/** Whether this person hears of an event of the trip. */
export function isInAudience(event: string, trip: Trip, userId: string): boolean {
  const relation = relationOf(trip, userId)
  return relation !== 'former' && relation !== 'none' && audienceOf(event).includes(relation)
}

/**
 * A stranger gets the same 404 for a private trip as for none; whoever has a tie but not the right gets 403, and so
 * does a stranger of a public trip.
 */
export function authorizeOnTrip(
  { trip }: TripState,
  userId: string,
  roles: readonly TripRole[] = participants,
): Refusal | null {
  if (!trip || trip.deleted) return notFound()
  const relation = relationOf(trip, userId)
  if (relation === 'none') return trip.details.isPublic ? accessDenied() : notFound()
  return relation !== 'former' && roles.includes(relation) ? null : accessDenied()
}
