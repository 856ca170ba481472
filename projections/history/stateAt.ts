// Builds the trip at one moment, with the functions that build the responses for the present trip.

import { participantsOf } from '#core/money/expenseParticipants.ts'
import type { ExpenseWithParticipants } from '#core/money/responses.ts'
import { expenseResponses } from '#core/money/toResponse.ts'
import { relationOf } from '#core/trips/visibility.ts'
import { toParticipantResponse } from '#core/trips/toResponse.ts'
import type { TripStateResponse } from '#core/history/contract.ts'
import { expenseRecords } from '#projections/replica/moneyRecords.ts'
import { balancesResponse, poolResponse, settlementResponse } from '#projections/replica/moneyResponses.ts'
import { resolvedDocuments } from '#projections/replica/resolvedDocuments.ts'
import { type ExistingTrip, itineraryResponse, tripResponse } from '#projections/replica/tripResponses.ts'

interface Reader {
  /** The reader. */
  userId: string
  /** Of users only: guests' contact details are not part of the history. */
  emailOf(userId: string): string | null
}

/** @throws SettlementDoesNotAddUp rather than return a sum that is off by a cent */
export const tripStateOf = (docs: ExistingTrip, asking: Reader): TripStateResponse => ({
  ...stateWithoutExpenses(docs, asking),
  expenses: [...expensesOf(docs)],
})

/** Newest first, each built when it is read: all at once can be hundreds of megabytes. */
export function* expensesOf(documents: ExistingTrip): Generator<ExpenseWithParticipants> {
  const docs = resolvedDocuments(documents)
  const toResponse = expenseResponses(docs.trip)
  const withParticipants = participantsOf(docs.trip, null)
  for (const record of expenseRecords(docs)) yield withParticipants(toResponse(record))
}

/** @throws SettlementDoesNotAddUp rather than return a sum that is off by a cent */
export function stateWithoutExpenses(
  documents: ExistingTrip,
  { userId, emailOf }: Reader,
): Omit<TripStateResponse, 'expenses'> {
  const docs = resolvedDocuments(documents)
  const { trip } = docs
  const relation = relationOf(trip, userId)
  return {
    trip: {
      ...tripResponse(docs, userId),
      userRole: relation === 'none' || relation === 'former' ? null : relation,
    },
    participants: {
      users: trip.participants.map((participant) =>
        toParticipantResponse(trip, participant, emailOf(participant.id)),
      ),
      guests: trip.guests.map(({ id, name, role }) => ({ id, name, email: null, phone: null, role })),
    },
    itinerary: itineraryResponse(docs),
    balances: balancesResponse(docs),
    pool: poolResponse(docs, userId),
    settlement: settlementResponse(docs, 'distributed'),
  }
}
