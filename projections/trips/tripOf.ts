// The read model of the stream of each item with an id of its own, which gives its trip. Items never move, so an
// outdated read can only miss one. Removed items stay indexed: a retry of the removal must find the stream. The key of
// the command is indexed as well: it shows whether the key was used, and resolves old ids, made before streams were
// part of them.

import type { RecordedEvent } from '#core/kernel/decider.ts'
import { idFrom } from '#core/kernel/ids.ts'
import type { ConversationEvent } from '#core/chat/events.ts'
import type { ItineraryEvent } from '#core/itinerary/events.ts'
import type { MoneyEvent } from '#core/money/events.ts'
import type { TripEvent } from '#core/trips/events.ts'
import type { Projection } from '#projections/platform/projection.ts'
import { idIn as tripIdIn } from '#projections/platform/projection.ts'

type ItemEvent = TripEvent | MoneyEvent | ItineraryEvent | ConversationEvent
type DataOf<Type extends ItemEvent['type']> = Extract<ItemEvent, { type: Type }>['data']

/** The id of the item that each event makes. */
const itemIds = {
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
  itemIds[type as keyof typeof itemIds](data as never)

export const itemLocations: Projection<ItemLocation> = {
  name: 'tripOf',
  version: 6,
  keys: (event) => [...new Set([idIn(event), idFrom(event.meta.actor, event.meta.key)])],
  empty: () => ({ stream: '', id: '' }),
  on: Object.fromEntries(
    Object.keys(itemIds).map((type) => [
      type,
      (_: ItemLocation, event: RecordedEvent): ItemLocation => ({ stream: event.stream, id: idIn(event) }),
    ]),
  ),
}

/** The trip of an item; null for none, and for a conversation, which is addressed by its own id. */
export const tripIn = (location: ItemLocation | null): { tripId: string; id: string } | null =>
  location === null || location.stream.startsWith('conversation-')
    ? null
    : { tripId: tripIdIn(location.stream), id: location.id }
