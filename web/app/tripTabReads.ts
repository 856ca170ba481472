// What each tab of a trip will show, read while the finger is still on its way.

import { listTripChats } from '#core/chat/contract.ts'
import { getItinerary } from '#core/itinerary/contract.ts'
import { getBalances, getExpenseSummary, getPool, getSettlement, listExpenses } from '#core/money/contract.ts'
import { allParticipants, listGuests } from '#core/trips/contract.ts'
import { prefetchQuery } from '#web/platform/queries.ts'

export function readItineraryTab(tripId: string): void {
  prefetchQuery(getItinerary, { tripId })
}

export function readChatTab(tripId: string): void {
  prefetchQuery(listTripChats, { tripId })
}

export function readExpensesTab(tripId: string): void {
  prefetchQuery(getBalances, { tripId })
  prefetchQuery(getExpenseSummary, { tripId })
  prefetchQuery(listExpenses, { tripId })
}

export function readParticipantsTab(tripId: string): void {
  prefetchQuery(allParticipants, { tripId })
  prefetchQuery(listGuests, { tripId })
}

export function readMoneyTab(tripId: string): void {
  prefetchQuery(getPool, { tripId })
  prefetchQuery(getBalances, { tripId })
  prefetchQuery(getSettlement, { tripId }, { poolBalanceHandling: 'distributed' })
}
