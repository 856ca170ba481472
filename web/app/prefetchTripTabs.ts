// Loads the data of a trip's tab that is about to be opened.

import { listTripChats } from '#core/chat/contract.ts'
import { getItinerary } from '#core/itinerary/contract.ts'
import { getBalances, getExpenseSummary, getPool, getSettlement, listExpenses } from '#core/money/contract.ts'
import { allParticipants, listGuests } from '#core/trips/contract.ts'
import { prefetchQuery } from '#web/platform/queries.ts'

export function prefetchItineraryTab(tripId: string): void {
  prefetchQuery(getItinerary, { tripId })
}

export function prefetchChatTab(tripId: string): void {
  prefetchQuery(listTripChats, { tripId })
}

export function prefetchExpensesTab(tripId: string): void {
  prefetchQuery(getBalances, { tripId })
  prefetchQuery(getExpenseSummary, { tripId })
  prefetchQuery(listExpenses, { tripId })
}

export function prefetchParticipantsTab(tripId: string): void {
  prefetchQuery(allParticipants, { tripId })
  prefetchQuery(listGuests, { tripId })
}

export function prefetchMoneyTab(tripId: string): void {
  prefetchQuery(getPool, { tripId })
  prefetchQuery(getBalances, { tripId })
  prefetchQuery(getSettlement, { tripId }, { poolBalanceHandling: 'distributed' })
}
