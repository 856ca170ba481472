// A general limit on requests, only where the operator sets one.

import { RateLimiterRes } from 'rate-limiter-flexible'
import { HttpError } from '#api/platform/httpError.ts'
import type { Limiters } from '#api/platform/nodes.ts'

/** Counts a request of somebody. @throws HttpError 429 with Retry-After when there were too many. */
export type Limit = (who: string) => Promise<void>

export function createLimit(perMinute: number | undefined, limiters: Limiters): Limit {
  if (perMinute === undefined) return async () => undefined
  const limiter = limiters({ points: perMinute, duration: 60, keyPrefix: 'requests' })
  return async (who) => {
    try {
      await limiter.consume(who)
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      throw new HttpError(429, 'RATE_LIMITED', 'Too many requests. Please wait a moment.', {
        headers: { 'Retry-After': String(Math.max(1, Math.ceil(refused.msBeforeNext / 1000))) },
      })
    }
  }
}
