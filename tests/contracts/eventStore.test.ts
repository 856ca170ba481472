// Runs the contract over the event stores that need no server. eventStoreDb.process.test.ts runs it over EventStoreDB.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { appendTrackingContract, eventStoreContract } from '#tests/contracts/eventStore.ts'

const inMemory = async () => {
  const store = createMemoryEventStore()
  return { store, close: () => store.close() }
}
eventStoreContract('in memory', inMemory, { outlives: false })

const inSqlite = async () => {
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
}
eventStoreContract('in SQLite', inSqlite)
appendTrackingContract('in SQLite', inSqlite)
