// The trip at one moment in the shapes of api.md, said by the presenters of the calls that tell it as it is now.

import { byPlace, itemPresenter } from '#core/itinerary/present.ts'
import { byNewestExpense, expensePresenter, presentPool } from '#core/money/present.ts'
import { presentBalances, presentSettlement } from '#core/money/presentSettlement.ts'
import { relationOf } from '#core/trips/access.ts'
import { presentParticipant, presentTrip } from '#core/trips/present.ts'
import type { Trip } from '#core/trips/trip.ts'
import type { TripState } from '#core/history/contract.ts'
import { itemsOf } from '#projections/platform/chunks.ts'
import type { TripDocs } from '#projections/history/tripDocs.ts'

interface Asking {
  /** Who looks. */
  userId: string
  /** Of users only: a guest's contact details are no part of history. */
  emailOf(userId: string): string | null
}

/** @throws SettlementDoesNotAddUp rather than answer with a sum that is off by a cent. */
export function stateOf(docs: TripDocs & { trip: Trip }, { userId, emailOf }: Asking): TripState {
  const { trip, balances } = docs
  const { ledger } = balances
  const currency = balances.currency ?? trip.details.currency
  const expenses = itemsOf(docs.expenses)
  const relation = relationOf(trip, userId)
  return {
    trip: {
      ...presentTrip(trip, userId, balances.currency),
      userRole: relation === 'none' || relation === 'former' ? null : relation,
    },
    participants: {
      users: trip.participants.map((one) => presentParticipant(one, emailOf(one.id))),
      guests: trip.guests.map(({ id, name, role }) => ({ id, name, email: null, phone: null, role })),
    },
    itinerary: {
      id: trip.id,
      items: itemsOf(docs.activities).map(itemPresenter(trip)).sort(byPlace),
    },
    expenses: expenses.map(expensePresenter(trip)).sort(byNewestExpense),
    balances: presentBalances(trip, ledger, currency),
    pool: presentPool(
      { balance: ledger.poolBalance, currency, contributions: itemsOf(docs.contributions), expenses },
      trip,
      userId,
    ),
    settlement: presentSettlement(trip, ledger, currency, 'distributed'),
  }
}
