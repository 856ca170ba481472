// Nodes share limits and messages again after a silent loss of their connections to Redis, and after its clock was set back.

import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openRedisNodes } from '#api/stores/redis/redisNodes.ts'
import { type RedisServer, startRedis } from '#tests/support/redisServer.ts'
import { createTcpProxy } from '#tests/support/tcpProxy.ts'
import { TIMEOUT_MS, longTimeout } from '#tests/support/timeout.ts'

let redis: RedisServer
const ends: (() => Promise<void>)[] = []
beforeAll(async () => void (redis = await startRedis()))
afterAll(() => redis.stop())
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function nodeOn(port: number, options: { replyTimeoutMs?: number } = {}) {
  const url = `redis://127.0.0.1:${port}`
  const node = openRedisNodes({
    url,
    prefix: 'silent:',
    onError: () => undefined,
    clock: Date.now,
    ...options,
  })
  ends.push(node.close)
  await new Promise<void>((up) => node.bus.onUp(up))
  return node
}

test('A node whose connections were lost without an error shares limits and messages again', async () => {
  const proxy = await createTcpProxy({ target: { port: redis.port } })
  ends.push(proxy.close)
  const [one, other] = [await nodeOn(proxy.port), await nodeOn(redis.port)]
  const [takeHere, takeThere] = [one, other].map((node) => node.buckets('once', 0.001, 1))
  const handler = vi.fn<(payload: unknown) => void>()
  one.bus.subscribe('topic', handler)
  const isReceived = () => (other.bus.publish('topic', 1), handler.mock.calls.length > 0)
  await vi.waitUntil(isReceived, longTimeout)

  proxy.drop()
  await takeHere!('ann')
  // The ping of the subscribed connection, too.
  await vi.waitUntil(() => proxy.lost() >= 2, longTimeout)
  proxy.heal()
  handler.mockClear()
  let tries = 0
  const isShared = async () => {
    const who = `person ${(tries += 1)}`
    await takeThere!(who)
    return !(await takeHere!(who))
  }
  await vi.waitUntil(isShared, longTimeout)
  await vi.waitUntil(isReceived, longTimeout)
  expect(one.bus.isUp()).toBe(true)
})

test('A person is not limited for an hour more because the clock of Redis was set back by one', async () => {
  const node = await nodeOn(redis.port, { replyTimeoutMs: TIMEOUT_MS })
  const take = node.buckets('back', 0.1, 2)
  expect([await take('ann'), await take('ann'), await take('ann')]).toEqual([true, true, false])
  const client = new Redis(redis.port, '127.0.0.1')
  ends.push(async () => client.disconnect())
  // As Redis finds the time then that it wrote before.
  const hour = 3_600_000
  await client.set('silent:limit:back:ann', String(Date.now() + hour), 'PX', hour)
  expect(await take('ann')).toBe(true)
})
