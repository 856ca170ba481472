// The people of a trip from its replica. Their contact details are queries of their own, because the replica holds none.

import type { GuestRecord } from '#core/trips/guestRecords.ts'
import type { Participant } from '#core/trips/trip.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'

export const userRecords = ({ trip }: ExistingTrip): readonly Participant[] => trip.participants

export const guestRecords = ({ trip }: ExistingTrip): readonly GuestRecord[] => trip.guests
