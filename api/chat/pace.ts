// Nobody talks faster than people do: five messages a second for each person, twenty at once (decisions §3).

import type { Bucket } from '#api/platform/bucket.ts'
import { createBucket } from '#api/platform/bucket.ts'
import { HttpError } from '#api/platform/httpError.ts'
import type { Route, SignedIn } from '#api/platform/route.ts'

const PER_SECOND = 5
const BURST = 20
/** People remembered; whoever is forgotten starts with a full bucket. */
const PEOPLE = 10_000

/** The same route, at a person's pace. @param clock milliseconds since 1970 */
export function atAPace(route: Route, clock: () => number): Route {
  if (route.access !== 'signed-in') return route
  const buckets = new Map<string, Bucket>()
  const bucketOf = (userId: string): Bucket => {
    const bucket = buckets.get(userId) ?? createBucket(PER_SECOND, BURST, clock)
    buckets.delete(userId)
    buckets.set(userId, bucket)
    if (buckets.size > PEOPLE) buckets.delete(buckets.keys().next().value!)
    return bucket
  }
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
