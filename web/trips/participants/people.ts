// The people of a trip from its replica, and what their rows say of them. Their contact details are queries of their own,
// because the replica holds none.

import { peopleOfExpense } from '#core/money/signedAmount.ts'
import { pendingClaims } from '#core/trips/guestClaims.ts'
import type { UserParticipant } from '#core/trips/responses.ts'
import { toParticipantResponse } from '#core/trips/toResponse.ts'
import type { GuestRecord } from '#core/trips/guestRecords.ts'
import { flattenChunks } from '#projections/platform/chunks.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'

export const userRecords = ({ trip }: ExistingTrip): readonly UserParticipant[] =>
  trip.participants.map((user) => toParticipantResponse(trip, user, null))

export const guestRecords = ({ trip }: ExistingTrip): readonly GuestRecord[] => trip.guests

/** The ids of those who came by a link. */
export const joinedByLink = ({ trip }: ExistingTrip): readonly string[] =>
  trip.inviteLinks.flatMap(({ joined }) => joined.map(({ userId }) => userId))

/** The claims that wait for the organizer. */
export const openClaims = ({ trip }: ExistingTrip) =>
  pendingClaims(trip).map(({ guestId, user }) => ({ guestId, userId: user.id }))

/** Of each person: how many expenses name them. */
export function expenseCounts({ expenses }: ExistingTrip<'expenses'>): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const expense of flattenChunks(expenses))
    for (const id of new Set(peopleOfExpense(expense).map((person) => person.id)))
      counts[id] = (counts[id] ?? 0) + 1
  return counts
}
