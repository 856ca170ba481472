// Which trip a thing with an id of its own belongs to. A thing never moves, so a stale answer can only be "not yet".
// Removed things keep their place: a repeat of the removal must find its stream.

import type { MoneyFact } from '#core/money/events.ts'
import type { TripFact } from '#core/trips/events.ts'
import { idIn, view } from '#projections/platform/view.ts'

export const tripOf = view<string, TripFact | MoneyFact>({
  name: 'tripOf',
  version: 1,
  key(event) {
    if (event.type === 'ParticipantInvited') return event.data.invitationId
    return event.type === 'ExpenseAdded' ? event.data.expense.id : null
  },
  empty: () => '',
  on: {
    ParticipantInvited: (_, { stream }) => idIn(stream),
    ExpenseAdded: (_, { stream }) => idIn(stream),
  },
})
