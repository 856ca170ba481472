// The same commands give the same documents on every pair of stores: memory alone, SQLite with memory, EventStoreDB
// with Redis.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { idFrom } from '#core/kernel/ids.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { openRedisReadStore } from '#api/stores/redis/redisReadStore.ts'
import { connectRedis } from '#api/stores/redis/redisConnection.ts'
import { generationOf, redisKeys } from '#api/stores/redis/redisKeys.ts'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { projections } from '#api/projections.ts'
import { say, startGroup } from '#tests/chat/requests.ts'
import { openPatiently } from '#tests/support/eventStoreServer/openPatiently.ts'
import { startEventStoreProcess } from '#tests/support/eventStoreServer/process.ts'
import type { Client } from '#tests/support/client.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { documentsIn } from '#tests/support/redisDocuments.ts'
import { startRedis } from '#tests/support/redisServer.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'
import { type Friend, type Step, FRIENDS, RandomRequests, steps } from '#tests/platform/randomRequests.ts'

type Documents = Record<string, string>

interface Engines {
  product: Product<Friend>
  documents(): Promise<Documents>
}

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function inMemory(store: EventStore): Promise<Engines> {
  const readStore = createMemoryReadStore()
  const product = await startProduct({ people: FRIENDS, store, readStore })
  ends.push(product.stop)
  const documents = async () =>
    Object.fromEntries(
      readStore
        .snapshot()
        .docs.map(({ projection, key, doc }) => [`${projection}:${key}`, JSON.stringify(doc)]),
    )
  return { product, documents }
}

async function onSqlite(): Promise<Engines> {
  const folder = mkdtempSync(join(tmpdir(), 'engines-'))
  ends.push(() => rmSync(folder, { recursive: true }))
  const store = await openSqliteEventStore({ file: join(folder, 'events.db') })
  ends.push(store.close)
  return inMemory(store)
}

async function onBothServers(): Promise<Engines> {
  const redis = await startRedis()
  ends.push(redis.stop)
  const folder = mkdtempSync(join(tmpdir(), 'engines-'))
  ends.push(() => rmSync(folder, { recursive: true }))
  const database = await startEventStoreProcess({ file: join(folder, 'log') })
  ends.push(database.kill9)
  const store = await openPatiently(database.url)
  ends.push(store.close)
  const keys = redisKeys('equal:', generationOf(projections))
  const readStore = openRedisReadStore({
    url: redis.url,
    keys,
    onError: () => undefined,
    replyTimeoutMs: TIMEOUT_MS,
  })
  ends.push(readStore.close)
  const product = await startProduct({ people: FRIENDS, store, readStore })
  ends.push(product.stop)
  const connection = connectRedis(redis.url, () => undefined, TIMEOUT_MS)
  ends.push(connection.close)
  return { product, documents: () => connection.run((client) => documentsIn(client, keys)) }
}

/** Every id is derived from the idempotency key, so the n-th command has the same key with all adapters. */
function counted(product: Product<Friend>): Product<Friend> {
  let count = 0
  const of = (client: Client): Client => {
    const send: Client['send'] = (method, path, asking = {}) =>
      client.send(method, path, { key: idFrom('equality', String(count++)), ...asking })
    return {
      ...client,
      send,
      post: (path, body, asking) => send('POST', path, { ...asking, body }),
      put: (path, body, asking) => send('PUT', path, { ...asking, body }),
      del: (path, asking) => send('DELETE', path, asking),
    }
  }
  return { ...product, as: (name) => of(product.as(name)) }
}

async function live({ product }: Engines, stories: readonly Step[][]): Promise<number[]> {
  const world = counted(product)
  const answers: number[] = []
  for (const story of stories) {
    const randomRequests = new RandomRequests(world)
    for (const step of story) {
      product.clock.forward(1000)
      answers.push((await randomRequests.send(step))?.status ?? 0)
    }
    const others = FRIENDS.slice(1).map((name) => product.people[name].id)
    const chat = await startGroup(world.as('ann'), others)
    for (const name of FRIENDS) {
      product.clock.forward(1000)
      await say(world.as(name), chat, `${name} was there`)
    }
  }
  await product.caughtUp()
  return answers
}

/** Everything except what differs between two logs. */
async function comparable({ documents }: Engines): Promise<Documents> {
  const found = Object.entries(await documents()).filter(([name]) => !name.startsWith('knownLog@'))
  // Each log counts positions in its own way.
  return Object.fromEntries(
    found.map(([name, text]) => [name, text.replaceAll(/"position":"\d+"/g, '"position":""')]),
  )
}

test('The same commands give the same responses and documents, byte for byte, on every pair of stores', async () => {
  // An erasure that runs during the story reaches each log at another moment.
  const stories = fc
    .sample(steps, { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 3), seed: 20260504 })
    .map((story) => story.filter(({ act }) => act !== 'deleteTrip'))
  const memory = await inMemory(createMemoryEventStore())
  const answers = await live(memory, stories)
  const expected = await comparable(memory)
  expect(Object.keys(expected).length, 'enough to compare').toBeGreaterThan(50)
  for (const engines of [await onSqlite(), await onBothServers()]) {
    expect(await live(engines, stories)).toEqual(answers)
    expect(await comparable(engines)).toEqual(expected)
  }
})
