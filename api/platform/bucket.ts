// How much one socket or person may say: a bucket of tokens that refills with time.

export interface Bucket {
  /** Whether one more is allowed now. */
  take(): boolean
  /** How often it was not, since it last was. */
  refused(): number
}

/** @param clock milliseconds since 1970 */
export function createBucket(perSecond: number, burst: number, clock: () => number): Bucket {
  let tokens = burst
  let at = clock()
  let refusals = 0
  return {
    take() {
      const now = clock()
      tokens = Math.min(burst, tokens + ((now - at) / 1000) * perSecond)
      at = now
      if (tokens < 1) {
        refusals += 1
        return false
      }
      tokens -= 1
      refusals = 0
      return true
    },
    refused: () => refusals,
  }
}
