// In which stream a thing with an id of its own stands, and so which trip it belongs to. A thing never moves, so a stale
// answer can only be "not yet". Removed things keep their place: a repeat of the removal must find its stream.

import type { ConversationFact } from '#core/chat/events.ts'
import type { ItineraryFact } from '#core/itinerary/events.ts'
import type { MoneyFact } from '#core/money/events.ts'
import type { TripFact } from '#core/trips/events.ts'
import { idIn, view } from '#projections/platform/view.ts'

const place = (_: string, { stream }: { stream: string }): string => stream

export const tripOf = view<string, TripFact | MoneyFact | ItineraryFact | ConversationFact>({
  name: 'tripOf',
  version: 5,
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
      case 'ContributionMade':
        return data.contribution.id
      case 'PaymentMade':
        return data.payment.id
      case 'ActivityAdded':
        return data.activity.id
      case 'TripChatCreated':
      case 'GroupStarted':
        return data.conversationId
      default:
        return null
    }
  },
  empty: () => '',
  on: {
    TripPlanned: place,
    GuestAdded: place,
    ParticipantInvited: place,
    JoinRequestMade: place,
    ExpenseAdded: place,
    ContributionMade: place,
    PaymentMade: place,
    ActivityAdded: place,
    TripChatCreated: place,
    GroupStarted: place,
  },
})

/** The trip of a stream that `tripOf` names; null for a conversation's, which is asked for by its own id. */
export const tripIn = (stream: string | null): string | null =>
  stream === null || stream.startsWith('conversation-') ? null : idIn(stream)
