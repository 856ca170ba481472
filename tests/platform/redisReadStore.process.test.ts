// The read store over a real Redis that is emptied, killed, frozen and shared: documents are right or unavailable, and
// recover by themselves.

import { createClient } from 'redis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DomainEvent } from '#core/kernel/decider.ts'
import { createCodec } from '#core/store/codec.ts'
import { type EventStore, NO_STREAM, START, StoreUnavailable } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { formatPosition } from '#core/store/position.ts'
import { watchProgress } from '#projections/platform/progress.ts'
import { ReadModelNotReady, CheckpointConflict } from '#projections/platform/readStore.ts'
import { type RedisReadStore, openRedisReadStore } from '#api/stores/redis/redisReadStore.ts'
import { type RedisConnection, connectRedis } from '#api/stores/redis/redisConnection.ts'
import { generationOf, redisKeys } from '#api/stores/redis/redisKeys.ts'
import { removeOldGenerations } from '#api/stores/redis/redisCleanup.ts'
import { redisProjectorLease } from '#api/stores/redis/redisProjectorLease.ts'
import { type Runner, startRunner } from '#projections/platform/runner.ts'
import { type AnyProjection, idIn, projection } from '#projections/platform/projection.ts'
import { meta } from '#tests/contracts/logDriver.ts'
import { keysLike } from '#tests/support/redisDocuments.ts'
import { type RedisServer, startRedis } from '#tests/support/redisServer.ts'
import { createTcpProxy } from '#tests/support/tcpProxy.ts'
import { TIMEOUT_MS, longTimeout } from '#tests/support/timeout.ts'

type Said = DomainEvent<'Said', { word: string }>

const words = projection<string[], Said>({
  name: 'words',
  version: 1,
  key: ({ stream }) => idIn(stream),
  empty: () => [],
  on: { Said: (doc, { data }) => [...doc, data.word] },
})
const loud = { ...words, version: 2, on: { Said: shout } } as AnyProjection
function shout(doc: string[], { data }: { data: { word: string } }): string[] {
  return [...doc, data.word.toUpperCase()]
}

