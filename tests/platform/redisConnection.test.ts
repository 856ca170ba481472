// How soon a connection to Redis works again after an outage: until then, reads are refused.

import { expect, test } from 'vitest'
import { reconnectDelay } from '#api/stores/redis/redisConnection.ts'

test('Redis is tried again within half a second, however long it was away', () => {
  const delays = Array.from({ length: 300 }, (_, retries) => reconnectDelay(retries))
  expect(Math.max(...delays)).toBeLessThanOrEqual(500)
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(25)
})
