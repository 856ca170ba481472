// Removes truncated events from $all. EventStoreDB hides them in their stream and still sends them in $all until a
// scavenge; the port promises that no read returns them. So one short read of each stream in a batch finds its first
// remaining revision, which is cached for 5 s.

import { LRUCache } from 'lru-cache'
import type { AllStreamRecordedEvent } from '@eventstore/db-client'
import type { EsdbReader } from '#api/stores/esdbReader.ts'

export interface TruncationFilter {
  /** The events that their streams still have. */
  withoutTruncated(events: readonly AllStreamRecordedEvent[]): Promise<AllStreamRecordedEvent[]>
  /** For after a slow batch, during which events may have been truncated. */
  clearCache(): void
}

/** How long a result is used; an event truncated within this time may be returned once more. */
const CACHED_MS = 5000
/** More streams than one batch can contain. */
const MAX_CACHED_STREAMS = 20_000
/** Concurrent reads; a server accepts about a hundred calls on one connection. */
const MAX_CONCURRENT_READS = 32

interface CachedRevision {
  /** The revision at which the read began. */
  from: number
  /** The first remaining revision from there. */
  first: number
  at: number
}

export function createTruncationFilter(reader: EsdbReader): TruncationFilter {
  const cache = new LRUCache<string, CachedRevision>({ max: MAX_CACHED_STREAMS })

  function isCached(stream: string, from: number): boolean {
    const cached = cache.get(stream)
    if (cached === undefined || performance.now() - cached.at >= CACHED_MS) return false
    // Truncation removes all events before a revision, so a first revision after `from` holds for every earlier one.
    return cached.from <= from || cached.first > cached.from
  }

  async function readFirst(stream: string, from: number): Promise<void> {
    const first = await reader.firstFrom(stream, from)
    cache.set(stream, { from, first, at: performance.now() })
  }

  return {
    clearCache: () => cache.clear(),
    async withoutTruncated(events) {
      const lowest = new Map<string, number>()
      for (const { streamId, revision } of events) {
        const from = Math.min(Number(revision), lowest.get(streamId) ?? Infinity)
        lowest.set(streamId, from)
      }
      const uncached = [...lowest].filter(([stream, from]) => !isCached(stream, from))
      const next = uncached.values()
      await Promise.all(
        Array.from({ length: MAX_CONCURRENT_READS }, async () => {
          for (const [stream, from] of next) await readFirst(stream, from)
        }),
      )
      return events.filter(({ streamId, revision }) => revision >= cache.get(streamId)!.first)
    },
  }
}
