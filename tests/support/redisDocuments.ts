// Reads all visible documents of a read store in Redis as they are stored, for a comparison byte for byte.

import { projections } from '#api/projections.ts'
import { textOfLeaves } from '#projections/platform/leaves.ts'
import type { RedisClient } from '#api/stores/redis/redisConnection.ts'
import { readTogether } from '#api/stores/redis/redisLeaves.ts'
import { type RedisKeys, parseRedisState } from '#api/stores/redis/redisKeys.ts'
import { projectionId } from '#projections/platform/projection.ts'

/** `projection@version:key` → JSON, sorted. Call it while nothing writes. */
export async function documentsIn(client: RedisClient, keys: RedisKeys): Promise<Record<string, string>> {
  const state = await client.get(keys.state)
  if (state === null) throw new Error('There is no state')
  const start = `${keys.prefix}${keys.generation}:${parseRedisState(state).epoch}:`
  const names = await keysLike(client, `${start}*`)
  const documents = names.map((name) => {
    const id = name.slice(start.length).split(':')[0]
    return { name, projection: projections.find((of) => projectionId(of) === id) ?? {} }
  })
  const { found } = await readTogether(client, keys.state, documents)
  return Object.fromEntries(
    documents.map(({ name, projection }, n) => [
      name.slice(start.length),
      textOfLeaves(projection, found[n]!)!,
    ]),
  )
}

/** The matching keys, sorted. */
export async function keysLike(client: RedisClient, pattern: string): Promise<string[]> {
  const found = new Set<string>()
  for await (const some of client.scanIterator({ MATCH: pattern, COUNT: 1000 }))
    for (const key of some) found.add(key)
  return [...found].sort()
}
