// Two nodes over one log, one Redis between them: what is told on one is heard on the other, what is used up on one is
// used up on both, and without Redis each goes on for itself.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { openRedisReadStore } from '#projections/platform/redisReadStore.ts'
import { generationOf, redisKeys } from '#projections/platform/redisKeys.ts'
import { openRedisNodes } from '#api/stores/redisNodes.ts'
import { projections } from '#api/projections.ts'
import { say, send, startDirect } from '#tests/chat/talk.ts'
import { createClient, done } from '#tests/support/client.ts'
import type { Listener } from '#tests/support/listener.ts'
import type { Product } from '#tests/support/product.ts'
import { PASSWORD, startProduct } from '#tests/support/product.ts'
import type { RedisServer } from '#tests/support/redisServer.ts'
import { startRedis } from '#tests/support/redisServer.ts'

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

async function startNode(projects: boolean): Promise<Product<Name>> {
  const onError = () => undefined
  const keys = redisKeys('nodes:', generationOf(projections))
  const readStore = openRedisReadStore({ url: redis.url, keys, onError })
  const nodes = openRedisNodes({ url: redis.url, prefix: 'nodes:', onError, clock: Date.now })
  const product = await startProduct({ people: PEOPLE, store, readStore, nodes, projects })
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
  it('a message posted on one is heard on the other, and that it was delivered comes back', async () => {
    const { chat, ann, ben } = await both()
    const message = await say(here.as('ann'), chat, 'Are you there?')
    expect(
      (await ben.hears('message:new', ({ message: { id: of } }) => of === message.id)).message.content,
    ).toBe('Are you there?')
    await ann.hears('message:status', (told) => told.message_id === message.id && told.status === 'delivered')
  })

  it('typing is seen, and its end, and never one’s own', async () => {
    const { chat, ann, ben } = await both()
    const alsoAnn = await there.listen('ann')
    await alsoAnn.join(chat)
    ann.say('typing_start', { conversationId: chat })
    expect(await ben.hears('user_typing', ({ is_typing: now }) => now)).toMatchObject({
      conversation_id: chat,
      username: 'ann',
    })
    ann.say('typing_stop', { conversationId: chat })
    await ben.hears('user_typing', ({ is_typing: now }) => !now)
    await alsoAnn.settled()
    expect(alsoAnn.all('user_typing')).toEqual([])
  })

  it('who comes is online on both, and away when they say so', async () => {
    const cat = await there.listen('cat')
    const isDan = ({ user_id: who }: { user_id: string }) => who === id('dan')
    const seen = async () => done(await there.as('cat').get(`/users/${id('dan')}`)).data.status as string
    const dan = await here.listen('dan')
    expect(await cat.hears('user_presence', isDan)).toMatchObject({ status: 'online' })
    expect(await seen()).toBe('online')
    dan.say('update_presence', { status: 'away' })
    await cat.hears('user_presence', (told) => isDan(told) && told.status === 'away')
    expect(await seen()).toBe('away')
    const alsoDan = await there.listen('dan')
    await cat.hears('user_presence', (told) => isDan(told) && told.status === 'online')
    alsoDan.close()
    dan.close()
  })

  it('a session that was ended on one is ended on the other, and its sockets', async () => {
    const client = await here.signIn('cat')
    const elsewhere = createClient(there.port, client.token)
    expect((await elsewhere.get('/trips')).status).toBe(200)
    done(await client.post('/auth/logout', {}))
    await expect.poll(async () => (await elsewhere.get('/trips')).status).toBe(401)
  })

  it('wrong passwords are counted together', async () => {
    const wrong = { username: 'ann', password: 'no idea' }
    const answers: number[] = []
    for (let n = 0; n < 12; n++)
      answers.push((await (n % 2 ? here : there).anonymous.post('/auth/login', wrong)).status)
    expect(answers).toEqual([...Array(10).fill(401), 429, 429])
    const right = { username: 'ben', password: PASSWORD }
    expect((await here.anonymous.post('/auth/login', right)).status).toBe(200)
  })

  it('messages have one pace, whichever node takes them', async () => {
    const chat = await startDirect(here.as('cat'), id('ben'))
    await there.caughtUp()
    const begin = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => send((n % 2 ? here : there).as('cat'), chat, `${n}`)),
    )
    const taken = answers.filter(({ status }) => status === 201).length
    expect(taken).toBeGreaterThanOrEqual(20)
    // Twenty at once and five a second, and not that for each.
    const seconds = (performance.now() - begin) / 1000
    expect(taken).toBeLessThanOrEqual(Math.ceil(20 + 5 * seconds))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 429]))
  })

  it('without Redis what was written is written, nothing is shown wrong, and all comes back', async () => {
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
          ann.say('typing_stop', { conversationId: chat })
          ann.say('typing_start', { conversationId: chat })
          return ben.all('user_typing').length
        },
        { timeout: 10_000, interval: 300 },
      )
      .toBeGreaterThan(0)
  })
})
