// Opens the read models: in this process, or in Redis for all processes.

import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createMemoryReadStore, type MemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import type { ProjectorDeps } from '#projections/platform/projector.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'
import { openRedisReadStore } from '#projections/platform/redisReadStore.ts'
import { connectRedis } from '#projections/platform/redisConnection.ts'
import { generationOf, redisKeys } from '#projections/platform/redisKeys.ts'
import { removeOldGenerations } from '#projections/platform/redisCleanup.ts'
import { redisProjectorLease } from '#projections/platform/redisProjectorLease.ts'
import type { Env } from '#api/env.ts'
import { throttled } from '#api/platform/throttled.ts'
import { projections } from '#api/projections.ts'

export interface ReadModelBackend {
  readStore: ReadStore
  projectorOptions: Pick<ProjectorDeps, 'lease' | 'batch'>
  /** For documents in this process alone: all of them, to verify them against the log. */
  snapshot?: MemoryReadStore['snapshot']
  close(): Promise<void>
}

/** Enough events for one round trip, and few enough not to delay readers. */
const BATCH = 100

export function openReadModelBackend({ redisUrl, redisPrefix }: Env, log: Logger): ReadModelBackend {
  if (!redisUrl) {
    const readStore = createMemoryReadStore()
    return { readStore, projectorOptions: {}, snapshot: readStore.snapshot, close: async () => undefined }
  }
  const onError = throttled((err) => log.error({ err }, 'Redis failed'))
  const keys = redisKeys(redisPrefix, generationOf(projections))
  const readStore = openRedisReadStore({ url: redisUrl, keys, onError })
  const connection = connectRedis(redisUrl, onError)
  const tidy = () => removeOldGenerations(connection, keys).catch(onError)
  return {
    readStore,
    projectorOptions: {
      lease: redisProjectorLease(connection, keys.lease, randomUUID(), tidy),
      batch: BATCH,
    },
    async close() {
      await Promise.all([readStore.close(), connection.close()])
    },
  }
}
