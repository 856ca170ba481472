// What each tab of a trip will show, read while the finger is still on its way.

import { listTripChats } from '#core/chat/contract.ts'
import { getItinerary } from '#core/itinerary/contract.ts'
import { getBalances, getExpenseSummary, getPool, getSettlement, listExpenses } from '#core/money/contract.ts'
import { allParticipants, listGuests } from '#core/trips/contract.ts'
import { prefetchDocument } from '#web/platform/documents.ts'

export function readItineraryTab(tripId: string): void {
  prefetchDocument(getItinerary, { tripId })
}

export function readChatTab(tripId: string): void {
  prefetchDocument(listTripChats, { tripId })
}

export function readExpensesTab(tripId: string): void {
  prefetchDocument(getBalances, { tripId })
  prefetchDocument(getExpenseSummary, { tripId })
  prefetchDocument(listExpenses, { tripId })
}

export function readParticipantsTab(tripId: string): void {
  prefetchDocument(allParticipants, { tripId })
  prefetchDocument(listGuests, { tripId })
}

export function readMoneyTab(tripId: string): void {
  prefetchDocument(getPool, { tripId })
  prefetchDocument(getBalances, { tripId })
  prefetchDocument(getSettlement, { tripId }, { poolBalanceHandling: 'distributed' })
}
