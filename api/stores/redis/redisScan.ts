// Scans the keys with a prefix in slices, without blocking other clients.

import type { RedisConnection } from '#api/stores/redis/redisConnection.ts'

const KEYS_PER_SCAN = 500

/**
 * Keys written meanwhile may be missing, and a key may come twice.
 * @param begin of letters, digits and `:_.-@`, so that it is literal in a pattern
 * @throws StoreUnavailable
 */
export async function* scanKeys(connection: RedisConnection, begin: string): AsyncGenerator<string[]> {
  let cursor = '0'
  do {
    const asked = cursor
    const found = await connection.run((client) =>
      client.scan(asked, { MATCH: `${begin}*`, COUNT: KEYS_PER_SCAN }),
    )
    cursor = found.cursor
    if (found.keys.length > 0) yield found.keys
  } while (cursor !== '0')
}
