// Every stream is a hash chain, so a log can be looked through for what was lost or changed, and two logs compared by one
// number. It needs a place and a hash for each stream.

import { createHash, hash } from 'node:crypto'
import { hashEvent } from '#core/kernel/ids.ts'
import { START, type EventStore, type StoredEvent } from '#core/store/eventStore.ts'

export interface Chains {
  /** Takes the next event of the log. @throws BrokenChain where it does not follow what was taken before */
  take(event: StoredEvent): void
  /** Revision of the stream's last event taken; -1 before the first. */
  revision(stream: string): number
  events(): number
  streams(): number
  /** Over all that was taken, in its order, hex: the same for two logs that say the same. */
  digest(): string
}

export class BrokenChain extends Error {
  constructor({ stream, revision }: StoredEvent, what: string) {
    super(`The log is damaged: ${stream} ${what} at revision ${revision}`)
    this.name = 'BrokenChain'
  }
}

const sha256 = (text: string) => hash('sha256', text)

export const hashOf = (event: StoredEvent): string => hashEvent(event, sha256)

export function createChains(): Chains {
  const last = new Map<string, { revision: number; hash: string }>()
  const whole = createHash('sha256')
  let events = 0
  return {
    take(event) {
      const { stream, revision, meta } = event
      const before = last.get(stream)
      if (before && revision !== before.revision + 1) throw new BrokenChain(event, 'has a gap')
      // What came before may be forgotten; then the link to it cannot be checked.
      if (before ? meta.prev !== before.hash : revision === 0 && meta.prev !== null)
        throw new BrokenChain(event, 'does not follow what was before')
      const own = hashOf(event)
      last.set(stream, { revision, hash: own })
      whole.update(`${stream}\n${own}\n`)
      events++
    },
    revision: (stream) => last.get(stream)?.revision ?? -1,
    events: () => events,
    streams: () => last.size,
    digest: () => whole.copy().digest('hex'),
  }
}

/** All that is in the log now, in its order. */
export async function* wholeLog(store: EventStore): AsyncGenerator<StoredEvent, void, void> {
  const head = await store.head()
  if (head === START) return
  const stop = new AbortController()
  try {
    for await (const events of store.subscribe({ after: START, signal: stop.signal }))
      for (const event of events) {
        // What was written since belongs to the next look.
        if (event.position > head) return
        yield event
        if (event.position === head) return
      }
  } finally {
    stop.abort()
  }
}
