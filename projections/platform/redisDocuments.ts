// Reads all documents of the current build in Redis in small steps, to verify them against the log.

import type { Checkpoint } from '#projections/platform/readStore.ts'
import type { RedisConnection } from '#projections/platform/redisConnection.ts'
import { parseRedisState, type RedisKeys } from '#projections/platform/redisKeys.ts'
import { scanKeys } from '#projections/platform/redisScan.ts'
import type { AnyProjection } from '#projections/platform/projection.ts'

export interface RedisDocuments {
  shown(): Promise<Checkpoint>
  /** As stored. Documents written meanwhile may be missing. */
  all(): AsyncIterable<{ projection: string; key: string; text: string }>
  get(projection: AnyProjection, key: string): Promise<string | null>
}

/** All throw StoreUnavailable, and Error when nothing was ever built. */
export function redisDocuments(connection: RedisConnection, keys: RedisKeys): RedisDocuments {
  async function state() {
    const text = await connection.run((client) => client.get(keys.state))
    if (text === null) throw new Error('Redis holds no documents of these projections: is a server running?')
    return parseRedisState(text)
  }
  return {
    shown: state,
    async *all() {
      const { epoch } = await state()
      const begin = keys.doc(epoch, { name: '', version: '' } as never, '').split('@')[0]!
      const yielded = new Set<string>()
      for await (const found of scanKeys(connection, begin)) {
        const names = found.filter((name) => !yielded.has(name) && yielded.add(name))
        if (names.length === 0) continue
        const texts = await connection.run((client) => client.mGet(names))
        for (const [n, name] of names.entries()) {
          const text = texts[n]
          const rest = name.slice(begin.length)
          const at = rest.indexOf(':')
          if (typeof text === 'string') yield { projection: rest.slice(0, at), key: rest.slice(at + 1), text }
        }
      }
    },
    async get(projection, key) {
      const { epoch } = await state()
      return connection.run((client) => client.get(keys.doc(epoch, projection, key)))
    },
  }
}
