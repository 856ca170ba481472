// Reads all visible documents of a read store in Redis as they are stored, for a comparison byte for byte.

import type { RedisClient } from '#projections/platform/redisConnection.ts'
import { type RedisKeys, parseRedisState } from '#projections/platform/redisKeys.ts'

/** `projection@version:key` → JSON, sorted. Call it while nothing writes. */
export async function documentsIn(client: RedisClient, keys: RedisKeys): Promise<Record<string, string>> {
  const state = await client.get(keys.state)
  if (state === null) throw new Error('There is no state')
  const start = `${keys.prefix}${keys.generation}:${parseRedisState(state).epoch}:`
  const names = await keysLike(client, `${start}*`)
  const texts = names.length > 0 ? await client.mGet(names) : []
  return Object.fromEntries(names.map((name, n) => [name.slice(start.length), texts[n]!]))
}

/** The matching keys, sorted. */
export async function keysLike(client: RedisClient, pattern: string): Promise<string[]> {
  const found = new Set<string>()
  for await (const some of client.scanIterator({ MATCH: pattern, COUNT: 1000 }))
    for (const key of some) found.add(key)
  return [...found].sort()
}
