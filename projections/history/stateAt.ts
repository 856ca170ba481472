// The trip at one moment in the shapes of api.md, said by the presenters of the calls that tell it as it is now.

import { byPlace, itemPresenter } from '#core/itinerary/present.ts'
import type { ExpenseAnswer } from '#core/money/answers.ts'
import { byNewestExpense, expensePresenter, presentPool } from '#core/money/present.ts'
import { presentBalances, presentSettlement } from '#core/money/presentSettlement.ts'
import { rosterOf } from '#core/money/roster.ts'
import { settle } from '#core/money/settlement.ts'
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

type Moment = TripDocs & { trip: Trip }

/** @throws SettlementDoesNotAddUp rather than answer with a sum that is off by a cent. */
export const stateOf = (docs: Moment, asking: Asking): TripState => ({
  ...stateWithoutExpenses(docs, asking),
  expenses: [...expensesOf(docs)],
})

/** Newest first, each presented when its turn comes: all of them at once can be hundreds of megabytes. */
export function* expensesOf({ expenses, trip }: Moment): Generator<ExpenseAnswer> {
  const present = expensePresenter(trip)
  for (const record of itemsOf(expenses).sort(byNewestExpense)) yield present(record)
}

/** @throws SettlementDoesNotAddUp rather than answer with a sum that is off by a cent. */
export function stateWithoutExpenses(docs: Moment, { userId, emailOf }: Asking): Omit<TripState, 'expenses'> {
  const { trip, balances } = docs
  const { ledger } = balances
  const currency = balances.currency ?? trip.details.currency
  const settled = settle({ ledger, people: rosterOf(trip), mode: 'distributed', currency })
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
    balances: presentBalances(trip, ledger, currency),
    pool: presentPool(
      { balance: ledger.poolBalance, currency, contributions: itemsOf(docs.contributions), expenses },
      trip,
      userId,
    ),
    settlement: presentSettlement(trip, settled, currency),
  }
}
