// The replica of a trip on this device: the documents that its screens show. It is a query whose data the change feed keeps
// current.

import { proxy, subscribe } from 'valtio'
import { endpointPath } from '#core/kernel/endpoint.ts'
import { getReplica, type TripReplicaResponse } from '#core/trips/contract.ts'
import { documentsVersion, type TripDocuments } from '#projections/replica/tripDocuments.ts'
import type { TripReplica } from '#projections/replica/tripReplica.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { entries, isShown, reloadQueries } from '#web/platform/queryStore.ts'
import { deviceTimers } from '#web/platform/timers.ts'

/** The server is of another build, and its documents may have other shapes. */
export const OTHER_BUILD = new Error('This needs the newest version of the app. Please reload.')

export const replicaPath = (tripId: string): string => endpointPath(getReplica, { tripId })

/** Null for documents of another build. */
export const replicaIn = (response: TripReplicaResponse): TripReplica | null =>
  response.version === documentsVersion ? (response as unknown as TripReplica) : null

/** The replica in memory; null for none. */
export function replicaOf(tripId: string): TripReplica | null {
  const data = entries[replicaPath(tripId)]?.data as TripReplicaResponse | undefined
  return data ? replicaIn(data) : null
}

/** The documents of trips with pending commands as they will be after these commands, by trip. */
export const optimisticTrips = proxy<Record<string, OptimisticTrip>>({})

export interface OptimisticTrip {
  /** Changes with the replica and the commands. */
  basis: string
  documents: TripDocuments
}

/** The keys of this person's commands that a replica includes. */
export const confirmedKeys = new Set<string>()

/** The trips whose change feed is connected now. */
export const followedTrips = new Set<string>()

/** The change feed brings a command's events about when its response comes. */
const FEED_LAG_MS = 1500

/**
 * Resolves to true once the replica of a trip includes this position, or is not shown; to false if the network is away.
 * Without a change feed it is fetched again.
 */
export async function waitForReplica(tripId: string, position: string): Promise<boolean> {
  const path = replicaPath(tripId)
  const isIncluded = () => !isShown(path) || (replicaOf(tripId)?.position ?? '') >= position
  if (isIncluded()) return true
  if (followedTrips.has(tripId)) await waitUntil(isIncluded, FEED_LAG_MS)
  return isIncluded() || reloadQueries([path])
}

/** The trip as it is now. @throws Refused or Unreachable */
export async function fetchTrip(tripId: string): Promise<ExistingTrip> {
  await reloadQueries([replicaPath(tripId)])
  const { error } = entries[replicaPath(tripId)] ?? {}
  const documents = replicaOf(tripId)?.documents
  if (!documents?.trip || error) throw error ?? OTHER_BUILD
  return { ...documents, trip: documents.trip }
}

/** Fetches the shown replica of a trip again, unless the change feed keeps it current. */
export function refreshReplica(tripId: string): void {
  if (!followedTrips.has(tripId)) void reloadQueries([replicaPath(tripId)])
}

function waitUntil(isTrue: () => boolean, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel()
      unsubscribe()
      resolve()
    }
    const cancel = deviceTimers.after(timeoutMs, end)
    const unsubscribe = subscribe(entries, () => isTrue() && end(), true)
  })
}
