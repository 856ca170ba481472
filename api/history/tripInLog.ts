// The past of one trip straight from the log, without a read side: for the shell.

import { isChange } from '#core/history/facts.ts'
import type { Codec } from '#core/store/codec.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'
import { TripPast } from '#projections/history/tripPast.ts'
import { HISTORY_PREFIXES } from '#api/history/histories.ts'

/** Null for a trip that never was; `deleted` for one whose history is gone. */
export async function pastInLog(
  log: AsyncIterable<StoredEvent>,
  codec: Codec,
  tripId: string,
): Promise<TripPast | 'deleted' | null> {
  const own = new Set(HISTORY_PREFIXES.map((prefix) => prefix + tripId))
  const past = new TripPast(tripId)
  for await (const stored of log) {
    const isOwn = own.has(stored.stream)
    if (isOwn && stored.type === 'TripDeleted') return 'deleted'
    if (!isOwn && (stored.data as { tripId?: unknown } | null)?.tripId !== tripId) continue
    const event = codec.decode(stored)
    if (isChange(event)) past.add(event)
  }
  return past.length > 0 ? past : null
}
