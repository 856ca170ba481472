// Verifies the hash chains of all streams, and computes a digest over them to compare two logs. It stores a revision
// and a hash for each stream.

import { hashEvent } from '#core/kernel/ids.ts'
import { CHAIN_RELINKED, type ChainRelinked } from '#core/store/codec.ts'
import { START, type EventStore, type StoredEvent } from '#core/store/eventStore.ts'
import { sha256 } from '#api/platform/sha256.ts'

export interface Chains {
  /** Adds the next event of the log. */
  add(event: StoredEvent): void
  /** The events that do not follow the one before them and that no later event of their stream has relinked. */
  broken(): BrokenLink[]
  /** Whether a later event has relinked this event to the one before it. */
  isRelinked(stream: string, revision: number): boolean
  /** @throws BrokenChain for the first broken link */
  assertWhole(): void
  /** Revision of the stream's last added event; -1 before the first. */
  revision(stream: string): number
  events(): number
  streams(): number
  /** SHA-256 over all added events, hex: equal for two logs with equal streams, in whatever order among each other. */
  digest(): string
}

export interface BrokenLink {
  event: Pick<StoredEvent, 'stream' | 'revision' | 'type' | 'position'> & { at: string }
  /** The hash of the event before it; null where events are missing or it has none: that cannot be relinked. */
  prev: string | null
}

export class BrokenChain extends Error {
  constructor({ event: { stream, revision, type, position, at }, prev }: BrokenLink) {
    const problem = prev === null ? 'has a gap' : 'does not follow what was before'
    super(
      `The log is damaged: ${stream} ${problem} at revision ${revision} (${type}, ${at}, position ${position})`,
    )
    this.name = 'BrokenChain'
  }
}

export const hashOf = (event: StoredEvent): string => hashEvent(event, sha256)

export function createChains(): Chains {
  const last = new Map<string, { first: number; revision: number; hash: string }>()
  /** By stream and revision. */
  const broken = new Map<string, BrokenLink>()
  const relinked = new Set<string>()
  let events = 0

  function relink(stream: string, { links }: ChainRelinked['data']): void {
    for (const { revision, prev } of links) {
      const name = `${stream} ${revision}`
      if (broken.get(name)?.prev !== prev) continue
      broken.delete(name)
      relinked.add(name)
    }
  }

  return {
    add(event) {
      const { stream, revision, type, position, meta } = event
      const previous = last.get(stream)
      // Earlier events may be truncated; then the link to them cannot be verified.
      const hasGap = previous !== undefined && revision !== previous.revision + 1
      const holds = previous ? meta.prev === previous.hash : revision > 0 || meta.prev === null
      if (hasGap || !holds) {
        const prev = hasGap ? null : (previous?.hash ?? null)
        broken.set(`${stream} ${revision}`, {
          event: { stream, revision, type, position, at: meta.at },
          prev,
        })
      }
      if (type === CHAIN_RELINKED) relink(stream, event.data as ChainRelinked['data'])
      last.set(stream, { first: previous?.first ?? revision, revision, hash: hashOf(event) })
      events++
    },
    broken: () => [...broken.values()],
    isRelinked: (stream, revision) => relinked.has(`${stream} ${revision}`),
    assertWhole() {
      for (const link of broken.values()) throw new BrokenChain(link)
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
