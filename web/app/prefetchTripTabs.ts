// Loads the data of a trip's tab that is about to be opened, besides the replica of the trip.

import { listTripChats } from '#core/chat/tripChatContract.ts'
import { allParticipants, listGuests } from '#core/trips/contract.ts'
import { prefetchQuery } from '#web/platform/queries/queries.ts'

/** Tab id → prefetch of its data. */
export const prefetches = {
  chat: (tripId: string) => prefetchQuery(listTripChats, { tripId }),
  participants(tripId: string) {
    prefetchQuery(allParticipants, { tripId })
    prefetchQuery(listGuests, { tripId })
  },
}
