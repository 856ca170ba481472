// Opens the event log of a test's EventStoreDB.

import type { EventStore } from '#core/store/eventStore.ts'
import { openEventStoreDb, type EventStoreDbOptions } from '#api/stores/eventstoredb/eventstoredb.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

/** The server shares a busy machine with the tests, so its replies may take longer than the product waits for them. */
export const openPatiently = (
  connectionString: string,
  options: Omit<EventStoreDbOptions, 'connectionString'> = {},
): Promise<EventStore> => openEventStoreDb({ connectionString, replyTimeoutMs: TIMEOUT_MS, ...options })
