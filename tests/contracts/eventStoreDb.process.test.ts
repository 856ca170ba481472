// Runs the event-store contract over EventStoreDB.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { eventStoreContract } from '#tests/contracts/eventStore.ts'
import { openPatiently } from '#tests/support/eventStoreServer/openPatiently.ts'
import { openRealServer, type RealServer } from '#tests/support/eventStoreServer/realServer.ts'
import { startEventStoreServer, type EventStoreServer } from '#tests/support/eventStoreServer/server.ts'

// All tests share its log.
let realServer: RealServer | undefined
let smallServer: EventStoreServer | undefined
beforeAll(async () => {
  realServer = await openRealServer()
  if (!realServer) smallServer = await startEventStoreServer({ readDelayMs: [0, 10] })
})
afterAll(() => (realServer ?? smallServer)?.close())

eventStoreContract('in EventStoreDB', async () => {
  const connectionString = (realServer ?? smallServer!).url
  const prefix = `contract-${randomUUID()}-`
  let store = await openPatiently(connectionString, { prefix })
  return {
    store,
    async reopen() {
      await store.close()
      return (store = await openPatiently(connectionString, { prefix }))
    },
    // A real one scavenges only the older parts of its log, and takes its time.
    ...(smallServer && { scavenge: smallServer.scavenge }),
    close: () => store.close(),
  }
})
