// Where the read models are: in this process, or in Redis for all of them.

import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { MemoryReadStore } from '#projections/platform/memory.ts'
import { createMemoryReadStore } from '#projections/platform/memory.ts'
import type { ProjectorDeps } from '#projections/platform/projector.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'
import { openRedisReadStore } from '#projections/platform/redis.ts'
import { connectRedis } from '#projections/platform/redisConnection.ts'
import { generationOf, redisKeys } from '#projections/platform/redisKeys.ts'
import { tidyRedis } from '#projections/platform/redisTidy.ts'
import { redisTurn } from '#projections/platform/redisTurn.ts'
import type { Env } from '#api/env.ts'
import { seldom } from '#api/platform/seldom.ts'
import { views } from '#api/views.ts'

export interface ReadSide {
  readStore: ReadStore
  projecting: Pick<ProjectorDeps, 'turn' | 'batch'>
  /** Where the documents are in this process alone: all of them, for whoever checks them against the log. */
  snapshot?: MemoryReadStore['snapshot']
  close(): Promise<void>
}

/** As many as make one commit worth its way, and few enough not to hold up who reads. */
const BATCH = 100

export function openReadSide({ redisUrl, redisPrefix }: Env, log: Logger): ReadSide {
  if (!redisUrl) {
    const readStore = createMemoryReadStore()
    return { readStore, projecting: {}, snapshot: readStore.snapshot, close: async () => undefined }
  }
  const onError = seldom((err) => log.error({ err }, 'Redis'))
  const keys = redisKeys(redisPrefix, generationOf(views))
  const readStore = openRedisReadStore({ url: redisUrl, keys, onError })
  const connection = connectRedis(redisUrl, onError)
  const tidy = () => tidyRedis(connection, keys).catch(onError)
  return {
    readStore,
    projecting: { turn: redisTurn(connection, keys.turn, randomUUID(), tidy), batch: BATCH },
    async close() {
      await Promise.all([readStore.close(), connection.close()])
    },
  }
}
