// What earlier builds left is removed a little at a time, without holding up who reads: documents of other epochs of
// this generation, and whole generations that no process has used for a while.

import type { RedisConnection } from '#projections/platform/redisConnection.ts'
import type { RedisKeys } from '#projections/platform/redisKeys.ts'
import { partsOf, redisKeys, stateOf } from '#projections/platform/redisKeys.ts'

const AT_ONCE = 500

/** @throws StoreUnavailable; what was not removed then is found the next time */
export async function tidyRedis(connection: RedisConnection, keys: RedisKeys): Promise<void> {
  let cursor = '0'
  do {
    const asked = cursor
    const found = await connection.run((client) =>
      client.scan(asked, { MATCH: `${keys.prefix}*`, COUNT: AT_ONCE }),
    )
    cursor = found.cursor
    // Asked after the keys were found: those of an epoch that has begun since cannot be among them.
    const state = await connection.run((client) => client.get(keys.state))
    if (state === null) return
    const idle = await idleGenerations(connection, keys, found.keys)
    const { epoch } = stateOf(state)
    const left = found.keys.filter((key) => {
      const parts = partsOf(keys.prefix, key)
      if (!parts) return false
      if (parts.generation === keys.generation) return parts.epoch !== undefined && parts.epoch !== epoch
      return idle.has(parts.generation)
    })
    if (left.length > 0) await connection.run((client) => client.unlink(left))
  } while (cursor !== '0')
}

async function idleGenerations(
  connection: RedisConnection,
  { prefix, generation }: RedisKeys,
  found: readonly string[],
): Promise<Set<string>> {
  const others = new Set(found.flatMap((key) => partsOf(prefix, key)?.generation ?? []))
  others.delete(generation)
  const idle = new Set<string>()
  for (const other of others)
    if ((await connection.run((client) => client.exists(redisKeys(prefix, other).used))) === 0)
      idle.add(other)
  return idle
}
