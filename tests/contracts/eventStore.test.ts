// Every adapter of the event store keeps the one contract.

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createMemoryEventStore } from '#core/store/memory.ts'
import { openEventStoreDb } from '#api/stores/eventstoredb.ts'
import { openSqliteEventStore } from '#api/stores/sqlite.ts'
import { eventStoreContract } from '#tests/contracts/eventStore.ts'
import { startEventStoreServer, type EventStoreServer } from '#tests/support/eventStoreServer/server.ts'

eventStoreContract('in memory', async () => {
  const store = createMemoryEventStore()
  return { store, close: () => store.close() }
})

eventStoreContract('in SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-'))
  const file = join(folder, 'log.db')
  let store = await openSqliteEventStore({ file })
  return {
    store,
    async reopen() {
      await store.close()
      return (store = await openSqliteEventStore({ file }))
    },
    async close() {
      await store.close()
      rmSync(folder, { recursive: true })
    },
  }
})

// A real server where EVENTSTOREDB_URL names one, else the small one. Its log is shared by all tests and, a real one, by
// others as well, so each test has streams of its own.
const realServer = process.env['EVENTSTOREDB_URL']
let smallServer: EventStoreServer | undefined
beforeAll(async () => {
  if (!realServer) smallServer = await startEventStoreServer()
})
afterAll(() => smallServer?.close())

eventStoreContract('in EventStoreDB', async () => {
  const connectionString = realServer ?? smallServer!.url
  const prefix = `contract-${randomUUID()}-`
  let store = await openEventStoreDb({ connectionString, prefix })
  return {
    store,
    async reopen() {
      await store.close()
      return (store = await openEventStoreDb({ connectionString, prefix }))
    },
    close: () => store.close(),
  }
})
