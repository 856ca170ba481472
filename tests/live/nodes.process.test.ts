// Two nodes over one log and one Redis: events published on one reach devices of the other, rate limits count over
// both, and without Redis each continues alone.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { openRedisReadStore } from '#api/stores/redis/redisReadStore.ts'
import { generationOf, redisKeys } from '#api/stores/redis/redisKeys.ts'
import { openRedisNodes } from '#api/stores/redis/redisNodes.ts'
import { projections } from '#api/projections.ts'
import { say, send, startDirect } from '#tests/chat/requests.ts'
import { createClient, expectSuccess } from '#tests/support/client.ts'
import type { Listener } from '#tests/support/listener.ts'
import { type Product, PASSWORD, startProduct } from '#tests/support/product.ts'
import { type RedisServer, startRedis } from '#tests/support/redisServer.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

const PEOPLE = ['ann', 'ben', 'cat', 'dan'] as const
type Name = (typeof PEOPLE)[number]

let redis: RedisServer
let here: Product<Name>
let there: Product<Name>
const store = createMemoryEventStore()
const ends: (() => Promise<void>)[] = []

beforeAll(async () => {
  redis = await startRedis()
  here = await startNode(true)
  there = await startNode(false)
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
  await redis.stop()
})

async function startNode(runsProjector: boolean): Promise<Product<Name>> {
  const onError = () => undefined
  const keys = redisKeys('nodes:', generationOf(projections))
  // The nodes and the client share this process, and a slow turn is no outage.
  const replyTimeoutMs = TIMEOUT_MS
  const readStore = openRedisReadStore({ url: redis.url, keys, onError, replyTimeoutMs })
  const nodes = openRedisNodes({
    url: redis.url,
    prefix: 'nodes:',
    onError,
    clock: Date.now,
    replyTimeoutMs,
  })
  const product = await startProduct({ people: PEOPLE, store, readStore, nodes, runsProjector })
  ends.push(async () => {
    await product.stop()
    await nodes.close()
    await readStore.close()
  })
  return product
}

const id = (name: Name) => here.people[name].id

async function both(): Promise<{ chat: string; ann: Listener; ben: Listener }> {
  const chat = await startDirect(here.as('ann'), id('ben'))
  await there.caughtUp()
  const [ann, ben] = [await here.listen('ann'), await there.listen('ben')]
  await ann.join(chat)
  await ben.join(chat)
  return { chat, ann, ben }
}

describe('between two nodes', () => {
  it('A message sent on one node reaches devices on the other, and its delivery is reported back', async () => {
    const { chat, ann, ben } = await both()
    const message = await say(here.as('ann'), chat, 'Are you there?')
    expect(
      (await ben.waitFor('message:new', ({ message: { id: of } }) => of === message.id)).message.content,
    ).toBe('Are you there?')
    await ann.waitFor(
      'message:status',
      (told) => told.message_id === message.id && told.status === 'delivered',
    )
  })

  it('Typing is published across nodes, with its end, and never to the typist', async () => {
    const { chat, ann, ben } = await both()
    const alsoAnn = await there.listen('ann')
    await alsoAnn.join(chat)
    ann.emit('typing_start', { conversationId: chat })
    expect(await ben.waitFor('user_typing', ({ is_typing: now }) => now)).toMatchObject({
      conversation_id: chat,
      username: 'ann',
    })
    ann.emit('typing_stop', { conversationId: chat })
    await ben.waitFor('user_typing', ({ is_typing: now }) => !now)
    await alsoAnn.settled()
    expect(alsoAnn.payloadsOf('user_typing')).toEqual([])
  })

  it('A person is online on both nodes, and away when they say so', async () => {
    const cat = await there.listen('cat')
    const isDan = ({ user_id: who }: { user_id: string }) => who === id('dan')
    const seen = async () =>
      expectSuccess(await there.as('cat').get(`/users/${id('dan')}`)).data.status as string
    const dan = await here.listen('dan')
    expect(await cat.waitFor('user_presence', isDan)).toMatchObject({ status: 'online' })
    expect(await seen()).toBe('online')
    dan.emit('update_presence', { status: 'away' })
    await cat.waitFor('user_presence', (told) => isDan(told) && told.status === 'away')
    expect(await seen()).toBe('away')
    const alsoDan = await there.listen('dan')
    await cat.waitFor('user_presence', (told) => isDan(told) && told.status === 'online')
    alsoDan.close()
    dan.close()
  })

  it('A session that ends on one node ends on the other, with its sockets', async () => {
    const client = await here.signIn('cat')
    const elsewhere = createClient(there.port, client.token)
    expect((await elsewhere.get('/trips')).status).toBe(200)
    expectSuccess(await client.post('/auth/logout', {}))
    await expect.poll(async () => (await elsewhere.get('/trips')).status).toBe(401)
  })

  it('Wrong passwords are counted over both nodes', async () => {
    const wrong = { username: 'ann', password: 'no idea' }
    const answers: number[] = []
    for (let n = 0; n < 12; n++)
      answers.push((await (n % 2 ? here : there).anonymous.post('/auth/login', wrong)).status)
    expect(answers).toEqual([...Array(10).fill(401), 429, 429])
    const right = { username: 'ben', password: PASSWORD }
    expect((await here.anonymous.post('/auth/login', right)).status).toBe(200)
  })

  it('The message rate is limited over both nodes', async () => {
    // A chat for each node, because two nodes that write to one chat at once may answer 503.
    const chats = [await startDirect(here.as('cat'), id('ben')), await startDirect(here.as('cat'), id('dan'))]
    await there.caughtUp()
    const begin = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => send((n % 2 ? here : there).as('cat'), chats[n % 2]!, `${n}`)),
    )
    const taken = answers.filter(({ status }) => status === 201).length
    expect(taken).toBeGreaterThanOrEqual(20)
    // A burst of twenty and five a second, counted over all nodes together.
    const seconds = (performance.now() - begin) / 1000
    expect(taken).toBeLessThanOrEqual(Math.ceil(20 + 5 * seconds))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 429]))
  })

  it('Without Redis written data stays written, nothing wrong is shown, and everything recovers', async () => {
    const path = `/trips`
    expect((await there.as('ann').get(path)).status).toBe(200)
    await redis.kill9()
    const failed = await there.as('ann').get(path)
    expect([failed.status, failed.body.error.code, failed.headers['retry-after']]).toEqual([
      503,
      'VIEW_REBUILDING',
      '1',
    ])
    const wrong = { username: 'cat', password: 'no idea' }
    expect((await there.anonymous.post('/auth/login', wrong)).status, 'each counts for itself').toBe(401)
    await redis.startAgain()
    await expect.poll(async () => (await there.as('ann').get(path)).status).toBe(200)
    await expect.poll(async () => (await here.as('ann').get(path)).status).toBe(200)
    const { chat, ann, ben } = await both()
    await expect
      .poll(
        () => {
          ann.emit('typing_stop', { conversationId: chat })
          ann.emit('typing_start', { conversationId: chat })
          return ben.payloadsOf('user_typing').length
        },
        { interval: 300 },
      )
      .toBeGreaterThan(0)
  })
})
