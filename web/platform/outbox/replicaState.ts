// What the outbox and the screens share about the replicas of trips. It does not load the code that reads them.

import { proxy, subscribe } from 'valtio'
import type { TripDocuments } from '#projections/replica/tripDocuments.ts'
import { entries, isShown, reloadQueries, replicaPath } from '#web/platform/queries/queryStore.ts'
import { deviceTimers } from '#web/platform/time/timers.ts'

export interface OptimisticTrip {
  /** Changes with the replica and the commands. */
  basis: string
  documents: TripDocuments
}

/** The documents of trips with pending commands as they will be after these commands, by trip. */
export const optimisticTrips = proxy<Record<string, OptimisticTrip>>({})

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
  const isIncluded = () => {
    const replica = entries[path]?.data as { position: string } | null | undefined
    return !isShown(path) || (replica?.position ?? '') >= position
  }
  if (isIncluded()) return true
  if (followedTrips.has(tripId)) await waitUntil(isIncluded, FEED_LAG_MS)
  return isIncluded() || reloadQueries([path])
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
