// What earlier builds left is removed a little at a time, without holding up who reads: documents of other epochs of
// this generation, and whole generations that no process has used for a while.

import type { RedisConnection } from '#projections/platform/redisConnection.ts'
import type { RedisKeys } from '#projections/platform/redisKeys.ts'
import { parseRedisKey, redisKeys, parseRedisState } from '#projections/platform/redisKeys.ts'
import { scanKeys } from '#projections/platform/redisScan.ts'

/** @throws StoreUnavailable; what was not removed then is found the next time */
export async function removeOldGenerations(connection: RedisConnection, keys: RedisKeys): Promise<void> {
  for await (const found of scanKeys(connection, keys.prefix)) {
    // Asked after the keys were found: those of an epoch that has begun since cannot be among them.
    const state = await connection.run((client) => client.get(keys.state))
    if (state === null) return
    const idle = await idleGenerations(connection, keys, found)
    const { epoch } = parseRedisState(state)
    const left = found.filter((key) => {
      const parts = parseRedisKey(keys.prefix, key)
      if (!parts) return false
      if (parts.generation === keys.generation) return parts.epoch !== undefined && parts.epoch !== epoch
      return idle.has(parts.generation)
    })
    if (left.length > 0) await connection.run((client) => client.unlink(left))
  }
}

async function idleGenerations(
  connection: RedisConnection,
  { prefix, generation }: RedisKeys,
  found: readonly string[],
): Promise<Set<string>> {
  const others = new Set(found.flatMap((key) => parseRedisKey(prefix, key)?.generation ?? []))
  others.delete(generation)
  const idle = new Set<string>()
  for (const other of others)
    if ((await connection.run((client) => client.exists(redisKeys(prefix, other).used))) === 0)
      idle.add(other)
  return idle
}
