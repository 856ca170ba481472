// Runs the contract of rate limits over each adapter: a single node, several over a real Redis, and several whose Redis
// is away, which count for themselves.

import { afterAll, beforeAll } from 'vitest'
import { oneNode } from '#api/platform/nodes.ts'
import { openRedisNodes } from '#api/stores/redisNodes.ts'
import { nodesContract } from '#tests/contracts/nodes.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'
import { type RedisServer, startRedis } from '#tests/support/redisServer.ts'

let redis: RedisServer
beforeAll(async () => void (redis = await startRedis()))
afterAll(() => redis.stop())

const overRedis = (url: string) =>
  openRedisNodes({
    url,
    prefix: 'contract:',
    onError: () => undefined,
    clock: Date.now,
    answersWithinMs: TIMEOUT_MS,
  })

nodesContract('in one process', async () => oneNode(Date.now))

nodesContract('over Redis', async () => {
  const nodes = overRedis(redis.url)
  await new Promise<void>((up) => nodes.bus.onUp(up))
  return nodes
})

nodesContract('while Redis is away', async () => overRedis('redis://127.0.0.1:1'))
