// Limits the requests of a person and of an address.

import { RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '#api/platform/clientAddress.ts'
import { rateLimited } from '#api/platform/httpError.ts'
import type { Limiter, Limiters } from '#api/platform/nodes.ts'

const TOO_MANY_REQUESTS = 'Too many requests. Please wait a moment.'

export interface PerMinute {
  person: number
  /** Many people may share one. */
  address: number
}

/** Both count a request. @throws HttpError 429 with Retry-After when there were too many */
export interface RequestLimit {
  ofPerson(userId: string): Promise<void>
  ofAddress(address: string): Promise<void>
}

export function createRequestLimit(perMinute: PerMinute | undefined, limiters: Limiters): RequestLimit {
  if (!perMinute) return { ofPerson: async () => undefined, ofAddress: async () => undefined }
  const createLimiter = (points: number, keyPrefix: string) => limiters({ points, duration: 60, keyPrefix })
  const people = createLimiter(perMinute.person, 'requests')
  const addresses = createLimiter(perMinute.address, 'addressRequests')
  return {
    ofPerson: (userId) => consume(people, userId, TOO_MANY_REQUESTS),
    ofAddress: (address) => consume(addresses, networkOf(address), TOO_MANY_REQUESTS),
  }
}

/** Counts one use. @throws HttpError 429 with this text and Retry-After when there were too many */
export async function consume(limiter: Limiter, key: string, text: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    throw rateLimited(text, secondsUntil(refused))
  }
}

/** Whole seconds until the limiter allows another use; at least 1. */
export function secondsUntil({ msBeforeNext }: Pick<RateLimiterRes, 'msBeforeNext'>): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000))
}
