// Fetches the replica of the trip that the address names, the largest response of its screen, beside the screen's code.

import { getReplica } from '#core/trips/contract.ts'
import { tripIdIn } from '#web/app/tripIdIn.ts'
import { prefetchQuery } from '#web/platform/queries.ts'

/** @param path of the address */
export function prefetchTrip(path: string): void {
  const tripId = tripIdIn(path)
  if (tripId !== undefined) prefetchQuery(getReplica, { tripId })
}
