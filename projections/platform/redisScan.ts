// The names of all keys that begin alike, a slice at a time, without holding up who reads.

import type { RedisConnection } from '#projections/platform/redisConnection.ts'

const AT_ONCE = 500

/**
 * What is written meanwhile may or may not be among them, and a name may come twice.
 * @param begin of letters, digits and `:_.-@`, so that it means itself in a pattern
 * @throws StoreUnavailable
 */
export async function* scanKeys(connection: RedisConnection, begin: string): AsyncGenerator<string[]> {
  let cursor = '0'
  do {
    const asked = cursor
    const found = await connection.run((client) => client.scan(asked, { MATCH: `${begin}*`, COUNT: AT_ONCE }))
    cursor = found.cursor
    if (found.keys.length > 0) yield found.keys
  } while (cursor !== '0')
}
