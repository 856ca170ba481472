// Which log this installation has: EventStoreDB where its address is set, else the file in the data folder. The client
// of EventStoreDB is loaded only then, so that a start without it is as quick as before.

import { join } from 'node:path'
import type { EventStore } from '#core/store/eventStore.ts'
import { openSqliteEventStore } from '#api/stores/sqlite.ts'

interface Options {
  eventStoreDbUrl: string | undefined
  dataDir: string
  onError?: (error: Error) => void
  onBack?: () => void
}

/**
 * EventStoreDB need not be there yet.
 * @throws Error for an address that cannot be meant; StoreUnavailable for a file that cannot be opened
 */
export async function openEventStore({ eventStoreDbUrl, dataDir, ...told }: Options): Promise<EventStore> {
  if (eventStoreDbUrl === undefined)
    return openSqliteEventStore({ file: join(dataDir, 'events.db'), ...told })
  const { openEventStoreDb } = await import('#api/stores/eventstoredb.ts')
  return openEventStoreDb({ connectionString: eventStoreDbUrl, ...told })
}
