// The read model of the stream of each entity with an id of its own, which gives its trip. An entity never changes its
// stream, so an outdated read can only miss one. Removed entities stay: a retry of the removal must find the stream.
// The command's key is a second key of the document: it shows whether the key was used, and finds entities by old ids,
// which did not include the stream.

import type { RecordedEvent } from '#core/kernel/decider.ts'
import { idFrom, type Sha256 } from '#core/kernel/ids.ts'
import type { ConversationEvent } from '#core/chat/events.ts'
import type { ImportEvent } from '#core/money/events.ts'
import { recordKinds } from '#core/recordKinds.ts'
import type { TripEvent } from '#core/trips/events.ts'
import { idIn as tripIdIn, type Projection } from '#projections/platform/projection.ts'

type CreationEvent = TripEvent | ImportEvent | ConversationEvent
type DataOf<Type extends CreationEvent['type']> = Extract<CreationEvent, { type: Type }>['data']

/** The ids of the entities that each event creates: one, except for an import. */
const entityIds = {
  TripPlanned: ({ tripId }: DataOf<'TripPlanned'>) => [tripId],
  ParticipantInvited: ({ invitationId }: DataOf<'ParticipantInvited'>) => [invitationId],
  JoinRequestMade: ({ requestId }: DataOf<'JoinRequestMade'>) => [requestId],
  InviteLinkCreated: ({ linkId }: DataOf<'InviteLinkCreated'>) => [linkId],
  GuestAdded: ({ guest }: DataOf<'GuestAdded'>) => [guest.id],
  GuestClaimAsked: ({ claimId }: DataOf<'GuestClaimAsked'>) => [claimId],
  PollOpened: ({ poll }: DataOf<'PollOpened'>) => [poll.id],
  ImportApplied: ({ import: { expenses, payments, contributions = [] } }: DataOf<'ImportApplied'>) =>
    [...expenses, ...payments, ...contributions].map(({ id }) => id),
  TripChatCreated: ({ conversationId }: DataOf<'TripChatCreated'>) => [conversationId],
  GroupStarted: ({ conversationId }: DataOf<'GroupStarted'>) => [conversationId],
  ...Object.fromEntries(
    recordKinds.map((kind) => [
      kind.events.added,
      (data: unknown) => [(data as Record<string, { id: string }>)[kind.name]!.id],
    ]),
  ),
}

export interface EntityStream {
  stream: string
  id: string
}

const entityIdsIn = ({ type, data }: Pick<RecordedEvent, 'type' | 'data'>): string[] =>
  entityIds[type as keyof typeof entityIds](data as never)

/** @param sha256 for many events; the default, which also runs in browsers, takes three times as long */
export const createEntityStreams = (sha256?: Sha256): Projection<EntityStream> => ({
  name: 'tripOf',
  version: 8,
  keys: (event) => [...new Set([...entityIdsIn(event), idFrom(event.meta.actor, event.meta.key, sha256)])],
  empty: () => ({ stream: '', id: '' }),
  on: Object.fromEntries(
    Object.keys(entityIds).map((type) => [
      type,
      (_: EntityStream, event: RecordedEvent, key: string): EntityStream => {
        const ids = entityIdsIn(event)
        // Else the key is that of the command.
        return { stream: event.stream, id: ids.includes(key) ? key : ids[0]! }
      },
    ]),
  ),
})

/** For reading, whatever hash it was folded with, and for the demo. */
export const entityStreams = createEntityStreams()

/** The trip of an entity; null for none, and for a conversation, whose stream does not name its trip. */
export const tripOfEntity = (entity: EntityStream | null): { tripId: string; id: string } | null =>
  entity === null || entity.stream.startsWith('conversation-')
    ? null
    : { tripId: tripIdIn(entity.stream), id: entity.id }
