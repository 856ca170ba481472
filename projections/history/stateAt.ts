// Builds the trip at one moment, with the functions that build the responses for the present trip.

import { compareItems, itemResponses } from '#core/itinerary/toResponse.ts'
import type { ExpenseResponse } from '#core/money/responses.ts'
import { byNewestExpense, expenseResponses, toPoolResponse } from '#core/money/toResponse.ts'
import { toBalanceResponses, toSettlementResponse } from '#core/money/toSettlementResponse.ts'
import { rosterOf } from '#core/money/roster.ts'
import { settle } from '#core/money/settlement.ts'
import { relationOf } from '#core/trips/access.ts'
import { toParticipantResponse, toTripResponse } from '#core/trips/toResponse.ts'
import type { Trip } from '#core/trips/trip.ts'
import type { TripStateResponse } from '#core/history/contract.ts'
import { flattenChunks } from '#projections/platform/chunks.ts'
import type { TripDocuments } from '#projections/replica/tripDocuments.ts'

interface Reader {
  /** The reader. */
  userId: string
  /** Of users only: guests' contact details are not part of the history. */
  emailOf(userId: string): string | null
}

type Moment = TripDocuments & { trip: Trip }

/** @throws SettlementDoesNotAddUp rather than return a sum that is off by a cent */
export const tripStateOf = (docs: Moment, asking: Reader): TripStateResponse => ({
  ...stateWithoutExpenses(docs, asking),
  expenses: [...expensesOf(docs)],
})

/** Newest first, each built when it is read: all at once can be hundreds of megabytes. */
export function* expensesOf({ expenses, trip }: Moment): Generator<ExpenseResponse> {
  const present = expenseResponses(trip)
  for (const record of flattenChunks(expenses).sort(byNewestExpense)) yield present(record)
}

/** @throws SettlementDoesNotAddUp rather than return a sum that is off by a cent */
export function stateWithoutExpenses(
  docs: Moment,
  { userId, emailOf }: Reader,
): Omit<TripStateResponse, 'expenses'> {
  const { trip, balances } = docs
  const { ledger } = balances
  const currency = balances.currency ?? trip.details.currency
  const settled = settle({ ledger, people: rosterOf(trip), mode: 'distributed', currency })
  const expenses = flattenChunks(docs.expenses)
  const relation = relationOf(trip, userId)
  return {
    trip: {
      ...toTripResponse(trip, userId, balances.currency),
      userRole: relation === 'none' || relation === 'former' ? null : relation,
    },
    participants: {
      users: trip.participants.map((participant) =>
        toParticipantResponse(participant, emailOf(participant.id)),
      ),
      guests: trip.guests.map(({ id, name, role }) => ({ id, name, email: null, phone: null, role })),
    },
    itinerary: {
      id: trip.id,
      items: flattenChunks(docs.activities).map(itemResponses(trip)).sort(compareItems),
    },
    balances: toBalanceResponses(trip, ledger, currency),
    pool: toPoolResponse(
      { balance: ledger.poolBalance, currency, contributions: flattenChunks(docs.contributions), expenses },
      trip,
      userId,
    ),
    settlement: toSettlementResponse(trip, settled, currency),
  }
}
