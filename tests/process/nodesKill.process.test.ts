// A whole installation of real processes: two API nodes, two projectors and Redis. Each is killed with -9 during a
// burst; acknowledged data exists once, Redis equals a rebuild, and every listener has received everything. `npm run
// test:kill` is the long run.

import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ExpenseResponse } from '#core/money/responses.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { type RedisConnection, connectRedis } from '#api/stores/redis/redisConnection.ts'
import { generationOf, redisKeys } from '#api/stores/redis/redisKeys.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { createProductCodec } from '#api/platform/productCodec.ts'
import { openSqliteEventStore } from '#api/stores/sqlite/sqlite.ts'
import { projections } from '#api/projections.ts'
import { startDirect } from '#tests/chat/requests.ts'
import {
  type HttpResponse,
  type Client,
  createClient,
  expectSuccess,
  patient,
} from '#tests/support/client.ts'
import { type Listener, listen } from '#tests/support/listener.ts'
import { documentsIn } from '#tests/support/redisDocuments.ts'
import { type RedisServer, startRedis } from '#tests/support/redisServer.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

const rounds = Number(process.env['KILL_ROUNDS'] ?? 5)
const victims = ['node', 'projector', 'redis', 'data', 'otherNode'] as const
const PHONES = 6

let redis: RedisServer
let connection: RedisConnection
let dataDir: string
let nodes: Server[]
let projectors: Server[]
let people: { id: string; token: string }[]
let tripId: string
let chat: string
let log: EventStore
const keys = redisKeys('trips:', generationOf(projections))

beforeAll(async () => {
  redis = await startRedis()
  connection = connectRedis(redis.url, () => undefined, TIMEOUT_MS)
  dataDir = mkdtempSync(join(tmpdir(), 'trips-'))
  projectors = [await start('projector'), await start('projector')]
  nodes = [await start('api', 'on'), await start('api')]
  await ready()
  log = await openSqliteEventStore({ file: join(dataDir, 'events.db') })
  people = []
  for (const username of ['alice', 'bob', 'carol']) {
    const { token, user } = expectSuccess(
      await at(0).post('/auth/login', { username, password: 'travel-demo' }),
    )
    people.push({ id: user.id, token })
  }
  const body = {
    title: 'A trip over two nodes',
    destination: 'Lisbon, Portugal',
    startDate: day(2),
    endDate: day(5),
    currency: 'HKD',
    inviteUserIds: people.slice(1).map(({ id }) => id),
  }
  tripId = expectSuccess(await as(0, 0).post('/trips', body)).trip.id
  chat = await startDirect(as(0, 0), people[1]!.id)
})
afterAll(async () => {
  await log.close()
  await connection.close()
  await redis.stop()
})

function start(role: 'api' | 'projector', demo = 'off'): Promise<Server> {
  const env = { ROLE: role, REDIS_URL: redis.url, DEMO_DATA: demo }
  return startServer({ dataDir, env })
}

const day = (fromNow: number) => new Date(Date.now() + fromNow * 86_400_000).toISOString().slice(0, 10)
const portOf = (node: number) => Number(new URL(nodes[node]!.url).port)
const at = (node: number): Client => createClient(portOf(node))
const as = (person: number, node: number): Client => createClient(portOf(node), people[person]!.token)

async function ready(): Promise<void> {
  const isReady = (url: string) =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const { url } of nodes) await vi.waitUntil(() => isReady(url), { timeout: TIMEOUT_MS })
}

interface Asked {
  key: string
  by: number
  what: 'expense' | 'message'
  body: object
  /** The id in the response, if there was one. */
  id?: string
}

function ask(one: Asked, node: number): Promise<HttpResponse> {
  const path = one.what === 'expense' ? `/trips/${tripId}/expenses` : `/conversations/${chat}/messages`
  return as(one.by, node).post(path, one.body, { key: one.key })
}

const idIn = (answer: HttpResponse): string =>
  (answer.body as { expense?: { id: string }; message?: { id: string } }).expense?.id ??
  (answer.body as { message: { id: string } }).message.id

