// Verifies the hash chains of all streams, and computes a digest over them to compare two logs. It stores a revision
// and a hash for each stream.

import { hashEvent } from '#core/kernel/ids.ts'
import { START, type EventStore, type StoredEvent } from '#core/store/eventStore.ts'
import { sha256 } from '#api/platform/sha256.ts'

export interface Chains {
  /** Adds the next event of the log. @throws BrokenChain when it does not follow the previous ones */
  add(event: StoredEvent): void
  /** Revision of the stream's last added event; -1 before the first. */
  revision(stream: string): number
  events(): number
  streams(): number
  /** SHA-256 over all added events, hex: equal for two logs with equal streams, in whatever order among each other. */
  digest(): string
}

export class BrokenChain extends Error {
  constructor({ stream, revision }: StoredEvent, problem: string) {
    super(`The log is damaged: ${stream} ${problem} at revision ${revision}`)
    this.name = 'BrokenChain'
  }
}

export const hashOf = (event: StoredEvent): string => hashEvent(event, sha256)

export function createChains(): Chains {
  const last = new Map<string, { first: number; revision: number; hash: string }>()
  let events = 0
  return {
    add(event) {
      const { stream, revision, meta } = event
      const previous = last.get(stream)
      if (previous && revision !== previous.revision + 1) throw new BrokenChain(event, 'has a gap')
      // Earlier events may be truncated; then the link to them cannot be verified.
      if (previous ? meta.prev !== previous.hash : revision === 0 && meta.prev !== null)
        throw new BrokenChain(event, 'does not follow what was before')
      const eventHash = hashOf(event)
      last.set(stream, { first: previous?.first ?? revision, revision, hash: eventHash })
      events++
    },
    revision: (stream) => last.get(stream)?.revision ?? -1,
    events: () => events,
    streams: () => last.size,
    // The last hash of a stream covers its earlier events.
    digest() {
      const lines = [...last].map(([stream, { first, hash }]) => `${stream}\n${first}\n${hash}\n`)
      return sha256(lines.sort().join(''))
    },
  }
}

/** All events of the log up to its current head. */
export async function* wholeLog(store: EventStore): AsyncGenerator<StoredEvent, void, void> {
  const head = await store.head()
  if (head === START) return
  const stop = new AbortController()
  try {
    for await (const events of store.subscribe({ after: START, signal: stop.signal }))
      for (const event of events) {
        // Later events are not included.
        if (event.position > head) return
        yield event
        if (event.position === head) return
      }
  } finally {
    stop.abort()
  }
}
