// The tabs of a trip after its overview. Each feature adds its tab here; web/trips knows only their type.

import type { TripTab } from '#web/trips/tripTab.ts'

/** A separate chunk, because the data is not needed before a trip is opened. */
const fetchPrefetches = () => import('#web/app/prefetchTripTabs.ts')

export const tripTabs: readonly TripTab[] = [
  {
    id: 'itinerary',
    label: 'Itinerary',
    load: async () => (await import('#web/itinerary/ItineraryTab.tsx')).ItineraryTab,
    prefetchData: async (tripId) => (await fetchPrefetches()).prefetchItineraryTab(tripId),
  },
  {
    id: 'chat',
    label: 'Chat',
    load: async () => (await import('#web/chat/trip/ChatTab.tsx')).ChatTab,
    prefetchData: async (tripId) => (await fetchPrefetches()).prefetchChatTab(tripId),
  },
  {
    id: 'expenses',
    label: 'Expenses',
    load: async () => (await import('#web/money/ExpensesTab.tsx')).ExpensesTab,
    prefetchData: async (tripId) => (await fetchPrefetches()).prefetchExpensesTab(tripId),
  },
  {
    id: 'participants',
    label: 'Participants',
    load: async () => (await import('#web/trips/participants/ParticipantsTab.tsx')).ParticipantsTab,
    prefetchData: async (tripId) => (await fetchPrefetches()).prefetchParticipantsTab(tripId),
  },
  {
    id: 'money',
    label: 'Money',
    load: async () => (await import('#web/money/MoneyTab.tsx')).MoneyTab,
    prefetchData: async (tripId) => (await fetchPrefetches()).prefetchMoneyTab(tripId),
  },
]