/**
 * Everybody writes and reads until the signal, and more slowly once something is killed; a killed node may cost
 * responses, but never returns a wrong one.
 */
async function burst(asked: Asked[], isKilled: () => boolean, signal: AbortSignal): Promise<void> {
  const phone = async (n: number) => {
    for (let turn = n; !signal.aborted; turn++) {
      const by = turn % 2
      const what = turn % 3 === 0 ? 'message' : 'expense'
      const text = `${what} ${randomUUID()}`
      const sharedBy = people.map(({ id }) => id)
      const one: Asked = {
        key: randomUUID(),
        by,
        what,
        body:
          what === 'message'
            ? { content: text }
            : { description: text, amount: randomInt(1, 9999) / 100, category: 'food', sharedBy },
      }
      asked.push(one)
      const answer = await ask(one, turn % 2).catch(() => undefined)
      if (answer?.status === 201) one.id = idIn(answer)
      else if (answer) expect([429, 503], answer.text).toContain(answer.status)
      const read = await as(by, turn % 2)
        .get(`/trips/${tripId}/expenses`)
        .catch(() => undefined)
      if (read) expect([200, 503], read.text).toContain(read.status)
      // A trip that has had an expense never returns an empty list.
      if (read?.status === 200 && asked.some(({ id }) => id)) expect(read.body.expenses).toBeInstanceOf(Array)
      await pause(isKilled() ? randomInt(100, 300) : randomInt(20, 80))
    }
  }
  await Promise.all(Array.from({ length: PHONES }, (_, n) => phone(n)))
}

async function kill(victim: (typeof victims)[number]): Promise<void> {
  switch (victim) {
    case 'node':
    case 'otherNode': {
      const n = victim === 'node' ? 0 : 1
      await nodes[n]!.kill9()
      nodes[n] = await start('api')
      return
    }
    case 'projector':
      await projectors.shift()!.kill9()
      projectors.push(await start('projector'))
      return
    case 'redis':
      await redis.kill9()
      await pause(randomInt(0, 500))
      return redis.startAgain()
    case 'data':
      await connection.run((client) => client.flushAll())
  }
}

/** A device that stays connected while its node runs; then it reconnects and reads, as a client does. */
async function device(person: number, node: number): Promise<Listener> {
  const own = listen(portOf(node), people[person]!.token)
  await own.waitFor('authenticated')
  await own.join(chat)
  return own
}

/** The documents of a projector that starts at the beginning of the log. */
async function rebuilt(): Promise<Record<string, string>> {
  const docs = new Map<string, string>()
  const inner = createMemoryReadStore()
  const readStore: typeof inner = {
    ...inner,
    commit(batch) {
      for (const { projection, key, doc } of batch.writes)
        if (doc === null) docs.delete(`${projection.name}@${projection.version}:${key}`)
        else docs.set(`${projection.name}@${projection.version}:${key}`, JSON.stringify(doc))
      return inner.commit(batch)
    },
  }
  const onError = (error: unknown) => {
    throw error
  }
  const runner = startRunner({ store: log, codec: createProductCodec(), readStore, projections, onError })
  await runner.ready
  await runner.stop()
  return Object.fromEntries(docs)
}

test('Messages, typing and presence cross nodes', async () => {
  const [alice, bob] = [await device(0, 0), await device(1, 1)]
  await alice.waitFor(
    'user_presence',
    ({ user_id: who, status }) => who === people[1]!.id && status === 'online',
  )
  alice.emit('typing_start', { conversationId: chat })
  await bob.waitFor('user_typing', ({ user_id: who, is_typing: now }) => who === people[0]!.id && now)
  const { message } = expectSuccess(
    await as(0, 0).post(`/conversations/${chat}/messages`, { content: 'Over here' }),
  )
  await bob.waitFor('message:new', (told) => told.message.id === message.id)
  expect(expectSuccess(await as(1, 1).get(`/conversations/${chat}/messages`)).messages.at(-1).id).toBe(
    message.id,
  )
  for (const one of [alice, bob]) one.close()
})

