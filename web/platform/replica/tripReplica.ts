// The replica of a trip on this device: the documents that its screens show. It is a query whose data the change feed keeps
// current.

import { ref } from 'valtio'
import type { TripEvents, TripReplicaResponse } from '#core/trips/contract.ts'
import { documentsVersion } from '#projections/replica/tripDocuments.ts'
import { foldChange, type TripReplica } from '#projections/replica/tripReplica.ts'
import { resolvedDocuments } from '#projections/replica/resolvedDocuments.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { entries, isShown, reloadQueries, replicaPath } from '#web/platform/queries/queryStore.ts'
import { confirmedKeys } from '#web/platform/outbox/replicaState.ts'
import { session } from '#web/platform/session/session.ts'

/** The server is of another build, and its documents may have other shapes. */
export const OTHER_BUILD = new Error('This needs the newest version of the app. Please reload.')

/** Null for documents of another build. */
export const replicaIn = (response: TripReplicaResponse): TripReplica | null =>
  response.version === documentsVersion ? (response as unknown as TripReplica) : null

/** The replica in memory; null for none. */
export function replicaOf(tripId: string): TripReplica | null {
  const data = entries[replicaPath(tripId)]?.data as TripReplicaResponse | undefined
  return data ? replicaIn(data) : null
}

/** The trip as this device knows it and shows it, without pending commands; null without a replica. */
export function confirmedTripOf(tripId: string): ExistingTrip | null {
  const documents = replicaOf(tripId)?.documents
  return documents?.trip ? resolvedDocuments({ ...documents, trip: documents.trip }) : null
}

/** Returns false if the replica needs a new snapshot. Without a replica there is nothing to fold. */
export function foldIntoReplica(tripId: string, change: TripEvents['change']): boolean {
  const path = replicaPath(tripId)
  const entry = entries[path]
  if (!entry?.data) return true
  const replica = replicaOf(tripId)
  const changed = replica && foldChange(replica, change, session.user?.id ?? '')
  if (!changed) {
    if (isShown(path)) return false
    // It is fetched when it is next shown.
    void reloadQueries([path])
    return true
  }
  for (const { key } of change.events) if (key !== undefined) confirmedKeys.add(key)
  if (changed === replica) return true
  const { position } = changed
  Object.assign(entry, { data: ref({ ...entry.data, ...changed }), position, at: Date.now() })
  return true
}

/** The replica is as it is on the server now. */
export function confirmReplica(tripId: string): void {
  const entry = entries[replicaPath(tripId)]
  if (entry?.data) Object.assign(entry, { isCached: false, at: Date.now() })
}
