// The trips with their tabs after the overview, in one chunk. Each feature adds its tab here; web/trips knows only their
// type.

import { CalendarDays, MessagesSquare, Receipt, UsersRound, Wallet } from 'lucide-react'
import { GrowingCards } from '#web/app/GrowingCards.tsx'
import type { prefetches } from '#web/app/prefetchTripTabs.ts'
import { TravelScreen } from '#web/trips/TravelScreen.tsx'
import type { TripTab } from '#web/trips/trip/LazyTab.tsx'

/** The data is loaded by a chunk of its own, because it is not needed before a trip is opened. */
const prefetch = (id: keyof typeof prefetches) => async (tripId: string) =>
  (await import('#web/app/prefetchTripTabs.ts')).prefetches[id](tripId)

const tripTabs: readonly TripTab[] = [
  {
    id: 'itinerary',
    label: 'Itinerary',
    icon: CalendarDays,
    load: async () => (await import('#web/itinerary/ItineraryTab.tsx')).ItineraryTab,
  },
  {
    id: 'chat',
    label: 'Chat',
    icon: MessagesSquare,
    load: async () => {
      const loading = [import('#web/chat/trip/ChatTab.tsx'), import('#web/app/withReceipts.tsx')] as const
      const [{ ChatTab }, { withReceipts }] = await Promise.all(loading)
      return withReceipts(ChatTab)
    },
    prefetchData: prefetch('chat'),
  },
  {
    id: 'expenses',
    label: 'Expenses',
    icon: Receipt,
    load: async () => (await import('#web/money/ExpensesTab.tsx')).ExpensesTab,
  },
  {
    id: 'participants',
    label: 'Participants',
    icon: UsersRound,
    load: async () => (await import('#web/trips/participants/ParticipantsTab.tsx')).ParticipantsTab,
    prefetchData: prefetch('participants'),
  },
  {
    id: 'money',
    label: 'Money',
    icon: Wallet,
    load: async () => (await import('#web/money/MoneyTab.tsx')).MoneyTab,
  },
]

const loadAtHand = async () => (await import('#web/app/TripAtHand.tsx')).TripAtHand
const loadImport = async () => (await import('#web/app/loadTripImport.ts')).loadTripImport()

/** @param id of the trip that is open above its list */
export const TripsRoute = ({ id }: { id?: string }) => (
  <GrowingCards>
    <TravelScreen
      {...(id !== undefined && { tripId: id })}
      tabs={tripTabs}
      loadAtHand={loadAtHand}
      loadImport={loadImport}
    />
  </GrowingCards>
)
