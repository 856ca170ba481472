// A trip as it is kept on a device: the documents of a snapshot, and the events after it folded into them by the same
// projections as on the server.

import type { DomainEvent, RecordedEvent } from '#core/kernel/decider.ts'
import { itineraryUpcasts } from '#core/itinerary/events.ts'
import { moneyUpcasts } from '#core/money/events.ts'
import { isInvitationVisible, relationOf } from '#core/trips/access.ts'
import type { TripEvents } from '#core/trips/contract.ts'
import { tripUpcasts, type TripUser } from '#core/trips/events.ts'
import type { Trip } from '#core/trips/trip.ts'
import { foldTripDocuments, type TripDocuments } from '#projections/replica/tripDocuments.ts'
import { idIn } from '#projections/platform/projection.ts'

export interface TripReplica {
  /** The last position that the documents include. */
  position: string
  /** The last revision of each stream of the trip; -1 before its first event. */
  revisions: Readonly<Record<string, number>>
  documents: TripDocuments
}

type Change = TripEvents['change']

const upcasts = { ...tripUpcasts, ...itineraryUpcasts, ...moneyUpcasts }

/**
 * The replica after a change; the same replica for a change that it includes; null if it cannot be folded further: an
 * event is missing, or the server writes a type or version that this build does not know. Then a new snapshot is needed.
 * @param userId the person whose device it is
 */
export function foldChange(replica: TripReplica, change: Change, userId: string): TripReplica | null {
  const { position, stream, revision } = change
  const last = replica.revisions[stream]
  if (last === undefined) return null
  if (revision <= last) return replica
  if (revision !== last + 1 || !change.events.every(isKnown)) return null
  const documents = change.events.reduce(
    (docs, event) => foldTripDocuments(docs, toRecorded(event, change), idIn(stream)),
    replica.documents,
  )
  return {
    position,
    revisions: { ...replica.revisions, [stream]: revision },
    documents: visibleDocuments(documents, userId),
  }
}

function isKnown({ type, version }: Change['events'][number]): boolean {
  const steps = upcasts[type as keyof typeof upcasts] as readonly unknown[] | undefined
  return steps?.length === version - 1
}

/** Projections read nothing but actor and time of the metadata. */
function toRecorded(event: Change['events'][number], { stream, position }: Change): RecordedEvent {
  const { type, data, revision, actor, at, version, key = '' } = event
  const meta = { actor, at, key, v: version, digest: '', requestId: '', prev: null }
  return { stream, revision, position, type, data, meta }
}

/**
 * The documents as this participant may see them.
 * @param present the trip with their present role, where the documents may be older
 */
export function visibleDocuments(
  documents: TripDocuments,
  userId: string,
  present: Trip | null = documents.trip,
): TripDocuments {
  const { trip } = documents
  if (!trip || !present || relationOf(present, userId) === 'organizer') return documents
  const invitations = trip.invitations.filter((invitation) =>
    isInvitationVisible(present, invitation, userId),
  )
  return { ...documents, trip: { ...trip, invitations } }
}

/** Whether the event gives this person the right to see what only the organizer sees, or takes it away. */
export const changesVisibility = ({ type, data }: DomainEvent, userId: string): boolean =>
  type === 'OrganizerHandedOver' &&
  Object.values(data as Record<string, TripUser>).some(({ id }) => id === userId)