let redis: RedisServer
let prefix = ''
let log: EventStore
let connection: RedisConnection
const ends: (() => Promise<void>)[] = []
beforeAll(async () => {
  redis = await startRedis()
  connection = connectRedis(redis.url, () => undefined, TIMEOUT_MS)
})
afterAll(async () => {
  await connection.close()
  await redis.stop()
})
beforeEach(() => {
  prefix = `${prefix.slice(0, -1)}x:`
  log = createMemoryEventStore()
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

function keysOf(of: AnyProjection) {
  return redisKeys(prefix, generationOf([of]))
}

/** A late reply is waited for, except where a test is about the product's own timeout. */
const patience: { replyTimeoutMs?: number } = { replyTimeoutMs: TIMEOUT_MS }
const asInProduction: typeof patience = {}

function open(of: AnyProjection = words, waits = patience): RedisReadStore {
  const store = openRedisReadStore({ url: redis.url, keys: keysOf(of), onError: () => undefined, ...waits })
  ends.push(store.close)
  return store
}

/** Starts a process that projects. */
function start(
  of: AnyProjection = words,
  name = 'one',
  waits = patience,
): { readStore: RedisReadStore; runner: Runner } {
  const readStore = open(of, waits)
  const onError = (error: unknown) => {
    throw error
  }
  const lease = redisProjectorLease(connection, keysOf(of).lease, name)
  const codec = createCodec({ Said: [] })
  const runner = startRunner({ store: log, codec, readStore, projections: [of], onError, lease })
  ends.push(runner.stop)
  return { readStore, runner }
}

async function say(id: string, word: string): Promise<string> {
  const [newest] = await log.read(`talk-${id}`, { backward: true, limit: 1 })
  const said = { type: 'Said', data: { word }, meta }
  return (await log.append(`talk-${id}`, newest?.revision ?? NO_STREAM, [said])).position
}

/** Reads until there is a result; "not now" is the only error that may occur before. */
async function first(readStore: RedisReadStore, of: AnyProjection, key: string): Promise<unknown> {
  return vi.waitFor(
    async () => {
      const answer = await readStore.get(of, key).catch((error: unknown) => {
        if (error instanceof ReadModelNotReady || error instanceof StoreUnavailable) return error
        throw error
      })
      if (answer instanceof Error) throw answer
      return { answer }
    },
    { timeout: TIMEOUT_MS, interval: 2 },
  )
}

describe('two processes', () => {
  test('A process reads the documents that another projects, and its waiting requests are released', async () => {
    start()
    const reader = open()
    const other = watchProgress(reader)
    ends.push(other.stop)
    const position = await say('ann', 'a')
    expect(await other.waitForPosition(position, TIMEOUT_MS)).toBe(true)
    expect(await reader.get(words, 'ann')).toEqual(['a'])
  })

  test('A process takes over when the projector ends or stalls', async () => {
    const one = start(words, 'one')
    expect(await one.runner.waitForPosition(await say('ann', 'a'), TIMEOUT_MS)).toBe(true)
    const two = start(words, 'two')
    await two.runner.ready
    await one.runner.stop()
    expect(await two.runner.waitForPosition(await say('ann', 'b'), TIMEOUT_MS)).toBe(true)
    // Nobody renews this lease.
    await two.runner.stop()
    await connection.run((client) =>
      client.set(keysOf(words).lease, 'gone', { expiration: { type: 'PX', value: 1500 } }),
    )
    const three = start(words, 'three')
    expect(await three.runner.waitForPosition(await say('ann', 'c'), TIMEOUT_MS)).toBe(true)
    expect(await three.readStore.get(words, 'ann')).toEqual(['a', 'b', 'c'])
  })
})

test('A projector that could not release its lease takes it again, and no other does', async () => {
  const lease = (name: string) => redisProjectorLease(connection, `${prefix}lease`, name)
  const { signal } = new AbortController()
  const left = await lease('one').acquire(signal)
  const taken = await lease('one').acquire(signal)
  const enough = new AbortController()
  const other = lease('two').acquire(enough.signal)
  enough.abort()
  expect(await other).toBeNull()
  for (const held of [left, taken]) await held!.release()
})

test('A lease that nobody renews does not last longer when the clock of Redis is set back', async () => {
  const key = `${prefix}lease`
  // An hour more is left of it then.
  await connection.run((client) => client.set(key, 'gone', { expiration: { type: 'PX', value: 3_600_000 } }))
  const enough = new AbortController()
  const waiting = redisProjectorLease(connection, key, 'one').acquire(enough.signal)
  const left = () => connection.run((client) => client.pTTL(key))
  await expect.poll(left).toBeLessThan(10_000)
  enough.abort()
  await waiting
})

describe('the checkpoint', () => {
  const at = (after: number, position: number, doc: string[]) => ({
    after: after === 0 ? START : formatPosition(after),
    position: formatPosition(position),
    writes: [{ projection: words, key: 'ann', doc }],
    ready: true,
  })

  test('Redis compares the checkpoint: of two projectors that both believe to hold the lease one writes, repeatedly', async () => {
    const [one, two] = [open(), open()]
    await one.begin()
    await two.begin()
    await one.commit(at(0, 1, ['a']))
    await expect(two.commit(at(0, 2, ['wrong']))).rejects.toThrow(CheckpointConflict)
    expect(await two.begin()).toEqual({ position: formatPosition(1), ready: true })
    await two.commit(at(1, 3, ['a', 'b']))
    await expect(one.commit(at(1, 2, ['wrong']))).rejects.toThrow(CheckpointConflict)
    expect(await one.get(words, 'ann')).toEqual(['a', 'b'])
    expect(await one.checkpoint()).toEqual({ position: formatPosition(3), ready: true })
  })

  test('Redis compares the checkpoint also for a projector that lost its connection meanwhile', async () => {
    const [one, two] = [open(), open()]
    await one.begin()
    await one.commit(at(0, 1, ['a']))
    await connection.run((client) =>
      client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes']),
    )
    await vi.waitFor(() => two.begin(), { timeout: TIMEOUT_MS, interval: 20 })
    await two.commit(at(1, 2, ['a', 'b']))
    const late = () => one.commit(at(1, 3, ['wrong']))
    await expect(late()).rejects.toThrow(/not where it was left|Redis/)
    expect(await two.get(words, 'ann')).toEqual(['a', 'b'])
    expect(await vi.waitFor(() => one.begin(), { timeout: TIMEOUT_MS, interval: 20 })).toEqual({
      position: formatPosition(2),
      ready: true,
    })
    await vi.waitFor(async () => {
      await one.begin()
      await one.commit(at(2, 4, ['a', 'b', 'c']))
    }, longTimeout)
    expect(await two.get(words, 'ann')).toEqual(['a', 'b', 'c'])
  })

  test('A build that begins is no change for a listener, as nothing was readable before', async () => {
    const store = open()
    await vi.waitFor(() => store.begin(), longTimeout)
    const shown: boolean[] = []
    store.onCheckpoint(({ ready }) => void shown.push(ready))
    const { state } = keysOf(words)
    // As the store finds it once a second.
    await connection.run(async (client) => client.publish(state, (await client.get(state))!))
    await store.commit({ after: START, position: formatPosition(1), writes: [], ready: true })
    await expect.poll(() => shown).toContain(true)
    expect(shown).toEqual([true])
  })
})

describe('Redis', () => {
  test('An emptied Redis never makes documents absent, and is rebuilt soon', async () => {
    const { readStore, runner } = start()
    expect(await runner.waitForPosition(await say('ann', 'a'), TIMEOUT_MS)).toBe(true)
    await connection.run((client) => client.flushAll())
    await expect(readStore.get(words, 'ann')).rejects.toThrow(ReadModelNotReady)
    await expect(readStore.get(words, 'nobody')).rejects.toThrow(ReadModelNotReady)
    expect(await first(readStore, words, 'ann')).toEqual({ answer: ['a'] })
    await vi.waitUntil(() => runner.isReady(), longTimeout)
  })

  test('A Redis that is killed and starts empty is rebuilt, with the events written meanwhile', async () => {
    const { readStore, runner } = start()
    expect(await runner.waitForPosition(await say('ann', 'a'), TIMEOUT_MS)).toBe(true)
    await redis.kill9()
    await expect(readStore.get(words, 'ann')).rejects.toThrow(StoreUnavailable)
    await vi.waitUntil(() => !runner.isReady(), longTimeout)
    await say('ann', 'b')
    await redis.startAgain()
    expect(await first(readStore, words, 'ann')).toEqual({ answer: ['a', 'b'] })
  })

  test('A Redis that does not respond blocks requests briefly, and is used again when it responds', async () => {
    const { readStore, runner } = start(words, 'one', asInProduction)
    expect(await runner.waitForPosition(await say('ann', 'a'), TIMEOUT_MS)).toBe(true)
    redis.freeze()
    await expect(readStore.get(words, 'ann')).rejects.toThrow(StoreUnavailable)
    redis.thaw()
    expect(await first(readStore, words, 'ann')).toEqual({ answer: ['a'] })
    expect(await runner.waitForPosition(await say('ann', 'b'), TIMEOUT_MS)).toBe(true)
  })

  test('A new connection whose handshake the network loses is replaced', async () => {
    const proxy = await createTcpProxy({ target: { port: redis.port } })
    const own = connectRedis(`redis://127.0.0.1:${proxy.port}`, () => undefined)
    ends.push(proxy.close, own.close)
    const responds = () => own.run((client) => client.ping(), 200).then(Boolean, () => false)
    await vi.waitUntil(responds, longTimeout)
    proxy.drop()
    expect(await responds()).toBe(false)
    // The first connection has lost its ping, and the second its handshake.
    await vi.waitUntil(() => proxy.lost() >= 2, longTimeout)
    proxy.heal()
    await vi.waitUntil(responds, longTimeout)
  })

  test('A Redis that restarts with older data shows that data, and then the rest', async () => {
    const { readStore, runner } = start()
    const { state } = keysOf(words)
    expect(await runner.waitForPosition(await say('ann', 'a'), TIMEOUT_MS)).toBe(true)
    const old = await connection.run(async (client) => ({
      state: await client.get(state),
      docs: await Promise.all(
        (await keysLike(client, `${prefix}*:words@1:*`)).map(async (key) => [key, await client.get(key)]),
      ),
    }))
    expect(await runner.waitForPosition(await say('ann', 'b'), TIMEOUT_MS)).toBe(true)
    await connection.run((client) => {
      const restored = client.multi().set(state, old.state!)
      for (const [key, doc] of old.docs) restored.set(key!, doc!)
      return restored.exec()
    })
    expect(await readStore.get(words, 'ann')).toEqual(['a'])
    await say('ann', 'c')
    await vi.waitFor(
      async () => expect(await readStore.get(words, 'ann')).toEqual(['a', 'b', 'c']),
      longTimeout,
    )
  })
})

test('A load that waits behind a commit of more than two seconds gets its documents, and the commit succeeds', async () => {
  const readStore = open(words, asInProduction)
  const { position } = await vi.waitFor(() => readStore.begin(), longTimeout)
  await connection.run((client) => client.sendCommand(['CLIENT', 'PAUSE', '2500', 'WRITE']))
  const write = { projection: words, key: 'ann', doc: ['a'] }
  const commit = readStore.commit({ after: position, position: '1', writes: [write], ready: false })
  expect(await readStore.load([{ projection: words, key: 'ben' }])).toEqual([null])
  await commit
})

describe('a new version of a projection', () => {
  test('A new version is built beside the old one, which is read until nobody uses it and is then removed', async () => {
    const old = start(words)
    expect(await old.runner.waitForPosition(await say('ann', 'a'), TIMEOUT_MS)).toBe(true)
    const young = start(loud, 'young')
    await young.runner.ready
    expect(await young.readStore.get(loud, 'ann')).toEqual(['A'])
    expect(await old.readStore.get(words, 'ann')).toEqual(['a'])
    expect(await old.runner.waitForPosition(await say('ann', 'b'), TIMEOUT_MS), 'the old goes on').toBe(true)

    await removeOldGenerations(connection, keysOf(loud))
    expect(await old.readStore.get(words, 'ann'), 'while it is used').toEqual(['a', 'b'])
    await old.runner.stop()
    await old.readStore.close()
    await connection.run((client) => client.del(keysOf(words).used))
    await removeOldGenerations(connection, keysOf(loud))
    const left = await connection.run((client) => keysLike(client, `${prefix}*`))
    expect(left.filter((key) => key.includes(generationOf([words])))).toEqual([])
    expect(await young.readStore.get(loud, 'ann')).toEqual(['A', 'B'])
  })

  test('A return to the old version after an interrupted removal of its documents finds no document missing', async () => {
    const old = start(words)
    expect(await old.runner.waitForPosition(await say('ann', 'a'), TIMEOUT_MS)).toBe(true)
    await old.runner.stop()
    await old.readStore.close()
    const young = start(loud, 'young')
    await young.runner.ready
    await connection.run((client) => client.del(keysOf(words).used))
    await expect(removeOldGenerations(interruptedScan(), keysOf(loud))).rejects.toThrow(StoreUnavailable)
    const documents = await connection.run((client) => keysLike(client, `${prefix}*:words@1:*`))
    expect(documents, 'needs a removed document to mean anything').toEqual([])
    await expect(open(words).get(words, 'ann')).rejects.toThrow(ReadModelNotReady)
  })

  /** A connection whose scan finds the documents before all other keys and ends there. */
  function interruptedScan(): RedisConnection {
    const pages = [
      () => connection.run((client) => keysLike(client, `${prefix}*@*`)),
      () => Promise.reject(new StoreUnavailable('Redis is away')),
    ]
    const scan = async () => ({ cursor: '1', keys: await pages.shift()!() })
    return {
      ...connection,
      run: (act) =>
        connection.run((client) =>
          act(new Proxy(client, { get: (of, name) => (name === 'scan' ? scan : Reflect.get(of, name)) })),
        ),
    }
  }

  test('The documents of an earlier build are removed, and nothing else in Redis', async () => {
    await connection.run((client) => client.set(`${prefix}limit:ann`, '1'))
    const { readStore, runner } = start()
    expect(await runner.waitForPosition(await say('ann', 'a'), TIMEOUT_MS)).toBe(true)
    await readStore.discard()
    await vi.waitFor(async () => expect(await readStore.get(words, 'ann')).toEqual(['a']), longTimeout)
    const docs = () => connection.run((client) => keysLike(client, `${prefix}*:words@1:ann`))
    expect(await docs(), 'needs something left to mean anything').toHaveLength(2)
    await removeOldGenerations(connection, keysOf(words))
    expect(await docs()).toHaveLength(1)
    expect(await readStore.get(words, 'ann')).toEqual(['a'])
    expect(await connection.run((client) => client.get(`${prefix}limit:ann`))).toBe('1')
  })
})

describe('long lists', () => {
  const items = (length: number, from = 0) =>
    Array.from({ length }, (_, n) => ({ id: `${from + n}`, text: 'x'.repeat(700) }))
  const chunked = { ...words, name: 'chunked', list: 'chunks' } as AnyProjection
  const single = { ...words, name: 'single', list: 'items' } as AnyProjection

  test('A change of one item in a list of 20,000 writes no other item', async () => {
    const readStore = open(chunked)
    await readStore.begin()
    const client = await createClient({ url: redis.url }).connect()
    ends.push(async () => client.destroy())
    const received = async () => Number(/total_net_input_bytes:(\d+)/.exec(await client.info('stats'))![1])
    const lists = Array.from({ length: 400 }, (_, n) => items(50, n * 50))
    const list = items(50)
    const commit = async (n: number, doc: unknown, other: unknown) => {
      const [after, position] = [n === 1 ? START : formatPosition(n - 1), formatPosition(n)]
      const writes = [
        { projection: chunked, key: 'trip', doc },
        { projection: single, key: 'trip', doc: other },
      ]
      const before = await received()
      await readStore.commit({ after, position, writes, ready: true })
      return (await received()) - before
    }
    expect(await commit(1, lists, list), 'all of it at first').toBeGreaterThan(14_000_000)
    const added = [...lists, items(1, 20_000)]
    expect(await commit(2, added, [...list, ...items(1, 50)])).toBeLessThan(2500)
    const edited = added.with(7, added[7]!.with(3, { id: '353', text: 'changed' }))
    expect(await commit(3, edited, list), 'an edit, and a removal').toBeLessThan(1000)
    const removed = edited.with(9, edited[9]!.toSpliced(0, 1)).toSpliced(20, 1)
    expect(await commit(4, removed, list), 'removals').toBeLessThan(1500)
    expect(await readStore.get(chunked, 'trip')).toEqual(removed)
    expect(await readStore.get(single, 'trip')).toEqual(list)
  })
})