test(
  'Nodes killed at any moment keep acknowledged data once and projections right, and listeners converge',
  { timeout: (2 + rounds) * TIMEOUT_MS },
  async () => {
    const asked: Asked[] = []
    let unanswered = 0
    for (let round = 0; round < rounds; round++) {
      const victim = victims[round % victims.length]!
      const mine: Asked[] = []
      const enough = new AbortController()
      let isKilled = false
      const writing = burst(mine, () => isKilled, enough.signal)
      await expect.poll(() => mine.filter(({ id }) => id).length).toBeGreaterThan(5)
      await pause(randomInt(0, 300))
      const killing = kill(victim)
      isKilled = true
      await killing
      await ready()
      // The node works again while the burst continues.
      const before = mine.filter(({ id }) => id).length
      await expect.poll(() => mine.filter(({ id }) => id).length).toBeGreaterThan(before)
      enough.abort()
      await writing
      unanswered += mine.filter(({ id }) => !id).length
      asked.push(...mine)
      await expectAll(mine, asked, `after the end of ${victim}, round ${round}`)
    }
    expect(unanswered, 'needs requests without an answer to mean anything').toBeGreaterThan(0)
    const codes = await Promise.all([...nodes, ...projectors].map((server) => server.stop()))
    expect(codes).toEqual([0, 0, 0, 0])
  },
)

/** @param mine the requests of this round: each without a response is retried until it has one */
async function expectAll(mine: readonly Asked[], asked: readonly Asked[], when: string): Promise<void> {
  for (const one of mine) {
    if (one.id !== undefined && Math.random() > 0.1) continue
    let answer = await ask(one, randomInt(2))
    while (answer.status === 429 || answer.status === 503) {
      await pause(300)
      answer = await ask(one, randomInt(2))
    }
    const id = idIn(answer)
    expect(one.id ?? id, `${when}: a repeat is the same`).toBe(id)
    one.id = id
  }
  for (const node of [0, 1]) {
    await caughtUp(node)
    const { expenses } = expectSuccess(await patient(as(0, node)).get(`/trips/${tripId}/expenses`)) as {
      expenses: ExpenseResponse[]
    }
    const wanted = asked.filter(({ what }) => what === 'expense').map(({ id }) => id!)
    expect(expenses.map(({ id }) => id).sort(), `${when}: expenses of node ${node}`).toEqual(wanted.sort())
  }
  const docs = await rebuilt()
  await vi.waitUntil(redisAnswers, { timeout: TIMEOUT_MS })
  const shown = await connection.run((client) => documentsIn(client, keys))
  expect(Object.keys(shown).sort(), when).toEqual(Object.keys(docs).sort())
  for (const [name, doc] of Object.entries(docs)) expect(shown[name], `${when}: ${name}`).toBe(doc)

  const [alice, bob] = [await device(0, 0), await device(1, 1)]
  const { message } = expectSuccess(
    await retryWhileLimited(() =>
      patient(as(0, 0)).post(`/conversations/${chat}/messages`, { content: when }),
    ),
  )
  for (const one of [alice, bob]) {
    await one.waitFor('message:new', (told) => told.message.id === message.id)
    one.close()
  }
}

/** This test's own connection reconnects after its own backoff, perhaps later than the nodes' connections. */
const redisAnswers = () =>
  connection
    .run((client) => client.ping())
    .then(
      () => true,
      () => false,
    )

async function retryWhileLimited(send: () => Promise<HttpResponse>): Promise<HttpResponse> {
  for (;;) {
    const response = await send()
    if (response.status !== 429) return response
    await pause(300)
  }
}

/** Waits until the node's responses show everything in the log. */
async function caughtUp(node: number): Promise<void> {
  const head = await log.head()
  const shown = async () => (await as(0, node).get(`/trips/${tripId}/expenses`)).headers['position']
  await expect.poll(shown).toBe(head)
}
