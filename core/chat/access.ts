// Checks who may take part in a conversation: its own people, or for a trip chat the trip's, both from their own
// streams.

import { type Refusal, refuse } from '#core/kernel/decider.ts'
import { accessDenied, notFound } from '#core/kernel/refusals.ts'
import { firstSeqFor, type Membership } from '#core/chat/membership.ts'
import type { TripState } from '#core/trips/trip.ts'
import { authorizeOnTrip } from '#core/trips/access.ts'
import { editorRoles, relationOf } from '#core/trips/visibility.ts'

/**
 * 404 for outsiders, as for no conversation; 403 for people who were in it.
 * @param trip of a trip chat; null otherwise
 * @param seq of the message that they want to read: those from before their time are not found
 */
export function authorizeInConversation(
  membership: Membership,
  trip: TripState | null,
  userId: string,
  seq = Infinity,
): Refusal | null {
  const { conversation, isDeleted } = membership
  if (!conversation || isDeleted) return notFound()
  if (conversation.people)
    return conversation.people.some(({ id }) => id === userId) && seq >= firstSeqFor(membership, userId)
      ? null
      : notFound()
  if (!trip?.trip || trip.trip.deleted) return notFound()
  const relation = relationOf(trip.trip, userId)
  if (relation === 'none') return notFound()
  return relation === 'former' ? accessDenied() : null
}

/** @param otherId whom it is about: everybody may leave, and its organizer changes all else */
export function authorizeToChangeGroup(
  membership: Membership,
  trip: TripState | null,
  userId: string,
  otherId?: string,
): Refusal | null {
  const refusal = authorizeInConversation(membership, trip, userId)
  if (refusal) return refusal
  const { type, createdBy } = membership.conversation!
  if (type !== 'group') return refuse('NotAGroup')
  return createdBy === userId || otherId === userId ? null : refuse('NotTheOrganizer')
}

export interface Mentionable {
  ids: readonly string[]
  /** The person may mention everybody. */
  all: boolean
}

/** Whom a person may mention. */
export const mentionableBy = (
  membership: Membership,
  trip: TripState | null,
  userId: string,
): Mentionable => ({
  ids: peopleIn(membership, trip),
  all: trip?.trip
    ? editorRoles.includes(trip.trip.participants.find(({ id }) => id === userId)?.role ?? 'member')
    : membership.conversation?.createdBy === userId,
})

/** For a trip chat addressed by its trip: a chat of another trip is not found. */
export function authorizeOnTripChat(
  { conversation, isDeleted }: Membership,
  trip: TripState,
  { userId, tripId, toChange }: { userId: string; tripId: string; toChange: boolean },
): Refusal | null {
  const refusal = authorizeOnTrip(trip, userId)
  if (refusal) return refusal
  if (!conversation || isDeleted || conversation.tripId !== tripId) return notFound('Trip chat not found')
  if (!toChange || conversation.createdBy === userId) return null
  return relationOf(trip.trip!, userId) === 'member' ? accessDenied() : null
}

/** The people in it now who may read this message; none when it or its trip is deleted. */
export function peopleIn(membership: Membership, trip: TripState | null, seq = Infinity): string[] {
  const { conversation, isDeleted } = membership
  if (!conversation || isDeleted) return []
  const people = conversation.people ?? (trip?.trip?.deleted ? [] : (trip?.trip?.participants ?? []))
  return people.map(({ id }) => id).filter((id) => firstSeqFor(membership, id) <= seq)
}
