// Records a visit to a trip while a screen shows it.

import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { entries } from '#web/platform/queryStore.ts'
import { noteVisit, type Visit, visitOf } from '#web/platform/visits.ts'

/**
 * A page in the background does not count.
 * @param path of the query that the screen shows
 * @param partPaths of queries that show the rest of it: changes that the first one never contains
 * @returns the visit before this one
 */
export function useTripVisit(tripId: string, path: string, ...partPaths: string[]): Visit | undefined {
  const [before] = useState(() => visitOf(tripId))
  const all = useSnapshot(entries)
  const position = newestOf(all[path]?.position ?? '', ...partPaths.map((part) => all[part]?.position ?? ''))
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

/** '' until the first one is fetched. */
const newestOf = (first: string, ...others: string[]): string =>
  first === '' ? '' : others.reduce((newest, other) => (other > newest ? other : newest), first)
