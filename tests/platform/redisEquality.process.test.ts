// The same events produce the same documents in memory and in Redis, also when they are read back from Redis for each
// change, or rebuilt in batches.

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatUpcasts } from '#core/chat/events.ts'
import { recordUpcasts } from '#core/recordKinds.ts'
import { peopleUpcasts } from '#core/people/events.ts'
import { createCodec } from '#core/store/codec.ts'
import { tripUpcasts } from '#core/trips/events.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'
import { openRedisReadStore } from '#api/stores/redis/redisReadStore.ts'
import { connectRedis } from '#api/stores/redis/redisConnection.ts'
import { generationOf, redisKeys } from '#api/stores/redis/redisKeys.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { projections } from '#api/projections.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { documentsIn } from '#tests/support/redisDocuments.ts'
import { type RedisServer, startRedis } from '#tests/support/redisServer.ts'
import { type Friend, FRIENDS, RandomRequests, steps } from '#tests/platform/randomRequests.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

const codec = createCodec(peopleUpcasts, tripUpcasts, recordUpcasts, chatUpcasts)
/** JSON of each document by projection, version and key. */
const documentsInMemory = new Map<string, string>()
let redis: RedisServer
let product: Product<Friend>
beforeAll(async () => {
  redis = await startRedis()
  product = await startProduct({ people: FRIENDS, readStore: recordCommits(createMemoryReadStore()) })
})
afterAll(async () => {
  await product.stop()
  await redis.stop()
})

function recordCommits(inner: ReadStore): ReadStore {
  return {
    ...inner,
    commit(batch) {
      for (const { projection, key, doc } of batch.writes)
        if (doc === null) documentsInMemory.delete(`${projection.name}@${projection.version}:${key}`)
        else documentsInMemory.set(`${projection.name}@${projection.version}:${key}`, JSON.stringify(doc))
      return inner.commit(batch)
    },
  }
}

/**
 * Starts a second projector of the same log.
 * @param cacheSize characters of documents that it holds in memory
 * @param batchSize events that it reads at a time
 */
function projectIntoRedis(prefix: string, cacheSize: number, batchSize?: number) {
  const keys = redisKeys(prefix, generationOf(projections))
  const readStore = openRedisReadStore({ url: redis.url, keys, cacheSize, onError: () => undefined })
  const onError = (error: unknown) => {
    throw error
  }
  const projector = startRunner({
    store: product.store,
    codec,
    readStore,
    projections,
    onError,
    ...(batchSize === undefined ? {} : { batch: batchSize }),
  })
  return {
    async documents(): Promise<Record<string, string>> {
      await projector.ready
      expect(await projector.waitForPosition(await product.store.head(), TIMEOUT_MS)).toBe(true)
      const connection = connectRedis(redis.url, () => undefined)
      await expect.poll(() => connection.run(async (client) => client.ping()).catch(() => null)).toBe('PONG')
      const documents = await connection.run((client) => documentsIn(client, keys), 10_000)
      await connection.close()
      return documents
    },
    async stop() {
      await projector.stop()
      await readStore.close()
    },
  }
}

test('The documents in Redis equal those in memory, also without a cache and after a rebuild in batches', async () => {
  const live = projectIntoRedis('live:', 32_000_000)
  const uncached = projectIntoRedis('uncached:', 1)
  // A rebuild does not contain what a deletion has erased from the log.
  const stepsWithoutDeletion = steps.map((allSteps) => allSteps.filter(({ act }) => act !== 'deleteTrip'))
  await fc.assert(
    fc.asyncProperty(stepsWithoutDeletion, async (randomSteps) => {
      const randomRequests = new RandomRequests(product)
      for (const step of randomSteps) {
        product.clock.forward(1000)
        await randomRequests.send(step)
      }
    }),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 4), seed: 20260503, endOnFailure: true },
  )
  await product.caughtUp()
  const expected = Object.fromEntries(documentsInMemory)
  expect(Object.keys(expected).length, 'enough to compare').toBeGreaterThan(50)
  expect(await live.documents()).toEqual(expected)
  expect(await uncached.documents()).toEqual(expected)
  const rebuilt = projectIntoRedis('rebuilt:', 32_000_000, 7)
  expect(await rebuilt.documents()).toEqual(expected)
  for (const redisProjector of [live, uncached, rebuilt]) await redisProjector.stop()
})
