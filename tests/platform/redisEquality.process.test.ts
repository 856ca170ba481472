// The same commands give the same documents, byte for byte, whether they are folded from objects in memory or from
// Redis, event by event or in large batches.

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatUpcasts } from '#core/chat/events.ts'
import { itineraryUpcasts } from '#core/itinerary/events.ts'
import { moneyUpcasts } from '#core/money/events.ts'
import { peopleUpcasts } from '#core/people/events.ts'
import { createCodec } from '#core/store/codec.ts'
import { tripUpcasts } from '#core/trips/events.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'
import { openRedisReadStore } from '#projections/platform/redisReadStore.ts'
import { connectRedis } from '#projections/platform/redisConnection.ts'
import { generationOf, redisKeys } from '#projections/platform/redisKeys.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { projections } from '#api/projections.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { documentsIn } from '#tests/support/redisDocuments.ts'
import { type RedisServer, startRedis } from '#tests/support/redisServer.ts'
import { type Friend, FRIENDS, steps, Travels } from '#tests/platform/randomRequests.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

const codec = createCodec(peopleUpcasts, tripUpcasts, itineraryUpcasts, moneyUpcasts, chatUpcasts)
const inMemory = new Map<string, string>()
let redis: RedisServer
let product: Product<Friend>
beforeAll(async () => {
  redis = await startRedis()
  product = await startProduct({ people: FRIENDS, readStore: copied(createMemoryReadStore()) })
})
afterAll(async () => {
  await product.stop()
  await redis.stop()
})

function copied(inner: ReadStore): ReadStore {
  return {
    ...inner,
    commit(batch) {
      for (const { projection, key, doc } of batch.writes)
        if (doc === null) inMemory.delete(`${projection.name}@${projection.version}:${key}`)
        else inMemory.set(`${projection.name}@${projection.version}:${key}`, JSON.stringify(doc))
      return inner.commit(batch)
    },
  }
}

/** Starts a second projector of the same log. @param cacheSize characters of documents that it holds in memory */
function projectIntoRedis(prefix: string, cacheSize: number, batch?: number) {
  const keys = redisKeys(prefix, generationOf(projections))
  const readStore = openRedisReadStore({ url: redis.url, keys, cacheSize, onError: () => undefined })
  const onError = (error: unknown) => {
    throw error
  }
  const runner = startRunner({
    store: product.store,
    codec,
    readStore,
    projections,
    onError,
    ...(batch === undefined ? {} : { batch }),
  })
  return {
    async documents(): Promise<Record<string, string>> {
      await runner.ready
      expect(await runner.reached(await product.store.head(), TIMEOUT_MS)).toBe(true)
      const connection = connectRedis(redis.url, () => undefined)
      await expect.poll(() => connection.run(async (client) => client.ping()).catch(() => null)).toBe('PONG')
      const found = await connection.run((client) => documentsIn(client, keys), 10_000)
      await connection.close()
      return found
    },
    async stop() {
      await runner.stop()
      await readStore.close()
    },
  }
}

test('The documents in Redis equal those in memory, also after a rebuild in batches with an empty cache', async () => {
  const live = projectIntoRedis('live:', 32_000_000)
  const reading = projectIntoRedis('reading:', 1)
  // A rebuild does not contain what is erased during the story.
  const stories = steps.map((story) => story.filter(({ act }) => act !== 'deleteTrip'))
  await fc.assert(
    fc.asyncProperty(stories, async (story) => {
      const travels = new Travels(product)
      for (const step of story) {
        product.clock.forward(1000)
        await travels.take(step)
      }
    }),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 4), seed: 20260503, endOnFailure: true },
  )
  await product.caughtUp()
  const expected = Object.fromEntries(inMemory)
  expect(Object.keys(expected).length, 'enough to compare').toBeGreaterThan(50)
  expect(await live.documents()).toEqual(expected)
  expect(await reading.documents()).toEqual(expected)
  const rebuilt = projectIntoRedis('rebuilt:', 32_000_000, 7)
  expect(await rebuilt.documents()).toEqual(expected)
  for (const each of [live, reading, rebuilt]) await each.stop()
})
