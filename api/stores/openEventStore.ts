// Opens the log of this installation: EventStoreDB when its address is set, else the file in the data folder. The
// client of EventStoreDB is loaded only when needed, because it slows down the start.

import { join } from 'node:path'
import type { EventStore } from '#core/store/eventStore.ts'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'

interface Options {
  eventStoreDbUrl: string | undefined
  dataDir: string
  onError?: (error: Error) => void
  onBack?: () => void
  /** How long to wait for a reply of EventStoreDB. */
  replyTimeoutMs?: number
}

/**
 * EventStoreDB may start later.
 * @throws Error for an invalid address; StoreUnavailable for a file that cannot be opened
 */
export async function openEventStore({
  eventStoreDbUrl,
  dataDir,
  replyTimeoutMs,
  ...rest
}: Options): Promise<EventStore> {
  if (eventStoreDbUrl === undefined)
    return openSqliteEventStore({ file: join(dataDir, 'events.db'), ...rest })
  const { openEventStoreDb } = await import('#api/stores/eventstoredb/eventstoredb.ts')
  return openEventStoreDb({
    connectionString: eventStoreDbUrl,
    ...rest,
    ...(replyTimeoutMs !== undefined && { replyTimeoutMs }),
  })
}
