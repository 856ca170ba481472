// An event store in memory that a test can make unreadable, like one that a network has cut off.

import { type EventStore, StoreUnavailable } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'

export type StoreThatGoesAway = EventStore & {
  /** Reads of a stream throw StoreUnavailable; appends and subscriptions continue. */
  isAway: boolean
  /** Reads that have thrown. */
  failedReads: number
  /** Reads of a stream wait for it. */
  held: Promise<void>
}

export function createStoreThatGoesAway(): StoreThatGoesAway {
  const inner = createMemoryEventStore()
  const away = {
    ...inner,
    isAway: false,
    failedReads: 0,
    held: Promise.resolve(),
    async read(...given: Parameters<EventStore['read']>) {
      await away.held
      if (!away.isAway) return inner.read(...given)
      away.failedReads += 1
      throw new StoreUnavailable('away')
    },
  }
  return away
}
