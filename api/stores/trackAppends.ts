// Tracks to which streams a store appends, for stores that notice every commit at little cost.

import type { StoredEvent } from '#core/store/eventStore.ts'

/** More appended events than this are not looked through. */
const MAX_TRACKED = 500
const NONE: ReadonlySet<string> = new Set()

/**
 * Implements `trackAppends` of the port.
 * @param version changes with every commit, and costs less than a read
 */
export function trackAppends({
  version,
  head,
  appendedAfter,
}: {
  version(): unknown
  head(): string
  appendedAfter(position: string, limit: number): Pick<StoredEvent, 'stream' | 'position'>[]
}): () => ReadonlySet<string> | null {
  let lastVersion = version()
  let position = head()
  return () => {
    // Before the events: a commit in between is found again by the next call.
    const now = version()
    if (now === lastVersion) return NONE
    const events = appendedAfter(position, MAX_TRACKED)
    const lost = events.length === MAX_TRACKED
    position = lost ? head() : (events.at(-1)?.position ?? position)
    lastVersion = now
    return lost ? null : new Set(events.map(({ stream }) => stream))
  }
}
