// Caches the histories of trips, and extends them by the tails of their streams. A history never runs ahead of the read
// models, so its numbers are readable elsewhere, too.

import type { TripChatEvent } from '#core/chat/events.ts'
import type { HistoryEvent } from '#core/history/events.ts'
import { isChange } from '#core/history/events.ts'
import type { RecordedEvent, RecordedEventOf } from '#core/kernel/decider.ts'
import type { Codec } from '#core/store/codec.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import { chatChanges } from '#projections/history/chatChanges.ts'
import { BoundedMap } from '#core/kernel/boundedMap.ts'
import { TripHistory } from '#projections/history/tripHistory.ts'
import { itemsOf } from '#projections/platform/chunks.ts'
import type { ReadModels } from '#api/platform/readModels.ts'
import { createYielder } from '#api/platform/yielder.ts'

export const HISTORY_PREFIXES = ['trip-', 'itinerary-', 'money-'] as const

export interface HistoriesDeps {
  store: EventStore
  codec: Codec
  readModels: Pick<ReadModels, 'get'>
  /** The position of the read models. */
  position(): string
}

export interface Histories {
  /** The history of a trip up to the read models' position. The caller must not change it. */
  of(tripId: string): Promise<TripHistory>
}

/** Changes of all cached histories; those used longest ago are dropped first. */
const CACHED_CHANGES = 100_000

interface Cached {
  history: TripHistory
  /** The next revision to read, by stream. */
  next: Map<string, number>
  /** The position it includes. */
  taken: string
}

export function createHistories(deps: HistoriesDeps): Histories {
  const cache = new BoundedMap<Cached>(CACHED_CHANGES)
  const underway = new Map<string, Promise<unknown>>()

  return {
    async of(tripId) {
      // One after another: reading the same tail twice would count it twice.
      const result = (underway.get(tripId) ?? Promise.resolve()).then(() => extended(tripId))
      const settled = result.catch(() => cache.delete(tripId))
      underway.set(tripId, settled)
      try {
        return await result
      } finally {
        if (underway.get(tripId) === settled) underway.delete(tripId)
      }
    },
  }

  async function extended(tripId: string): Promise<TripHistory> {
    const entry = cache.get(tripId) ?? { history: new TripHistory(tripId), next: new Map(), taken: '' }
    const pause = createYielder()
    for (const event of await newEvents(deps, tripId, entry)) {
      entry.history.add(event)
      await pause()
    }
    cache.set(tripId, entry, entry.history.length)
    return entry.history
  }
}

const PAGE = 500

/** Reads a long stream in pages, with turns for other requests in between. */
async function readFrom(store: EventStore, stream: string, first: number): Promise<StoredEvent[]> {
  const pause = createYielder()
  const read: StoredEvent[] = []
  for (let from = first; ; from += PAGE) {
    const page = await store.read(stream, { from, limit: PAGE })
    read.push(...page)
    if (page.length < PAGE) return read
    await pause()
  }
}

/** The events of a trip that its history lacks, in the order of the log. */
async function newEvents(
  { store, codec, readModels, position }: HistoriesDeps,
  tripId: string,
  entry: Omit<Cached, 'past'>,
): Promise<HistoryEvent[]> {
  const end = position()
  const streams = await Promise.all(
    HISTORY_PREFIXES.map((prefix) => readFrom(store, prefix + tripId, entry.next.get(prefix + tripId) ?? 0)),
  )
  const streamEvents = streams.flat().filter((event) => event.position <= end)
  for (const { stream, revision } of streamEvents)
    entry.next.set(stream, Math.max(entry.next.get(stream) ?? 0, revision + 1))
  const chatEvents: RecordedEvent[] = itemsOf(await readModels.get(chatChanges, tripId))
    .filter((event) => event.position > entry.taken && event.position <= end)
    .map(({ id: _, ...event }) => event as RecordedEventOf<TripChatEvent>)
  entry.taken = end
  return [...streamEvents.map((event) => codec.decode(event)), ...chatEvents]
    .filter((event): event is HistoryEvent => isChange(event))
    .sort((a, b) => (a.position < b.position ? -1 : 1))
}
