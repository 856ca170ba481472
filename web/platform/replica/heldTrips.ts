// The trips that this device holds, for a search over all of them.

import { getReplica } from '#core/trips/contract.ts'
import { resolvedDocuments } from '#projections/replica/resolvedDocuments.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { optimisticTrips } from '#web/platform/outbox/replicaState.ts'
import { entries, fetchQuery, replicaPath } from '#web/platform/queries/queryStore.ts'
import { openStoredReplica, replicaStore, storedTripIds } from '#web/platform/replica/storedReplicas.ts'
import { replicaOf } from '#web/platform/replica/tripReplica.ts'

/** Those in memory first, with the pending commands of this device; each other one as it is read from the device. */
export async function* heldTrips(by: string): AsyncGenerator<ExistingTrip> {
  const inMemory = Object.keys(entries).flatMap((path) => /^\/trips\/([^/]+)\/replica$/.exec(path)?.[1] ?? [])
  for (const tripId of new Set([...inMemory.map(decodeURIComponent), ...(await storedTripIds(by))])) {
    const shown = optimisticTrips[tripId] ?? replicaOf(tripId)
    const documents = (shown ?? (await readStored(tripId, by)))?.documents
    if (documents?.trip) yield resolvedDocuments({ ...documents, trip: documents.trip })
  }
}

/** Brings trips onto this device, which keeps them as opened ones. A failed one is left out. */
export async function fetchTrips(tripIds: readonly string[], by: string): Promise<void> {
  for (const tripId of tripIds) {
    void openStoredReplica(tripId, by)
    await fetchQuery(replicaPath(tripId), getReplica, { tripId }, {})
  }
}

const readStored = (tripId: string, by: string) =>
  replicaStore()
    .then(async (store) => (await store?.read(by, tripId))?.replica)
    .catch(() => undefined)
