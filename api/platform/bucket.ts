// How much one socket or person may say: a bucket of tokens that refills with time.

export interface Bucket {
  /** Whether one more is allowed now. */
  take(): boolean
}

/** Whoever is forgotten starts with a full bucket. */
const REMEMBERED = 10_000

/** A bucket for each who asks. @param clock as below */
export function createBuckets(
  perSecond: number,
  burst: number,
  clock: () => number,
): (who: string) => boolean {
  const buckets = new Map<string, Bucket>()
  return (who) => {
    const bucket = buckets.get(who) ?? createBucket(perSecond, burst, clock)
    buckets.delete(who)
    buckets.set(who, bucket)
    if (buckets.size > REMEMBERED) buckets.delete(buckets.keys().next().value!)
    return bucket.take()
  }
}

/** @param clock milliseconds since 1970; set back, it refills nothing until it goes on */
export function createBucket(perSecond: number, burst: number, clock: () => number): Bucket {
  let tokens = burst
  let at = clock()
  return {
    take() {
      const now = clock()
      tokens = Math.min(burst, tokens + (Math.max(0, now - at) / 1000) * perSecond)
      at = now
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}
