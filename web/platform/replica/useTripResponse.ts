// What the screens of a trip show, built from its replica by functions of a module. A component renders again only when its own
// result has changed: an expense must not render the whole dialog of the trip.

import { useEffect, useRef, useSyncExternalStore } from 'react'
import { subscribe } from 'valtio'
import { getReplica, type TripReplicaResponse } from '#core/trips/contract.ts'
import type { TripDocuments } from '#projections/replica/tripDocuments.ts'
import { resolvedDocuments } from '#projections/replica/resolvedDocuments.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { networkState } from '#web/platform/http/network.ts'
import { type QueryState, queryResult, useShownQuery } from '#web/platform/queries/queries.ts'
import { cachedEntry, entries } from '#web/platform/queries/queryStore.ts'
import { optimisticTrips } from '#web/platform/outbox/replicaState.ts'
import { loadDeviceRules } from '#web/platform/replica/deviceRules.ts'
import { openStoredReplica } from '#web/platform/replica/storedReplicas.ts'
import { OTHER_BUILD, replicaIn } from '#web/platform/replica/tripReplica.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'

/** Builds a response for this user. */
type BuildResponse<Response> = (documents: ExistingTrip, userId: string) => Response

interface ShownResponse<Response> extends Omit<QueryState<Response>, 'reload'> {
  /** Without the pending commands of this device. */
  confirmed: Response | null
  /** Of the last fetch, also while there is data. */
  refreshError: Error | null
}

interface TripResponseState<Response> extends ShownResponse<Response>, Pick<QueryState<Response>, 'reload'> {}

/**
 * Null until the replica is loaded. An equal response is the same object.
 * @param tripId with null nothing is fetched
 * @param build a function of a module
 */
export function useTripResponse<Response>(
  tripId: string | null,
  build: BuildResponse<Response>,
): TripResponseState<Response> {
  const { path, reload } = useShownQuery(getReplica, tripId === null ? null : { tripId })
  const userId = useMyId()
  const last = useRef<ShownResponse<Response>>(null)
  const select = () => {
    const next = shownResponse(tripId ?? '', path, build, userId)
    return (last.current = last.current ? withUnchanged(next, last.current) : next)
  }
  const state = useSyncExternalStore(subscribeToTrips, select, select)
  useEffect(() => {
    if (tripId !== null && userId !== '') void openStoredReplica(tripId, userId)
  }, [tripId, userId])
  const isLoaded = state.confirmed !== null
  useEffect(() => (isLoaded ? whenIdle(loadDeviceRules) : undefined), [isLoaded])
  return { ...state, reload }
}

function subscribeToTrips(changed: () => void): () => void {
  const ends = [entries, optimisticTrips, networkState].map((store) => subscribe(store, changed))
  return () => ends.forEach((end) => end())
}

function shownResponse<Response>(
  tripId: string,
  path: string,
  build: BuildResponse<Response>,
  userId: string,
): ShownResponse<Response> {
  const entry = entries[path] ?? cachedEntry(path)
  const { data, error, isLoading } = queryResult(path, entry, networkState)
  const replica = data && replicaIn(data as TripReplicaResponse)
  const shown = resultOf(replica && (optimisticTrips[tripId]?.documents ?? replica.documents), build, userId)
  const latest = shown.error ?? (data && !replica ? OTHER_BUILD : error)
  return {
    isLoading,
    data: shown.data,
    confirmed: resultOf(replica?.documents, build, userId).data,
    // The dialog of the trip shows one note for all its tabs that their data may be old.
    error: shown.data === null ? latest : null,
    refreshError: latest,
  }
}

/** The last object, or its values where they are equal. */
function withUnchanged<Response>(
  next: ShownResponse<Response>,
  last: ShownResponse<Response>,
): ShownResponse<Response> {
  if (isEqual(next.data, last.data)) next.data = last.data
  if (isEqual(next.confirmed, last.confirmed)) next.confirmed = last.confirmed
  const isSame = Object.entries(next).every(([key, value]) => value === last[key as keyof typeof last])
  return isSame ? last : next
}

interface Result {
  data: unknown
  error: Error | null
}

/** The results of each function, for each version of the documents. */
const results = new WeakMap<object, Map<BuildResponse<unknown>, Result>>()

function resultOf<Response>(
  documents: TripDocuments | null | undefined,
  build: BuildResponse<Response>,
  userId: string,
) {
  const none = { data: null, error: null }
  if (!documents?.trip) return none
  const ofDocuments = results.get(documents) ?? new Map<BuildResponse<unknown>, Result>()
  results.set(documents, ofDocuments)
  const result =
    ofDocuments.get(build) ?? compute(() => build(resolvedDocuments(documents as ExistingTrip), userId))
  ofDocuments.set(build, result)
  return result as { data: Response | null; error: Error | null }
}

/** A settlement that does not add up is an error and not shown. */
function compute(respond: () => unknown): Result {
  try {
    return { data: respond(), error: null }
  } catch (error) {
    return { data: null, error: error as Error }
  }
}

/**
 * Whether two JSON values are equal. It is quick where most parts are the same objects, as in a response that was
 * built again after a change.
 */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b || Array.isArray(a) !== Array.isArray(b))
    return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key as never], b[key as never]))
  )
}
