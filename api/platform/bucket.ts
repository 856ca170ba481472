// How much one socket or person may say: a bucket of tokens that refills with time.

export interface Bucket {
  /** Whether one more is allowed now. */
  take(): boolean
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
