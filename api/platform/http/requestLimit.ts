// Limits the requests of a person and of an address, and the time that a person's requests take.

import { RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '#api/platform/http/clientAddress.ts'
import { rateLimited } from '#api/platform/http/httpError.ts'
import type { Limiter, Limiters } from '#api/platform/nodes.ts'

const TOO_MANY_REQUESTS = 'Too many requests. Please wait a moment.'

export interface PerMinute {
  person: number
  /** Many people may share one. */
  address: number
}

/** Time of the thread that serves everybody; a request that takes longer counts as several. */
const MS_OF_REQUEST = 25

export interface RequestLimit {
  /** Counts a request. @throws HttpError 429 with Retry-After when there were too many */
  ofPerson(userId: string): Promise<void>
  /** Counts a request. @throws HttpError 429 with Retry-After when there were too many */
  ofAddress(address: string): Promise<void>
  /** For the next ones: what a request has taken of the thread. */
  took(userId: string, ms: number): void
}

export function createRequestLimit(perMinute: PerMinute | undefined, limiters: Limiters): RequestLimit {
  if (!perMinute)
    return { ofPerson: async () => undefined, ofAddress: async () => undefined, took: () => undefined }
  const createLimiter = (points: number, keyPrefix: string) => limiters({ points, duration: 60, keyPrefix })
  const people = createLimiter(perMinute.person, 'requests')
  const addresses = createLimiter(perMinute.address, 'addressRequests')
  return {
    ofPerson: (userId) => consume(people, userId, TOO_MANY_REQUESTS),
    ofAddress: (address) => consume(addresses, networkOf(address), TOO_MANY_REQUESTS),
    took(userId, ms) {
      const more = Math.floor(ms / MS_OF_REQUEST)
      if (more > 0) void people.penalty(userId, more).catch(() => undefined)
    },
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
