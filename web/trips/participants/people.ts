// The people of a trip from its replica. Their contact details are queries of their own, because the replica holds none.

import type { UserParticipant } from '#core/trips/responses.ts'
import { toParticipantResponse } from '#core/trips/toResponse.ts'
import type { GuestRecord } from '#core/trips/guestRecords.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'

export const userRecords = ({ trip }: ExistingTrip): readonly UserParticipant[] =>
  trip.participants.map((user) => toParticipantResponse(trip, user, null))

export const guestRecords = ({ trip }: ExistingTrip): readonly GuestRecord[] => trip.guests
