// Nobody talks faster than people do: five messages a second for each person, twenty at once (decisions §3). An edit
// goes to as many screens as a message, so it counts as one.

import type { Bucket } from '#api/platform/bucket.ts'
import { createBucket } from '#api/platform/bucket.ts'
import { HttpError } from '#api/platform/httpError.ts'
import type { Route, SignedIn } from '#api/platform/route.ts'

const PER_SECOND = 5
const BURST = 20
/** People remembered; whoever is forgotten starts with a full bucket. */
const PEOPLE = 10_000

/** Gives the same routes, at one person's pace over all of them. @param clock milliseconds since 1970 */
export function createPace(clock: () => number): (route: Route) => Route {
  const buckets = new Map<string, Bucket>()
  const bucketOf = (userId: string): Bucket => {
    const bucket = buckets.get(userId) ?? createBucket(PER_SECOND, BURST, clock)
    buckets.delete(userId)
    buckets.set(userId, bucket)
    if (buckets.size > PEOPLE) buckets.delete(buckets.keys().next().value!)
    return bucket
  }
  return (route) => {
    if (route.access !== 'signed-in') return route
    return {
      ...route,
      answer(incoming: SignedIn) {
        if (bucketOf(incoming.by.id).take()) return route.answer(incoming)
        throw new HttpError(429, 'RATE_LIMITED', 'That was too fast. Please wait a moment.', {
          headers: { 'Retry-After': '1' },
        })
      },
    }
  }
}
