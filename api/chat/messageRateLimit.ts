// Limits messages to five a second for each person, with bursts of twenty (docs/decisions.md §3). An edit is published
// like a message, so it counts as one.

import { rateLimited } from '#api/platform/httpError.ts'
import type { Buckets } from '#api/platform/nodes.ts'
import type { Route, AuthenticatedRequest } from '#api/platform/route.ts'

const PER_SECOND = 5
const BURST = 20

/** The routes share one limit per person. */
export function createMessageRateLimit(buckets: Buckets): (route: Route) => Route {
  const takeToken = buckets('messages', PER_SECOND, BURST)
  return (route) => {
    if (route.access !== 'signed-in') return route
    return {
      ...route,
      async handler(incoming: AuthenticatedRequest) {
        if (await takeToken(incoming.by.id)) return route.handler(incoming)
        throw rateLimited('That was too fast. Please wait a moment.')
      },
    }
  }
}
