// Loads the data of a trip's tab that is about to be opened.

import { listTripChats } from '#core/chat/contract.ts'
import { getItinerary } from '#core/itinerary/contract.ts'
import { getBalances, getExpenseSummary, getPool, getSettlement, listExpenses } from '#core/money/contract.ts'
import { allParticipants, listGuests } from '#core/trips/contract.ts'
import { prefetchQuery } from '#web/platform/queries.ts'

/** By the tab's id. */
export const prefetches = {
  itinerary: (tripId: string) => prefetchQuery(getItinerary, { tripId }),
  chat: (tripId: string) => prefetchQuery(listTripChats, { tripId }),
  expenses(tripId: string) {
    prefetchQuery(getBalances, { tripId })
    prefetchQuery(getExpenseSummary, { tripId })
    prefetchQuery(listExpenses, { tripId })
  },
  participants(tripId: string) {
    prefetchQuery(allParticipants, { tripId })
    prefetchQuery(listGuests, { tripId })
  },
  money(tripId: string) {
    prefetchQuery(getPool, { tripId })
    prefetchQuery(getBalances, { tripId })
    prefetchQuery(getSettlement, { tripId }, { poolBalanceHandling: 'distributed' })
  },
}
