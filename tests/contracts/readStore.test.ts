// Runs the contract over each read store. Redis is a real server on a port of its own.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, vi } from 'vitest'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { openRedisReadStore } from '#api/stores/redis/redisReadStore.ts'
import { redisKeys } from '#api/stores/redis/redisKeys.ts'
import { openSqliteReadStore } from '#api/stores/sqlite/sqliteReadStore.ts'
import { readStoreContract } from '#tests/contracts/readStore.ts'
import { type RedisServer, startRedis } from '#tests/support/redisServer.ts'
import { TIMEOUT_MS, longTimeout } from '#tests/support/timeout.ts'

let redis: RedisServer
let opened = 0
beforeAll(async () => void (redis = await startRedis()))
afterAll(() => redis.stop())

readStoreContract('in memory', async () => ({ store: createMemoryReadStore(), close: async () => undefined }))

readStoreContract('in SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'readmodels-'))
  const onError = (error: unknown) => {
    throw error
  }
  // A cache of almost nothing, and writing all the time, so that most documents are read from the file.
  const store = await openSqliteReadStore({
    file: join(folder, 'readmodels.db'),
    onError,
    cacheSize: 2000,
    flushMs: 1,
  })
  return {
    store,
    async close() {
      await store.close()
      await rm(folder, { recursive: true })
    },
  }
})

readStoreContract('in Redis', async () => {
  const keys = redisKeys(`contract${opened++}:`, '0123456789ab')
  const store = openRedisReadStore({
    url: redis.url,
    keys,
    onError: () => undefined,
    replyTimeoutMs: TIMEOUT_MS,
  })
  await vi.waitFor(() => store.checkpoint(), longTimeout)
  return { store, close: store.close }
})
