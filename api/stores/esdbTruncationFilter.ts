// Removes truncated events from $all. EventStoreDB hides them in their stream and keeps sending them in $all until a
// scavenge; the port promises that no read returns them. So each stream that occurs gets one short read, whose result
// is cached for a while.

import { LRUCache } from 'lru-cache'
import type { AllStreamRecordedEvent } from '@eventstore/db-client'
import type { EsdbReader } from '#api/stores/esdbReader.ts'

export interface TruncationFilter {
  /** The events that their streams still have. */
  kept(events: readonly AllStreamRecordedEvent[]): Promise<AllStreamRecordedEvent[]>
  /** Clears the cache after a long time. */
  lookAgain(): void
}

/** How long a result is used; an event truncated meanwhile may be given once more. */
const KNOWN_MS = 5000
/** More than one batch can name. */
const STREAMS = 20_000
/** Concurrent reads; a server accepts about a hundred calls on one connection. */
const AT_ONCE = 32

interface Known {
  /** The revision the read began at … */
  from: number
  /** … and the first remaining revision from there. */
  first: number
  at: number
}

export function createTruncationFilter(reader: EsdbReader): TruncationFilter {
  const known = new LRUCache<string, Known>({ max: STREAMS })

  function isKnown(stream: string, from: number): boolean {
    const found = known.get(stream)
    if (found === undefined || performance.now() - found.at >= KNOWN_MS) return false
    // Truncation removes everything before a revision: a gap shows where it ends.
    return found.from <= from || found.first > found.from
  }

  async function look(stream: string, from: number): Promise<void> {
    const first = await reader.firstFrom(stream, from)
    known.set(stream, { from, first, at: performance.now() })
  }

  return {
    lookAgain: () => known.clear(),
    async kept(events) {
      const lowest = new Map<string, number>()
      for (const { streamId, revision } of events) {
        const from = Math.min(Number(revision), lowest.get(streamId) ?? Infinity)
        lowest.set(streamId, from)
      }
      const wanted = [...lowest].filter(([stream, from]) => !isKnown(stream, from))
      const next = wanted.values()
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (const [stream, from] of next) await look(stream, from)
        }),
      )
      return events.filter(({ streamId, revision }) => revision >= known.get(streamId)!.first)
    },
  }
}
