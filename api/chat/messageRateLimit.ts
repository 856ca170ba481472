// Nobody talks faster than people do: five messages a second for each person, twenty at once (decisions §3). An edit
// goes to as many screens as a message, so it counts as one.

import { HttpError } from '#api/platform/httpError.ts'
import type { Buckets } from '#api/platform/nodes.ts'
import type { Route, AuthenticatedRequest } from '#api/platform/route.ts'

const PER_SECOND = 5
const BURST = 20

/** Gives the same routes, at one person's pace over all of them. */
export function createMessageRateLimit(buckets: Buckets): (route: Route) => Route {
  const take = buckets('messages', PER_SECOND, BURST)
  return (route) => {
    if (route.access !== 'signed-in') return route
    return {
      ...route,
      async handler(incoming: AuthenticatedRequest) {
        if (await take(incoming.by.id)) return route.handler(incoming)
        throw new HttpError(429, 'RATE_LIMITED', 'That was too fast. Please wait a moment.', {
          headers: { 'Retry-After': '1' },
        })
      },
    }
  }
}
