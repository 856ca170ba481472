// The responses that the screens of a trip show, built from its replica by the functions that the server uses.

import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { getReplica } from '#core/trips/contract.ts'
import type { TripDocuments } from '#projections/replica/tripDocuments.ts'
import type { ExistingTrip } from '#projections/replica/tripResponses.ts'
import { type QueryState, useQuery } from '#web/platform/queries.ts'
import { optimisticTrips } from '#web/platform/replicaState.ts'
import { openStoredReplica } from '#web/platform/replica/storedReplicas.ts'
import { OTHER_BUILD, replicaIn } from '#web/platform/replica/tripReplica.ts'
import { useMyId } from '#web/platform/useMyId.ts'
import { whenIdle } from '#web/platform/whenIdle.ts'

/** Builds a response for this user. */
export type BuildResponse<Response> = (documents: ExistingTrip, userId: string) => Response

interface TripResponseState<Response> extends QueryState<Response> {
  /** Without the pending commands of this device. */
  confirmed: Response | null
  /** Of the last fetch, also while there is data. */
  refreshError: Error | null
}

/**
 * Null until the replica is loaded. The same documents give the same object.
 * @param tripId with null nothing is fetched
 * @param build a function of a module
 */
export function useTripResponse<Response>(
  tripId: string | null,
  build: BuildResponse<Response>,
): TripResponseState<Response> {
  const { data, ...query } = useQuery(getReplica, tripId === null ? null : { tripId })
  const optimistic = useSnapshot(optimisticTrips)[tripId ?? ''] as { documents: TripDocuments } | undefined
  const userId = useMyId()
  const replica = data && replicaIn(data)
  const documents = replica && (optimistic?.documents ?? replica.documents)
  const shown = resultOf(documents, build, userId)
  useEffect(() => {
    if (tripId !== null && userId !== '') void openStoredReplica(tripId, userId)
  }, [tripId, userId])
  const isLoaded = data !== null
  useEffect(() => (isLoaded ? whenIdle(decideOnDevice) : undefined), [isLoaded])
  const error = shown.error ?? (data && !replica ? OTHER_BUILD : query.error)
  return {
    ...query,
    data: shown.data,
    confirmed: resultOf(replica?.documents, build, userId).data,
    // The dialog of the trip says once for all its screens that what they show may be old.
    error: shown.data === null ? error : null,
    refreshError: error,
  }
}

/** Loads the rules once the trip is shown, so that they are there without a network. */
const decideOnDevice = (): void =>
  void import('#web/platform/replica/optimisticTrips.ts').then(
    ({ keepOptimisticTrips }) => keepOptimisticTrips(),
    () => undefined,
  )

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
  const result = ofDocuments.get(build) ?? compute(() => build(documents as ExistingTrip, userId))
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
