// What is new on a trip of a list.

import { useEffect } from 'react'
import type { ListedTrip } from '#core/trips/responses.ts'
import { noteVisit, useVisit } from '#web/platform/visits.ts'
import { changesSince, type NewChanges } from '#web/trips/newChanges.ts'

type Changed = Pick<ListedTrip, 'id' | 'changesByOthers'>

/** Null for none, and for a trip that this device has not shown before: its changes from now on will be new. */
export function useNewChanges({ id, changesByOthers }: Changed, now: number): NewChanges | null {
  const visit = useVisit(id)
  const newest = changesByOthers[0] ?? ''
  const isUnknown = visit === undefined
  useEffect(() => {
    if (isUnknown) noteVisit(id, newest)
  }, [isUnknown, id, newest])
  return visit ? changesSince(visit, changesByOthers, now) : null
}
