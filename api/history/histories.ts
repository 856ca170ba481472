// The pasts of the trips that were asked for, kept and grown by the tails of their streams. A past never runs ahead of
// the read side: what is numbered here can be read elsewhere, too.

import type { ChatChange, HistoryEvent } from '#core/history/events.ts'
import { isChange } from '#core/history/events.ts'
import type { RecordedEvent, RecordedEventOf } from '#core/kernel/decider.ts'
import type { Codec } from '#core/store/codec.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import { chatChanges } from '#projections/history/chatChanges.ts'
import { TripHistory } from '#projections/history/tripHistory.ts'
import { itemsOf } from '#projections/platform/chunks.ts'
import type { ReadModels } from '#api/platform/readModels.ts'
import { createYielder } from '#api/platform/yielder.ts'

export const HISTORY_PREFIXES = ['trip-', 'itinerary-', 'money-'] as const

export interface HistoriesDeps {
  store: EventStore
  codec: Codec
  readModels: Pick<ReadModels, 'get'>
  /** The place in the log that the read side shows. */
  position(): string
}

export interface Histories {
  /** The past of a trip as far as the read side is. Not to be changed by the caller. */
  of(tripId: string): Promise<TripHistory>
}

/** Of all pasts together; those asked for longest ago go first. */
const KEPT_CHANGES = 100_000

interface Kept {
  past: TripHistory
  /** Revision that is read next, by stream. */
  next: Map<string, number>
  /** The last place that was taken in. */
  taken: string
}

export function createHistories(deps: HistoriesDeps): Histories {
  const kept = new Map<string, Kept>()
  const underway = new Map<string, Promise<unknown>>()

  return {
    async of(tripId) {
      // One after another: two that take in the same tail would count it twice.
      const turn = (underway.get(tripId) ?? Promise.resolve()).then(() => grown(tripId))
      const settled = turn.catch(() => kept.delete(tripId))
      underway.set(tripId, settled)
      try {
        return await turn
      } finally {
        if (underway.get(tripId) === settled) underway.delete(tripId)
      }
    },
  }

  async function grown(tripId: string): Promise<TripHistory> {
    const known = kept.get(tripId) ?? { past: new TripHistory(tripId), next: new Map(), taken: '' }
    kept.delete(tripId)
    kept.set(tripId, known)
    const pause = createYielder()
    for (const event of await since(deps, tripId, known)) {
      known.past.add(event)
      await pause()
    }
    forget()
    return known.past
  }

  function forget(): void {
    let held = 0
    for (const { past } of kept.values()) held += past.length
    for (const [tripId, { past }] of kept) {
      if (held <= KEPT_CHANGES || kept.size === 1) return
      kept.delete(tripId)
      held -= past.length
    }
  }
}

const PAGE = 500

/** A long stream is read in slices, too: the first look at a trip reads all of it. */
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

/** What came to a trip since, in the order of the log. */
async function since(
  { store, codec, readModels, position }: HistoriesDeps,
  tripId: string,
  known: Omit<Kept, 'past'>,
): Promise<HistoryEvent[]> {
  const shown = position()
  const streams = await Promise.all(
    HISTORY_PREFIXES.map((prefix) => readFrom(store, prefix + tripId, known.next.get(prefix + tripId) ?? 0)),
  )
  const own = streams.flat().filter((event) => event.position <= shown)
  for (const { stream, revision } of own)
    known.next.set(stream, Math.max(known.next.get(stream) ?? 0, revision + 1))
  const ofChats: RecordedEvent[] = itemsOf(await readModels.get(chatChanges, tripId))
    .filter((event) => event.position > known.taken && event.position <= shown)
    .map(({ id: _, ...event }) => event as RecordedEventOf<ChatChange>)
  known.taken = shown
  return [...own.map((event) => codec.decode(event)), ...ofChats]
    .filter((event): event is HistoryEvent => isChange(event))
    .sort((a, b) => (a.position < b.position ? -1 : 1))
}
