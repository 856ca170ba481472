// The tabs of a trip beside its overview, in their order. A feature that brings a tab adds its entry here; trips know
// their shape alone.

import type { TripTab } from '#web/trips/tripTab.ts'

/** Apart, because what the tabs read is not needed before a trip is opened. */
const reads = () => import('#web/app/tripTabReads.ts')

export const tripTabs: readonly TripTab[] = [
  {
    id: 'itinerary',
    label: 'Itinerary',
    load: async () => (await import('#web/itinerary/ItineraryTab.tsx')).ItineraryTab,
    read: async (tripId) => (await reads()).readItineraryTab(tripId),
  },
  {
    id: 'chat',
    label: 'Chat',
    load: async () => (await import('#web/chat/trip/ChatTab.tsx')).ChatTab,
    read: async (tripId) => (await reads()).readChatTab(tripId),
  },
  {
    id: 'expenses',
    label: 'Expenses',
    load: async () => (await import('#web/money/ExpensesTab.tsx')).ExpensesTab,
    read: async (tripId) => (await reads()).readExpensesTab(tripId),
  },
  {
    id: 'participants',
    label: 'Participants',
    load: async () => (await import('#web/trips/participants/ParticipantsTab.tsx')).ParticipantsTab,
    read: async (tripId) => (await reads()).readParticipantsTab(tripId),
  },
  {
    id: 'money',
    label: 'Money',
    load: async () => (await import('#web/money/MoneyTab.tsx')).MoneyTab,
    read: async (tripId) => (await reads()).readMoneyTab(tripId),
  },
]
