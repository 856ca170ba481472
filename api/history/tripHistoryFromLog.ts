// The past of one trip straight from the log, without a read side: for the shell.

import { isChange } from '#core/history/events.ts'
import type { Codec } from '#core/store/codec.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'
import { TripHistory } from '#projections/history/tripHistory.ts'
import { HISTORY_PREFIXES } from '#api/history/histories.ts'

/** Null for a trip that never was; `deleted` for one whose history is gone. */
export async function tripHistoryFromLog(
  log: AsyncIterable<StoredEvent>,
  codec: Codec,
  tripId: string,
): Promise<TripHistory | 'deleted' | null> {
  const own = new Set(HISTORY_PREFIXES.map((prefix) => prefix + tripId))
  const past = new TripHistory(tripId)
  for await (const stored of log) {
    const isOwn = own.has(stored.stream)
    if (isOwn && stored.type === 'TripDeleted') return 'deleted'
    if (!isOwn && (stored.data as { tripId?: unknown } | null)?.tripId !== tripId) continue
    const event = codec.decode(stored)
    if (isChange(event)) past.add(event)
  }
  return past.length > 0 ? past : null
}
