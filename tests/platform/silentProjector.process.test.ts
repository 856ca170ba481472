// A projector whose network silently loses its subscription: a request that waits in another process makes it notice,
// because nothing else would for as long as the log's client sends no ping.

import { afterEach, expect, test, vi } from 'vitest'
import type { DomainEvent } from '#core/kernel/decider.ts'
import { createCodec } from '#core/store/codec.ts'
import { NO_STREAM } from '#core/store/eventStore.ts'
import { type AnyProjection, idIn, projection } from '#projections/platform/projection.ts'
import { watchProgress } from '#projections/platform/progress.ts'
import { generationOf, redisKeys } from '#api/stores/redis/redisKeys.ts'
import { openRedisReadStore } from '#api/stores/redis/redisReadStore.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { openEventStoreDb } from '#api/stores/eventstoredb/eventstoredb.ts'
import { noted } from '#tests/contracts/logDriver.ts'
import { startEventStoreServer } from '#tests/support/eventStoreServer/server.ts'
import { startRedis } from '#tests/support/redisServer.ts'
import { createTcpProxy } from '#tests/support/tcpProxy.ts'
import { TIMEOUT_MS, longTimeout } from '#tests/support/timeout.ts'

const count = projection<number, DomainEvent<'Noted', unknown>>({
  name: 'count',
  version: 1,
  key: ({ stream }) => idIn(stream),
  empty: () => 0,
  on: { Noted: (doc) => doc + 1 },
}) as AnyProjection

const ends: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

test('A projector whose subscription was lost without an error projects what a request in another process waits for', async () => {
  const server = await startEventStoreServer()
  ends.push(() => server.close())
  const redis = await startRedis()
  ends.push(() => redis.stop())
  const proxy = await createTcpProxy({ target: { port: server.port } })
  ends.push(() => proxy.close())
  const storeOn = async (port: number) => {
    // Without pings, so that nothing but the request can make it notice.
    const connectionString = `esdb://127.0.0.1:${port}?tls=false&keepAliveInterval=-1`
    const store = await openEventStoreDb({ connectionString, onError: () => undefined })
    ends.push(() => store.close())
    return store
  }
  const readStoreHere = () => {
    const keys = redisKeys('silent:', generationOf([count]))
    const readStore = openRedisReadStore({ url: redis.url, keys, onError: () => undefined })
    ends.push(() => readStore.close())
    return readStore
  }
  const runner = startRunner({
    store: await storeOn(proxy.port),
    codec: createCodec({ Noted: [] }),
    readStore: readStoreHere(),
    projections: [count],
    onError: (error) => {
      throw error
    },
  })
  ends.push(() => runner.stop())
  const node = { store: await storeOn(server.port), progress: watchProgress(readStoreHere()) }
  ends.push(() => node.progress.stop())
  const first = await node.store.append('s', NO_STREAM, noted(1))
  expect(await node.progress.waitForPosition(first.position, TIMEOUT_MS)).toBe(true)

  proxy.drop()
  const second = await node.store.append('s', 0, noted(1, 1))
  await vi.waitUntil(() => proxy.lost() > 0, longTimeout)
  proxy.heal()
  expect(await node.progress.waitForPosition(second.position, TIMEOUT_MS)).toBe(true)
})
