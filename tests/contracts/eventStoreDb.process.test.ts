// Runs the event-store contract over EventStoreDB.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { openEventStoreDb } from '#api/stores/eventstoredb.ts'
import { eventStoreContract } from '#tests/contracts/eventStore.ts'
import { startEventStoreServer, type EventStoreServer } from '#tests/support/eventStoreServer/server.ts'

// A real server where EVENTSTOREDB_URL names one, else the in-process one. All tests share its log, and a real server's
// log has other users, so each test uses streams of its own.
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
    // A real one scavenges only the older parts of its log, and takes its time.
    ...(smallServer && { scavenge: smallServer.scavenge }),
    close: () => store.close(),
  }
})
