// In which stream a thing with an id of its own stands, and so which trip it belongs to. A thing never moves, so a stale
// answer can only be "not yet". Removed things keep their place: a repeat of the removal must find its stream.

import type { ConversationFact } from '#core/chat/events.ts'
import type { ItineraryFact } from '#core/itinerary/events.ts'
import type { MoneyFact } from '#core/money/events.ts'
import type { TripFact } from '#core/trips/events.ts'
import type { View } from '#projections/platform/view.ts'
import { idIn } from '#projections/platform/view.ts'

type Made = TripFact | MoneyFact | ItineraryFact | ConversationFact
type DataOf<Type extends Made['type']> = Extract<Made, { type: Type }>['data']

/** What each of them makes. */
const madeBy = {
  TripPlanned: ({ tripId }: DataOf<'TripPlanned'>) => tripId,
  ParticipantInvited: ({ invitationId }: DataOf<'ParticipantInvited'>) => invitationId,
  JoinRequestMade: ({ requestId }: DataOf<'JoinRequestMade'>) => requestId,
  GuestAdded: ({ guest }: DataOf<'GuestAdded'>) => guest.id,
  ExpenseAdded: ({ expense }: DataOf<'ExpenseAdded'>) => expense.id,
  ContributionMade: ({ contribution }: DataOf<'ContributionMade'>) => contribution.id,
  PaymentMade: ({ payment }: DataOf<'PaymentMade'>) => payment.id,
  ActivityAdded: ({ activity }: DataOf<'ActivityAdded'>) => activity.id,
  TripChatCreated: ({ conversationId }: DataOf<'TripChatCreated'>) => conversationId,
  GroupStarted: ({ conversationId }: DataOf<'GroupStarted'>) => conversationId,
}

export const tripOf: View<string> = {
  name: 'tripOf',
  version: 5,
  keys: ({ type, data }) => [madeBy[type as keyof typeof madeBy](data as never)],
  empty: () => '',
  on: Object.fromEntries(
    Object.keys(madeBy).map((type) => [type, (_: string, { stream }: { stream: string }) => stream]),
  ),
}

/** The trip of a stream that `tripOf` names; null for a conversation's, which is asked for by its own id. */
export const tripIn = (stream: string | null): string | null =>
  stream === null || stream.startsWith('conversation-') ? null : idIn(stream)
