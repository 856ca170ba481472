// Runs the event-store contract over EventStoreDB.

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { eventStoreContract } from '#tests/contracts/eventStore.ts'
import { openPatiently } from '#tests/support/eventStoreServer/openPatiently.ts'
import { startEventStoreProcess } from '#tests/support/eventStoreServer/process.ts'
import { startEventStoreServer, type EventStoreServer } from '#tests/support/eventStoreServer/server.ts'

// A real server where EVENTSTOREDB_URL names one or EVENTSTOREDB_PROGRAM starts one, else the in-process one. All tests
// share its log, and a real server's log has other users, so each test uses streams of its own.
let realServer = process.env['EVENTSTOREDB_URL']
let smallServer: EventStoreServer | undefined
const ends: (() => Promise<void> | void)[] = []
beforeAll(async () => {
  if (realServer) return
  if (process.env['EVENTSTOREDB_PROGRAM']) {
    const folder = mkdtempSync(join(tmpdir(), 'log-'))
    const program = await startEventStoreProcess({ file: join(folder, 'log') })
    ends.push(program.kill9, () => rmSync(folder, { recursive: true }))
    realServer = program.url
  } else {
    smallServer = await startEventStoreServer()
    ends.push(smallServer.close)
  }
})
afterAll(async () => {
  for (const end of ends) await end()
})

eventStoreContract('in EventStoreDB', async () => {
  const connectionString = realServer ?? smallServer!.url
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
