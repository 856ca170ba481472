// Caches the histories of trips, and extends each by the new events of its streams. A history never includes more than
// the read models, so that other endpoints show the same changes.

import type { TripChatEvent } from '#core/chat/events.ts'
import { isChange, type HistoryEvent } from '#core/history/events.ts'
import type { RecordedEvent, RecordedEventOf } from '#core/kernel/decider.ts'
import type { Codec } from '#core/store/codec.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import { readInPages } from '#core/store/foldedStream.ts'
import { type ChatChanges, chatChanges } from '#projections/history/chatChanges.ts'
import { BoundedMap } from '#core/kernel/boundedMap.ts'
import { TripHistory } from '#projections/history/tripHistory.ts'
import { flattenChunks } from '#projections/platform/chunks.ts'
import type { ReadModels } from '#api/platform/readModels.ts'
import { createYielder } from '#api/platform/yielder.ts'

export interface HistoriesDeps {
  store: EventStore
  codec: Codec
  readModels: Pick<ReadModels, 'getTogether'>
  /** Of all streams of a trip. */
  prefixes: readonly string[]
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
  nextRevisions: Map<string, number>
  /** The last position that the history includes. */
  position: string
}

export function createHistories(deps: HistoriesDeps): Histories {
  const cache = new BoundedMap<Cached>(CACHED_CHANGES)
  const pendingReads = new Map<string, Promise<unknown>>()

  return {
    async of(tripId) {
      // One after another: reading the same tail twice would count it twice.
      const result = (pendingReads.get(tripId) ?? Promise.resolve()).then(() => extendHistory(tripId))
      const settled = result.catch(() => cache.delete(tripId))
      pendingReads.set(tripId, settled)
      try {
        return await result
      } finally {
        if (pendingReads.get(tripId) === settled) pendingReads.delete(tripId)
      }
    },
  }

  async function extendHistory(tripId: string): Promise<TripHistory> {
    const entry = cache.get(tripId) ?? {
      history: new TripHistory(tripId),
      nextRevisions: new Map(),
      position: '',
    }
    const yieldIfLong = createYielder()
    for (const event of await newEvents(deps, tripId, entry)) {
      entry.history.add(event)
      await yieldIfLong()
    }
    cache.set(tripId, entry, entry.history.length)
    return entry.history
  }
}

async function readFrom(store: EventStore, stream: string, first: number): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  for await (const page of readInPages(store, stream, first)) events.push(...page)
  return events
}

/** The events of a trip that its history lacks, in the order of the log. */
async function newEvents(
  { store, codec, readModels, prefixes }: HistoriesDeps,
  tripId: string,
  entry: Cached,
): Promise<HistoryEvent[]> {
  // Read together: a position that was received separately may be of another moment than the document.
  const { position, docs } = await readModels.getTogether([chatChanges], tripId)
  // A Redis that crashed may return to a position before this.
  if (position <= entry.position) return []
  const streams = await Promise.all(
    prefixes.map((prefix) => readFrom(store, prefix + tripId, entry.nextRevisions.get(prefix + tripId) ?? 0)),
  )
  const streamEvents = streams.flat().filter((event) => event.position <= position)
  for (const { stream, revision } of streamEvents)
    entry.nextRevisions.set(stream, Math.max(entry.nextRevisions.get(stream) ?? 0, revision + 1))
  const chatEvents: RecordedEvent[] = flattenChunks(docs[0] as ChatChanges | null)
    .filter((event) => event.position > entry.position)
    .map(({ id: _, ...event }) => event as RecordedEventOf<TripChatEvent>)
  entry.position = position
  return [...streamEvents.map((event) => codec.decode(event)), ...chatEvents]
    .filter((event): event is HistoryEvent => isChange(event))
    .sort((a, b) => (a.position < b.position ? -1 : 1))
}
