// The EventStoreDB adapter with a cluster whose leader is lost: three small servers that tell who leads.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NO_STREAM, StoreUnavailable, type EventStore } from '#core/store/eventStore.ts'
import { openEventStoreDb } from '#api/stores/eventstoredb/eventstoredb.ts'
import { noted, numbers } from '#tests/contracts/logDriver.ts'
import type { Member } from '#tests/support/eventStoreServer/protocol.ts'
import { startEventStoreServer, type EventStoreServer } from '#tests/support/eventStoreServer/server.ts'
import { longTimeout } from '#tests/support/timeout.ts'

let servers: EventStoreServer[]
let store: EventStore
let unhandled: unknown[]
const listen = (error: unknown) => void unhandled.push(error)
beforeEach(async () => {
  unhandled = []
  process.on('unhandledRejection', listen)
  servers = await Promise.all(Array.from({ length: 3 }, () => startEventStoreServer()))
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',')
  store = await openEventStoreDb({
    connectionString: `esdb://${hosts}?tls=false&maxDiscoverAttempts=2`,
    onError: () => undefined,
  })
})
afterEach(async () => {
  process.off('unhandledRejection', listen)
  await store.close()
  for (const server of servers) server.close()
})

/** @param leader index of the server that leads; null while none does */
function elect(leader: number | null): void {
  const state = (index: number): Member['state'] =>
    leader === null ? 'UNKNOWN' : index === leader ? 'LEADER' : 'FOLLOWER'
  for (const server of servers)
    server.members = servers.map(({ port }, index) => ({ port, state: state(index) }))
}

test('While a cluster has no leader calls are refused and the process goes on, until there is one', async () => {
  elect(0)
  await vi.waitFor(() => store.append('s', NO_STREAM, noted(1)), longTimeout)
  const calls = () => Array.from({ length: 10 }, () => store.read('s'))
  elect(null)
  const underWay = calls()
  servers[0]!.close()
  for (let round = 0; round < 5; round++)
    for (const outcome of await Promise.allSettled([...underWay, ...calls()]))
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(StoreUnavailable)
  elect(1)
  await vi.waitFor(() => store.append('s', NO_STREAM, noted(1, 7)), longTimeout)
  expect(numbers(await store.read('s'))).toEqual([7])
  expect(unhandled).toEqual([])
})
