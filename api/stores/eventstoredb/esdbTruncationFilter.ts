// Removes truncated events from $all. EventStoreDB hides them in their stream and still sends them in $all until a
// scavenge; the port promises that no read returns them. So one short read of each stream in a batch finds its first
// remaining revision, which is cached for 5 s. A long catch-up reads the metadata of all streams instead.

import { LRUCache } from 'lru-cache'
import type { AllStreamRecordedEvent } from '@eventstore/db-client'
import type { EsdbReader } from '#api/stores/eventstoredb/esdbReader.ts'
import type { TruncationIndex } from '#api/stores/eventstoredb/esdbTruncationIndex.ts'

export interface TruncationFilter {
  /** The events that their streams still have. */
  withoutTruncated(events: readonly AllStreamRecordedEvent[]): Promise<AllStreamRecordedEvent[]>
  /** For after a slow batch, during which events may have been truncated. */
  clearCache(): void
  /** For after the last event that may be truncated: frees the memory. */
  reset(): void
}

/** How long a result is used; an event truncated within this time may be returned once more. */
const CACHED_MS = 5000
/** More streams than one batch can contain. */
const MAX_CACHED_STREAMS = 20_000
/** A short catch-up reads only the streams that occur, as the server would search its whole log for the metadata. */
const READS_BEFORE_INDEX = 1000
/** Concurrent reads; a server accepts about a hundred calls on one connection. */
const MAX_CONCURRENT_READS = 32

interface CachedRevision {
  /** The revision at which the read began. */
  from: number
  /** The first remaining revision from there. */
  first: number
  at: number
}

export interface LongCatchUp {
  createIndex(): TruncationIndex
  /** Whether it begins at the start of the log, so that the first batch already uses the index. */
  isFromStart: boolean
}

/** @param catchUp omitted for a few events */
export function createTruncationFilter(reader: EsdbReader, catchUp?: LongCatchUp): TruncationFilter {
  const cache = new LRUCache<string, CachedRevision>({ max: MAX_CACHED_STREAMS })
  let reads = 0
  let readsBeforeIndex = catchUp?.isFromStart ? 0 : READS_BEFORE_INDEX
  /** null after a server that took too long. */
  let index: TruncationIndex | null | undefined
  let indexUpdatedAt = -Infinity

  function isCached(stream: string, from: number): boolean {
    const cached = cache.get(stream)
    if (cached === undefined || performance.now() - cached.at >= CACHED_MS) return false
    // Truncation removes all events before a revision, so a first revision after `from` holds for every earlier one.
    return cached.from <= from || cached.first > cached.from
  }

  async function currentIndex(): Promise<TruncationIndex | null> {
    if (index === null || catchUp === undefined || reads < readsBeforeIndex) return null
    index ??= catchUp.createIndex()
    const begin = performance.now()
    if (begin - indexUpdatedAt < CACHED_MS) return index
    if (await index.update()) indexUpdatedAt = begin
    else index = null
    return index
  }

  async function readFirst(stream: string, from: number): Promise<void> {
    reads++
    const first = await reader.firstFrom(stream, from)
    cache.set(stream, { from, first, at: performance.now() })
  }

  return {
    clearCache() {
      cache.clear()
      indexUpdatedAt = -Infinity
    },
    reset() {
      if (reads === 0 && index === undefined) return
      cache.clear()
      reads = 0
      readsBeforeIndex = READS_BEFORE_INDEX
      index = undefined
      indexUpdatedAt = -Infinity
    },
    async withoutTruncated(events) {
      const indexed = await currentIndex()
      const lowest = new Map<string, number>()
      for (const { streamId, revision } of events) {
        const from = Math.min(Number(revision), lowest.get(streamId) ?? Infinity)
        lowest.set(streamId, from)
      }
      const firsts = new Map<string, number>()
      const uncached: [stream: string, from: number][] = []
      for (const [stream, from] of lowest) {
        const first = indexed?.firstOf(stream) ?? null
        if (first !== null) firsts.set(stream, first)
        else if (!isCached(stream, from)) uncached.push([stream, from])
      }
      const next = uncached.values()
      await Promise.all(
        Array.from({ length: MAX_CONCURRENT_READS }, async () => {
          for (const [stream, from] of next) await readFirst(stream, from)
        }),
      )
      return events.filter(
        ({ streamId, revision }) => revision >= (firsts.get(streamId) ?? cache.get(streamId)!.first),
      )
    },
  }
}
