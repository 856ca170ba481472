// Opens the read models: in a file for this process alone, or in Redis for all processes. The client of Redis is loaded
// only when needed, because it slows down the start.

import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import type { ProjectorDeps } from '#projections/platform/projector.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'
import { generationOf, redisKeys } from '#api/stores/redis/redisKeys.ts'
import { removeOldGenerations } from '#api/stores/redis/redisCleanup.ts'
import { redisProjectorLease } from '#api/stores/redis/redisProjectorLease.ts'
import type { Env } from '#api/env.ts'
import { errorText } from '#api/platform/diskError.ts'
import { throttled } from '#api/platform/http/throttled.ts'
import { projections } from '#api/projections.ts'
import { openReadModels } from '#api/stores/openReadModels.ts'
import { removeUnusedReadModels } from '#api/stores/sqlite/readModelFile.ts'

export interface ReadModelBackend {
  readStore: ReadStore
  projectorOptions: Pick<ProjectorDeps, 'lease' | 'batch' | 'discardsAhead'>
  /** Of a file: how many documents are not in it yet. */
  unwritten?: () => number
  close(): Promise<void>
}

/** Enough events for one round trip, and few enough not to delay readers. */
const BATCH = 100

export async function openReadModelBackend(env: Env, log: Logger): Promise<ReadModelBackend> {
  return env.redisUrl ? inRedis(env.redisUrl, env, log) : inFile(env, log)
}

async function inFile({ dataDir, eventStoreDbUrl }: Env, log: Logger): Promise<ReadModelBackend> {
  const onError = throttled((err) => log.error({ err }, 'the file of the read models failed'))
  const stored = await openReadModels(dataDir, projections, onError).catch((cause: unknown) => {
    throw new Error(`the read models in ${dataDir} cannot be opened: ${errorText(cause)}`, { cause })
  })
  if (!stored) log.warn('another process uses this data folder: the read models are kept in memory')
  const readStore = stored ?? createMemoryReadStore()
  // EventStoreDB may name an older head after a failover.
  const projectorOptions = { discardsAhead: eventStoreDbUrl === undefined }
  const unwritten = stored?.unwritten ?? (() => 0)
  return { readStore, projectorOptions, unwritten, close: async () => stored?.close() }
}

async function inRedis(
  redisUrl: string,
  { redisPrefix, dataDir }: Env,
  log: Logger,
): Promise<ReadModelBackend> {
  const { openRedisReadStore } = await import('#api/stores/redis/redisReadStore.ts')
  const { connectRedis } = await import('#api/stores/redis/redisConnection.ts')
  const inUse = removeUnusedReadModels(dataDir)
  if (inUse.length > 0)
    log.warn({ inUse }, 'read models stay in the data folder: another process uses them, or the disk fails')
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
