// What the nodes of one installation share beside log and views: short news for each other's sockets, and how much
// somebody has used up. All of it may be lost; nothing here is ever the only place of anything.

import type { IRateLimiterOptions } from 'rate-limiter-flexible'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { createBuckets } from '#api/platform/bucket.ts'

export interface Nodes {
  bus: Bus
  limiter: Limiters
  buckets: Buckets
  close(): Promise<void>
}

export interface Bus {
  /** To all other nodes that can be reached now. Never throws. */
  tell(topic: string, news: unknown): void
  /** @param listener given the name of the node that told */
  hear(topic: string, listener: (news: unknown, node: string) => void): void
  /** Hears whenever other nodes can be reached again, also the first time: what was told before is lost. */
  onUp(listener: () => void): void
  isUp(): boolean
}

/** Counted points that come back after a while. */
export type Limiters = (of: IRateLimiterOptions) => Limiter

export interface Limiter {
  readonly points: number
  get(key: string): Promise<{ consumedPoints: number; msBeforeNext: number } | null>
  /** @throws RateLimiterRes when there are none left */
  consume(key: string): Promise<unknown>
  penalty(key: string): Promise<unknown>
}

/** Buckets of tokens, one for each who: whether one more is allowed now. */
export type Buckets = (name: string, perSecond: number, burst: number) => (who: string) => Promise<boolean>

/** For a single process. @param clock milliseconds since 1970 */
export function oneNode(clock: () => number): Nodes {
  return {
    bus: { tell: () => undefined, hear: () => undefined, onUp: () => undefined, isUp: () => false },
    limiter: (of) => new RateLimiterMemory(of),
    buckets(_, perSecond, burst) {
      const take = createBuckets(perSecond, burst, clock)
      return async (who) => take(who)
    },
    close: async () => undefined,
  }
}
