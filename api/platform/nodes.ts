// What the nodes of one installation share beside the log and the read models: events for sockets, rate limits, and when
// people were last seen. All of it may be lost.

import { RateLimiterMemory, type IRateLimiterOptions } from 'rate-limiter-flexible'
import { createBuckets } from '#api/platform/http/tokenBucket.ts'

export interface Nodes {
  bus: Bus
  limiter: Limiters
  buckets: Buckets
  presenceTimes: PresenceTimesStore
  close(): Promise<void>
}

export interface Bus {
  /** Publishes to all reachable nodes. Never throws. */
  publish(topic: string, payload: unknown): void
  /** @param handler also receives the name of the publishing node */
  subscribe(topic: string, handler: (payload: unknown, node: string) => void): void
  /** Called whenever other nodes become reachable, also the first time: earlier messages are lost. */
  onUp(listener: () => void): void
  isUp(): boolean
}

/** Rate limiters with points that return after a while. */
export type Limiters = (of: IRateLimiterOptions) => Limiter

export interface Limiter {
  readonly points: number
  get(key: string): Promise<{ consumedPoints: number; msBeforeNext: number } | null>
  /** @throws RateLimiterRes when there are none left */
  consume(key: string): Promise<unknown>
  /** @param points default 1 */
  penalty(key: string, points?: number): Promise<unknown>
}

/** Token buckets, one for each key; resolves to whether one more is allowed now. */
export type Buckets = (name: string, perSecond: number, burst: number) => (key: string) => Promise<boolean>

/** Outlives the process: when people and sessions were last seen, in milliseconds since 1970 by their ids. */
export interface PresenceTimesStore {
  /** Resolves once it can be read; at most the newest `MAX_PRESENCE_TIMES`. */
  load(): Promise<ReadonlyMap<string, number>>
  /** Keeps the later of two times. @throws Error when nothing is stored; the same times can be saved again */
  save(times: ReadonlyMap<string, number>): Promise<void>
}

export const MAX_PRESENCE_TIMES = 200_000

const nothingStored: PresenceTimesStore = { load: async () => new Map(), save: async () => undefined }

/** For a single process. @param clock milliseconds since 1970 */
export function oneNode(clock: () => number, presenceTimes = nothingStored): Nodes {
  return {
    bus: { publish: () => undefined, subscribe: () => undefined, onUp: () => undefined, isUp: () => false },
    limiter: (of) => new RateLimiterMemory(of),
    buckets(_, perSecond, burst) {
      const take = createBuckets(perSecond, burst, clock)
      return async (key) => take(key)
    },
    presenceTimes,
    close: async () => undefined,
  }
}
