// Checks who may do what on a trip, from the trip's own stream: existence and relation first, then role.

import type { Refusal } from '#core/kernel/decider.ts'
import { accessDenied, notFound } from '#core/kernel/refusals.ts'
import type { TripRole } from '#core/trips/events.ts'
import type { TripState } from '#core/trips/trip.ts'
import { participantRoles, relationOf } from '#core/trips/visibility.ts'

/**
 * A stranger gets 404 for a private trip, as for none. People with a relation but without the role get 403, and so do
 * strangers of a public trip.
 */
export function authorizeOnTrip(
  { trip }: TripState,
  userId: string,
  roles: readonly TripRole[] = participantRoles,
): Refusal | null {
  if (!trip || trip.deleted) return notFound()
  const relation = relationOf(trip, userId)
  if (relation === 'none') return trip.details.isPublic ? accessDenied() : notFound()
  return relation !== 'former' && roles.includes(relation) ? null : accessDenied()
}
