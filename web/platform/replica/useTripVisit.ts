// Records a visit to a trip while a screen shows it.

import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { TripDetails } from '#core/trips/events.ts'
import { entries, replicaPath } from '#web/platform/queries/queryStore.ts'
import { noteVisit, type Visit, visitOf } from '#web/platform/replica/visits.ts'

/**
 * A page in the background does not count.
 * @param path of the query that the component shows; one that was only loaded in advance was not seen
 * @returns the visit before this one
 */
export function useTripVisit(tripId: string, path: string): Visit | undefined {
  const [before] = useState(() => visitOf(tripId))
  const { [path]: shown, [replicaPath(tripId)]: replica } = useSnapshot(entries)
  const position = shown?.position ?? ''
  const { title, currency } = detailsIn(replica?.data)
  useEffect(() => {
    if (position === '') return undefined
    const note = () => {
      if (document.visibilityState === 'visible')
        noteVisit(tripId, position, { ...(title !== undefined && { title }), ...(currency && { currency }) })
    }
    note()
    document.addEventListener('visibilitychange', note)
    return () => document.removeEventListener('visibilitychange', note)
  }, [tripId, position, title, currency])
  return before
}

/** Without the code that reads replicas. */
const detailsIn = (replica: object | null | undefined): Partial<TripDetails> =>
  (replica as { documents?: { trip?: { details: TripDetails } | null } } | null)?.documents?.trip?.details ??
  {}
