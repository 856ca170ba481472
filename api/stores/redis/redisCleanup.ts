// Removes the remains of earlier builds in small steps, without blocking readers: documents of other epochs of this
// generation, and generations that no process has used for a while.

import type { RedisConnection } from '#api/stores/redis/redisConnection.ts'
import { parseRedisKey, redisKeys, parseRedisState, type RedisKeys } from '#api/stores/redis/redisKeys.ts'
import { scanKeys } from '#api/stores/redis/redisScan.ts'

/** @throws StoreUnavailable; the next run removes the rest */
export async function removeOldGenerations(connection: RedisConnection, keys: RedisKeys): Promise<void> {
  for await (const found of scanKeys(connection, keys.prefix)) {
    // Read after the scan: keys of an epoch that begins later cannot be among them.
    const state = await connection.run((client) => client.get(keys.state))
    if (state === null) return
    const idle = await idleGenerations(connection, keys, found)
    // First, in a call of its own: of an interrupted run, a later reader of the generation finds no state instead of
    // missing documents.
    const states = Array.from(idle, (other) => redisKeys(keys.prefix, other).state)
    if (states.length > 0) await connection.run((client) => client.unlink(states))
    const { epoch } = parseRedisState(state)
    const removable = found.filter((key) => {
      const parts = parseRedisKey(keys.prefix, key)
      if (!parts) return false
      if (parts.generation === keys.generation) return parts.epoch !== undefined && parts.epoch !== epoch
      return idle.has(parts.generation)
    })
    if (removable.length > 0) await connection.run((client) => client.unlink(removable))
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
