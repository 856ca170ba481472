// In which stream a thing with an id of its own stands, and so which trip it belongs to. A thing never moves, so a stale
// answer can only be "not yet". Removed things stay indexed: a repeat of the removal must find its stream. Also
// indexed by the key of its command: that shows whether the key was used, and resolves old ids, which were made before
// streams were part of them.

import type { RecordedEvent } from '#core/kernel/decider.ts'
import { idFrom } from '#core/kernel/ids.ts'
import type { ConversationEvent } from '#core/chat/events.ts'
import type { ItineraryEvent } from '#core/itinerary/events.ts'
import type { MoneyEvent } from '#core/money/events.ts'
import type { TripEvent } from '#core/trips/events.ts'
import type { Projection } from '#projections/platform/projection.ts'
import { idIn as tripIdIn } from '#projections/platform/projection.ts'

type Made = TripEvent | MoneyEvent | ItineraryEvent | ConversationEvent
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

export interface ItemLocation {
  stream: string
  id: string
}

const idIn = ({ type, data }: Pick<RecordedEvent, 'type' | 'data'>): string =>
  madeBy[type as keyof typeof madeBy](data as never)

export const itemLocations: Projection<ItemLocation> = {
  name: 'tripOf',
  version: 6,
  keys: (event) => [...new Set([idIn(event), idFrom(event.meta.actor, event.meta.key)])],
  empty: () => ({ stream: '', id: '' }),
  on: Object.fromEntries(
    Object.keys(madeBy).map((type) => [
      type,
      (_: ItemLocation, event: RecordedEvent): ItemLocation => ({ stream: event.stream, id: idIn(event) }),
    ]),
  ),
}

/** The trip of a place; null for none, and for a conversation, which is asked for by its own id. */
export const tripIn = (place: ItemLocation | null): { tripId: string; id: string } | null =>
  place === null || place.stream.startsWith('conversation-')
    ? null
    : { tripId: tripIdIn(place.stream), id: place.id }
