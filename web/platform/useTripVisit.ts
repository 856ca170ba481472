// Records a visit to a trip while a screen shows it.

import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { entries } from '#web/platform/queryStore.ts'
import { noteVisit, type Visit, visitOf } from '#web/platform/visits.ts'

/**
 * A page in the background does not count.
 * @param path of the query that the component shows; one that was only loaded in advance was not seen
 * @returns the visit before this one
 */
export function useTripVisit(tripId: string, path: string): Visit | undefined {
  const [before] = useState(() => visitOf(tripId))
  const position = useSnapshot(entries)[path]?.position ?? ''
  useEffect(() => {
    if (position === '') return undefined
    const note = () => {
      if (document.visibilityState === 'visible') noteVisit(tripId, position)
    }
    note()
    document.addEventListener('visibilitychange', note)
    return () => document.removeEventListener('visibilitychange', note)
  }, [tripId, position])
  return before
}
