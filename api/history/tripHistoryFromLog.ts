// Builds the history of one trip directly from the log, without read models, for the shell.

import { isChange } from '#core/history/events.ts'
import type { Codec } from '#core/store/codec.ts'
import type { StoredEvent } from '#core/store/eventStore.ts'
import { TripHistory } from '#projections/history/tripHistory.ts'

/**
 * null for a trip that does not exist; `deleted` for one whose history is erased.
 * @param prefixes of all streams of a trip
 */
export async function tripHistoryFromLog(
  log: AsyncIterable<StoredEvent>,
  codec: Codec,
  prefixes: readonly string[],
  tripId: string,
): Promise<TripHistory | 'deleted' | null> {
  const own = new Set(prefixes.map((prefix) => prefix + tripId))
  const history = new TripHistory(tripId)
  for await (const stored of log) {
    const isOwn = own.has(stored.stream)
    if (isOwn && stored.type === 'TripDeleted') return 'deleted'
    if (!isOwn && (stored.data as { tripId?: unknown } | null)?.tripId !== tripId) continue
    const event = codec.decode(stored)
    if (isChange(event)) history.add(event)
  }
  return history.length > 0 ? history : null
}
