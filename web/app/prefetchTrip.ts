// Fetches the replica of the trip that the address names, the largest response of its screen, beside the screen's code.

import { parse } from 'regexparam'
import { matchRoute } from 'wouter'
import { getReplica } from '#core/trips/contract.ts'
import { screenRoutes } from '#core/screenRoutes.ts'
import { prefetchQuery } from '#web/platform/queries.ts'

/** @param path of the address */
export function prefetchTrip(path: string): void {
  const [, params] = matchRoute<{ id?: string }>(parse, screenRoutes.travel, path)
  if (params?.id !== undefined) prefetchQuery(getReplica, { tripId: params.id })
}
