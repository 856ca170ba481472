// Runs the contract of rate limits and of what is kept over a restart over each adapter: a single node, several over a real Redis, and several whose Redis
// is away or refuses writes, which count for themselves.

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { oneNode } from '#api/platform/nodes.ts'
import { presenceTimesFile } from '#api/stores/presenceTimesFile.ts'
import { openRedisNodes } from '#api/stores/redis/redisNodes.ts'
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

const folder = mkdtempSync(join(tmpdir(), 'last-seen-'))
afterAll(() => rmSync(folder, { recursive: true }))
const presenceTimes = presenceTimesFile(join(folder, 'presence.json'))

nodesContract('in one process', async () => oneNode(Date.now, presenceTimes))

it('A damaged file of times counts as none, and is replaced', async () => {
  const file = join(folder, 'damaged.json')
  writeFileSync(file, '{"ann":17')
  const damaged = presenceTimesFile(file)
  expect(await damaged.load()).toEqual(new Map())
  await damaged.save(new Map([['ann', 1000]]))
  expect(await damaged.load()).toEqual(new Map([['ann', 1000]]))
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

async function connected(url: string) {
  const nodes = overRedis(url)
  await new Promise<void>((up) => nodes.bus.onUp(up))
  return nodes
}

nodesContract('over Redis', () => connected(redis.url))

nodesContract('while Redis refuses writes', () => connected(readOnly.url), false)

nodesContract('while Redis is away', async () => overRedis('redis://127.0.0.1:1'), false)
