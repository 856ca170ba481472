// The tabs of a trip beside its overview, in their order. A feature that brings a tab adds one line here; trips know
// their shape alone.

import type { TripTab } from '#web/trips/tripTab.ts'

export const tripTabs: readonly TripTab[] = [
  {
    id: 'expenses',
    label: 'Expenses',
    load: async () => (await import('#web/money/ExpensesTab.tsx')).ExpensesTab,
  },
  {
    id: 'participants',
    label: 'Participants',
    load: async () => (await import('#web/trips/participants/ParticipantsTab.tsx')).ParticipantsTab,
  },
]
