// Folds a change into a replica, the copy of a trip on a device: it starts as a snapshot of the documents, and the events
// after the snapshot are folded into them with the same projections as on the server.

import type { RecordedEvent } from '#core/kernel/decider.ts'
import { recordUpcasts } from '#core/recordKinds.ts'
import { isInvitationVisible, relationOf } from '#core/trips/visibility.ts'
import type { TripEvents } from '#core/trips/contract.ts'
import { tripUpcasts } from '#core/trips/events.ts'
import type { Trip } from '#core/trips/trip.ts'
import { foldTripDocuments, type TripDocuments } from '#projections/replica/tripDocuments.ts'
import { idIn } from '#projections/platform/projection.ts'

export interface TripReplica {
  /** The position of the last event that the documents include. */
  position: string
  /** The revision of the last event of each stream of the trip; -1 while a stream is empty. */
  revisions: Readonly<Record<string, number>>
  documents: TripDocuments
}

type Change = TripEvents['change']

const upcasts = { ...tripUpcasts, ...recordUpcasts }

/**
 * @param userId the user of the device
 * @returns a new replica; the same object if it already includes the change; null if the device needs a new snapshot,
 * because an event is missing or has a type or version that this build does not know
 */
export function foldChange(replica: TripReplica, change: Change, userId: string): TripReplica | null {
  const { position, stream, revision } = change
  const last = replica.revisions[stream]
  if (last === undefined) return null
  if (revision <= last) return replica
  if (revision !== last + 1 || !change.events.every(hasKnownVersion)) return null
  const documents = change.events.reduce(
    (docs, event) => foldTripDocuments(docs, toRecordedEvent(event, change), idIn(stream)),
    replica.documents,
  )
  return {
    position,
    revisions: { ...replica.revisions, [stream]: revision },
    documents: selectVisibleDocuments(documents, userId),
  }
}

/** Whether this build reads this type of event, in this version. */
function hasKnownVersion({ type, version }: Change['events'][number]): boolean {
  const steps = upcasts[type as keyof typeof upcasts] as readonly unknown[] | undefined
  return steps?.length === version - 1
}

/** Of the metadata, projections read only the actor and the time. The rest stays on the server. */
function toRecordedEvent(event: Change['events'][number], { stream, position }: Change): RecordedEvent {
  const { type, data, revision, actor, at, version, key = '' } = event
  const meta = { actor, at, key, v: version, digest: '', requestId: '', prev: null }
  return { stream, revision, position, type, data, meta }
}

/**
 * Removes the invitations and join requests that this participant may not see.
 * @param current the trip that decides their role; newer than the documents, where these lag behind
 */
export function selectVisibleDocuments(
  documents: TripDocuments,
  userId: string,
  current: Trip | null = documents.trip,
): TripDocuments {
  const { trip } = documents
  if (!trip || !current || relationOf(current, userId) === 'organizer') return documents
  const invitations = trip.invitations.filter((invitation) =>
    isInvitationVisible(current, invitation, userId),
  )
  // Unchanged documents stay the same objects, so that their responses are not built again.
  if (invitations.length === trip.invitations.length) return documents
  return { ...documents, trip: { ...trip, invitations } }
}
