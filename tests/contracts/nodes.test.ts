// Runs the contract of rate limits over each adapter: a single node, several over a real Redis, and several whose Redis
// is away or refuses writes, which count for themselves.

import { afterAll, beforeAll } from 'vitest'
import { oneNode } from '#api/platform/nodes.ts'
import { openRedisNodes } from '#api/stores/redisNodes.ts'
import { nodesContract } from '#tests/contracts/nodes.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'
import { type RedisServer, startRedis } from '#tests/support/redisServer.ts'

let redis: RedisServer
let readOnly: RedisServer
beforeAll(async () => {
  redis = await startRedis()
  // It has no replica, so it refuses writes, as one that cannot write to its disk.
  readOnly = await startRedis(['--min-replicas-to-write', '1'])
})
afterAll(async () => {
  await redis.stop()
  await readOnly.stop()
})

const overRedis = (url: string) =>
  openRedisNodes({
    url,
    prefix: 'contract:',
    onError: () => undefined,
    clock: Date.now,
    replyTimeoutMs: TIMEOUT_MS,
  })

nodesContract('in one process', async () => oneNode(Date.now))

async function connected(url: string) {
  const nodes = overRedis(url)
  await new Promise<void>((up) => nodes.bus.onUp(up))
  return nodes
}

nodesContract('over Redis', () => connected(redis.url))

nodesContract('while Redis refuses writes', () => connected(readOnly.url))

nodesContract('while Redis is away', async () => overRedis('redis://127.0.0.1:1'))
