// Which trip a thing with an id of its own belongs to. A thing never moves, so a stale answer can only be "not yet".
// Removed things keep their place: a repeat of the removal must find its stream.

import type { ItineraryFact } from '#core/itinerary/events.ts'
import type { MoneyFact } from '#core/money/events.ts'
import type { TripFact } from '#core/trips/events.ts'
import { idIn, view } from '#projections/platform/view.ts'

export const tripOf = view<string, TripFact | MoneyFact | ItineraryFact>({
  name: 'tripOf',
  version: 4,
  key({ type, data }) {
    switch (type) {
      case 'TripPlanned':
        return data.tripId
      case 'ParticipantInvited':
        return data.invitationId
      case 'JoinRequestMade':
        return data.requestId
      case 'GuestAdded':
        return data.guest.id
      case 'ExpenseAdded':
        return data.expense.id
      case 'ActivityAdded':
        return data.activity.id
      default:
        return null
    }
  },
  empty: () => '',
  on: {
    TripPlanned: (_, { stream }) => idIn(stream),
    GuestAdded: (_, { stream }) => idIn(stream),
    ParticipantInvited: (_, { stream }) => idIn(stream),
    JoinRequestMade: (_, { stream }) => idIn(stream),
    ExpenseAdded: (_, { stream }) => idIn(stream),
    ActivityAdded: (_, { stream }) => idIn(stream),
  },
})
