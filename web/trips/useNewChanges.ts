// What is new on a trip of a list.

import { useEffect } from 'react'
import type { ListedTrip } from '#core/trips/responses.ts'
import { noteVisit, useVisit } from '#web/platform/visits.ts'
import { changesSince, type NewChanges } from '#web/trips/newChanges.ts'

/** A list that an older build left on the device names no changes. */
type Changed = Pick<ListedTrip, 'id'> & Partial<Pick<ListedTrip, 'changesByOthers'>>

/** Null for none, and for a trip that this device has not shown before: its changes from now on will be new. */
export function useNewChanges({ id, changesByOthers }: Changed, now: number): NewChanges | null {
  const visit = useVisit(id)
  const newest = changesByOthers && (changesByOthers[0] ?? '')
  const isUnknown = visit === undefined
  useEffect(() => {
    if (isUnknown && newest !== undefined) noteVisit(id, newest)
  }, [isUnknown, id, newest])
  return visit && changesByOthers ? changesSince(visit, changesByOthers, now) : null
}
