// All documents of the present build in Redis, a little at a time, for whoever checks them against the log.

import type { Shown } from '#projections/platform/readStore.ts'
import type { RedisConnection } from '#projections/platform/redisConnection.ts'
import type { RedisKeys } from '#projections/platform/redisKeys.ts'
import { stateOf } from '#projections/platform/redisKeys.ts'
import { namesThatBegin } from '#projections/platform/redisScan.ts'
import type { AnyView } from '#projections/platform/view.ts'

export interface RedisDocs {
  shown(): Promise<Shown>
  /** As they are stored. What is written meanwhile may or may not be among them. */
  all(): AsyncIterable<{ view: string; key: string; text: string }>
  get(view: AnyView, key: string): Promise<string | null>
}

/** All throw StoreUnavailable, and Error where nothing was ever built. */
export function docsInRedis(connection: RedisConnection, keys: RedisKeys): RedisDocs {
  async function state() {
    const text = await connection.run((client) => client.get(keys.state))
    if (text === null) throw new Error('Redis holds no documents of these views: is a server running?')
    return stateOf(text)
  }
  return {
    shown: state,
    async *all() {
      const { epoch } = await state()
      const begin = keys.doc(epoch, { name: '', version: '' } as never, '').split('@')[0]!
      const seen = new Set<string>()
      for await (const found of namesThatBegin(connection, begin)) {
        const names = found.filter((name) => !seen.has(name) && seen.add(name))
        if (names.length === 0) continue
        const texts = await connection.run((client) => client.mGet(names))
        for (const [n, name] of names.entries()) {
          const text = texts[n]
          const rest = name.slice(begin.length)
          const at = rest.indexOf(':')
          if (typeof text === 'string') yield { view: rest.slice(0, at), key: rest.slice(at + 1), text }
        }
      }
    },
    async get(view, key) {
      const { epoch } = await state()
      return connection.run((client) => client.get(keys.doc(epoch, view, key)))
    },
  }
}
