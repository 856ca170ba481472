// The trip of a dialog: from its replica for a participant, in the reduced form for somebody else who sees a public trip.

import { useEffect, useEffectEvent, useState } from 'react'
import { getTrip } from '#core/trips/contract.ts'
import type { ReducedTrip, TripResponse } from '#core/trips/responses.ts'
import { tripResponse } from '#projections/replica/tripResponses.ts'
import { Refused } from '#web/platform/http.ts'
import { type QueryState, useQuery } from '#web/platform/queries.ts'
import { useTripResponse } from '#web/platform/replica/useTripResponse.ts'
import { useReloadOnOpen } from '#web/platform/useReloadOnOpen.ts'

interface OpenTrip {
  query: QueryState<TripResponse | ReducedTrip>
  /** The replica is there, and the change feed can go on from it. */
  hasReplica: boolean
}

/** @param listedTrip as the list has it */
export function useOpenTrip(
  open: boolean,
  tripId: string,
  listedTrip: TripResponse | ReducedTrip | undefined,
): OpenTrip {
  const [forbiddenId, setForbiddenId] = useState<string>()
  const isExpectedReduced = listedTrip?.userRole === null || forbiddenId === tripId
  const { data: reduced, ...reducedQuery } = useQuery(getTrip, isExpectedReduced ? { tripId } : null)
  useReloadOnOpen(open, { ...reducedQuery, data: reduced })
  // A person who has joined meanwhile gets the whole trip.
  const isReduced = isExpectedReduced && (reduced?.trip.userRole ?? null) === null
  const own = useTripResponse(isReduced ? null : tripId, tripResponse)
  const isForbidden = own.error instanceof Refused && own.error.status === 403 && !own.isLoading
  if (isForbidden && forbiddenId !== tripId) setForbiddenId(tripId)
  const checkAccess = useEffectEvent(() => {
    if (isForbidden && reduced) void reducedQuery.reload()
  })
  useEffect(() => checkAccess(), [isForbidden])
  const hasReplica = own.data !== null
  return {
    query:
      isExpectedReduced && !hasReplica
        ? { ...reducedQuery, data: reduced?.trip ?? null }
        : { ...own, error: own.refreshError },
    hasReplica,
  }
}
