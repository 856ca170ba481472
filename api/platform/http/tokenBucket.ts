// Limits a rate with a bucket of tokens that refills with time.

import { LRUCache } from 'lru-cache'

export interface Bucket {
  /** Whether one more is allowed now. */
  take(): boolean
}

/** A bucket that is dropped starts full again. */
const MAX_BUCKETS = 10_000

/** One bucket for each key. @param clock as below */
export function createBuckets(
  perSecond: number,
  burst: number,
  clock: () => number,
): (key: string) => boolean {
  const buckets = new LRUCache<string, Bucket>({ max: MAX_BUCKETS })
  return (key) => {
    const bucket = buckets.get(key) ?? createBucket(perSecond, burst, clock)
    buckets.set(key, bucket)
    return bucket.take()
  }
}

/** @param clock milliseconds since 1970; set back, it refills nothing until it goes on */
export function createBucket(perSecond: number, burst: number, clock: () => number): Bucket {
  let tokens = burst
  let refilledAt = clock()
  return {
    take() {
      const now = clock()
      tokens = Math.min(burst, tokens + (Math.max(0, now - refilledAt) / 1000) * perSecond)
      refilledAt = now
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}
