// What of $all is forgotten. EventStoreDB hides the events of a stream from that stream's reads and goes on telling
// them in $all until a scavenge; the port promises that they are in no answer. So the streams themselves are asked, one
// short read for each stream that occurs, and the answer is used for a while.

import type { AllStreamRecordedEvent } from '@eventstore/db-client'
import type { EsdbReader } from '#api/stores/esdbReader.ts'

export interface TruncationFilter {
  /** Those that their streams still show. */
  kept(events: readonly AllStreamRecordedEvent[]): Promise<AllStreamRecordedEvent[]>
  /** Time has passed: what is known is too old. */
  lookAgain(): void
}

/** How long a stream's answer is good for; what is forgotten meanwhile may be told once more. */
const KNOWN_MS = 5000
const REMEMBERED = 20_000
/** Reads under way at once; a server takes about a hundred calls on one connection. */
const AT_ONCE = 32

interface Known {
  /** The revision it was asked from … */
  from: number
  /** … and the first from there on that is left. */
  first: number
  at: number
}

export function createTruncationFilter(reader: EsdbReader): TruncationFilter {
  const known = new Map<string, Known>()

  function isKnown(stream: string, from: number): boolean {
    const found = known.get(stream)
    if (found === undefined || performance.now() - found.at >= KNOWN_MS) return false
    // What is forgotten is all that comes before something: where there was a gap, its end is known.
    return found.from <= from || found.first > found.from
  }

  async function look(stream: string, from: number): Promise<void> {
    const first = await reader.firstFrom(stream, from)
    known.delete(stream)
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
      const remaining = events.filter(({ streamId, revision }) => revision >= known.get(streamId)!.first)
      for (const oldest of known.keys()) {
        if (known.size <= REMEMBERED) break
        known.delete(oldest)
      }
      return remaining
    },
  }
}
