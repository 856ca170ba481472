// The EventStoreDB adapter beyond the common contract: its errors, lost responses, a bad network, and the hash chain of
// events read back.

import { status } from '@grpc/grpc-js'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { canonicalJson } from '#core/kernel/canonicalJson.ts'
import { hashEvent } from '#core/kernel/ids.ts'
import { NO_STREAM, START, StoreUnavailable, type EventStore } from '#core/store/eventStore.ts'
import { probeDelay, probeTimeout } from '#api/stores/eventstoredb/esdbLink.ts'
import { openEventStoreDb, type EventStoreDbOptions } from '#api/stores/eventstoredb/eventstoredb.ts'
import { everything, meta, noted, numbers, revisions, take } from '#tests/contracts/logDriver.ts'
import { startEventStoreServer, type EventStoreServer } from '#tests/support/eventStoreServer/server.ts'
import { createTcpProxy, type TcpProxy } from '#tests/support/tcpProxy.ts'
import { TIMEOUT_MS, longTimeout } from '#tests/support/timeout.ts'

let server: EventStoreServer
let proxy: TcpProxy
let opened: EventStore[]
let said: string[]

beforeEach(async () => {
  server = await startEventStoreServer()
  proxy = await createTcpProxy({ target: { port: server.port } })
  opened = []
  said = []
})
afterEach(async () => {
  proxy.heal()
  await Promise.all(opened.map((store) => store.close()))
  await proxy.close()
  server.close()
})

async function open(options: Partial<EventStoreDbOptions> = {}): Promise<EventStore> {
  const store = await openEventStoreDb({
    connectionString: `esdb://127.0.0.1:${proxy.port}?tls=false`,
    onError: (error) => said.push(error.message),
    onBack: () => said.push('back'),
    // The server shares this process, and the machine may be busy.
    replyTimeoutMs: TIMEOUT_MS,
    ...options,
  })
  opened.push(store)
  return store
}

/** For a server that stays silent. */
const impatient = { replyTimeoutMs: 700 }
/** Within 20 reply timeouts a long reply must end, as long as it goes on: a silence must be noticed before. */
const SILENCE_NOTICED_MS = 20 * impatient.replyTimeoutMs

/** For a call of an impatient store that must succeed at last; an append at a revision may be repeated. */
const atLast = <T>(call: () => Promise<T>) => vi.waitFor(call, longTimeout)

const elapsed = async (work: () => Promise<unknown>) => {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

describe('connection string', () => {
  test.each([
    ['http://ann:s3cret@host:2113', 'does not begin with esdb://'],
    ['esdb://ann:s3cret@extra@host', 'percent-encoded'],
    ['esdb://ann:s3:cret@host', 'percent-encoded'],
    ['esdb://ann:s3cret@', 'a host is'],
    ['esdb://ann:s3cret@host:port', 'a host is'],
    ['esdb://ann:s3cret@host?tsl=true', 'no option tsl'],
    ['esdb://ann:s3cret@host?s3cret/=true', 'no option of such a name'],
    ['esdb://ann:s3cret@host?tls=maybe', 'option tls cannot'],
    ['esdb://ann:s3cret@host?tlsVerifyCert=false', 'option tlsVerifyCert cannot'],
    ['esdb://ann:s3cret@host?throwOnAppendFailure=false', 'option throwOnAppendFailure cannot'],
    ['esdb://ann:s3cret@host#s3cret', 'a host is'],
  ])(
    'The connection string %s is refused with one line without the secret',
    async (connectionString, text) => {
      const refused = await open({ connectionString }).catch((error: Error) => error)
      expect(refused).toMatchObject({ message: expect.stringContaining(text) as string })
      expect((refused as Error).message).toMatch(/^EVENTSTOREDB_URL must be like .*$/)
      expect((refused as Error).message).not.toContain('s3')
    },
  )

  test.each([
    'esdb://admin:change%40it@one:2113,two:2113,three:2113?tls=true&tlsCAFile=/etc/hosts',
    'esdb+discover://admin:changeit@cluster.example.com/?nodePreference=leader&keepAliveInterval=10000',
  ])('The connection string %s is accepted', async (connectionString) => {
    await expect(open({ connectionString })).resolves.toBeDefined()
  })
})

describe('server errors', () => {
  test.each([
    ['no access', { code: status.PERMISSION_DENIED, exception: 'access-denied' }],
    ['its own timeout', { code: status.ABORTED }],
    ['an error nobody knows', { code: status.UNKNOWN }],
  ])(
    'A server error of %s makes everything unavailable before the timeout of a reply',
    async (_, refusal) => {
      const store = await open()
      server.refuse = () => refusal
      for (const call of [
        () => store.append('s', NO_STREAM, noted(1)),
        () => store.append('s', NO_STREAM, noted(1), { keep: 1 }),
        () => store.read('s'),
        () => store.head(),
        () => store.truncate('s', 1),
      ])
        expect(
          await elapsed(() => expect(call()).rejects.toThrow(StoreUnavailable)),
          'no reply is waited for',
        ).toBeLessThan(TIMEOUT_MS)
      expect(said.length).toBeGreaterThan(0)
      server.refuse = undefined
      await expect.poll(() => store.append('t', NO_STREAM, noted(1)).then(() => 'done', String)).toBe('done')
    },
  )

  test.each([
    ['with the name of the exception', { code: status.PERMISSION_DENIED, exception: 'access-denied' }],
    ['without it', { code: status.PERMISSION_DENIED }],
  ])('A denied call names the right that the database user lacks, for an error %s', async (_, denied) => {
    const store = await open()
    await store.append('s', NO_STREAM, noted(2))
    const guide = ': see "A user for the product" in docs/operations.md'
    const cases: [
      right: string,
      denies: (call: string, stream: string) => boolean,
      () => Promise<unknown>,
    ][] = [
      ['read $all', (call, stream) => call === 'read' && stream === '', () => store.head()],
      ['read the stream s', (call, stream) => call === 'read' && stream === 's', () => store.read('s')],
      [
        'read the stream $$s',
        (call, stream) => call === 'read' && stream === '$$s',
        () => store.truncate('s', 1),
      ],
      [
        'write the stream s',
        (call, stream) => call === 'append' && stream === 's',
        () => store.append('s', 1, noted(1)),
      ],
      [
        'write the stream $$s',
        (call, stream) => call === 'append' && stream === '$$s',
        () => store.truncate('s', 1),
      ],
    ]
    for (const [right, denies, call] of cases) {
      said.length = 0
      server.refuse = (...asked) => (denies(...asked) ? denied : undefined)
      await expect(call()).rejects.toThrow(StoreUnavailable)
      expect(said).toEqual([`the event store refuses: the user in EVENTSTOREDB_URL may not ${right}${guide}`])
    }
  })

  test('A subscription without the right to read $all names it, and resumes when it is given', async () => {
    const store = await open()
    server.refuse = (call, stream) =>
      call === 'read' && stream === ''
        ? { code: status.PERMISSION_DENIED, exception: 'access-denied' }
        : undefined
    const taken = take(store, 1, { after: START })
    await expect.poll(() => said.at(0)).toContain('may not read $all')
    server.refuse = undefined
    await store.append('s', NO_STREAM, noted(1))
    expect(numbers(await taken)).toEqual([0])
  })

  test('A wrong password is named as such', async () => {
    const store = await open()
    server.refuse = () => ({ code: status.UNAUTHENTICATED })
    await expect(store.head()).rejects.toThrow(/does not know the user in EVENTSTOREDB_URL, or the password/)
  })

  test('A follower’s error leads the client to the leader', async () => {
    const store = await open()
    let refused = 0
    const metadata = { 'leader-endpoint-host': '127.0.0.1', 'leader-endpoint-port': String(server.port) }
    server.refuse = (call) =>
      call === 'append' && refused++ === 0
        ? { code: status.NOT_FOUND, exception: 'not-leader', metadata }
        : undefined
    await store.append('s', NO_STREAM, noted(1))
    expect(refused).toBe(2)
  })
})

test('An append that is refused because of an event that is never shown ends like one without a reply', async () => {
  const leaderless = await startEventStoreServer({ readDelayMs: [3_600_000, 3_600_000] })
  const connectionString = leaderless.url
  const first = (await open({ connectionString })).append('s', NO_STREAM, noted(1)).catch(String)
  const store = await open({ connectionString, ...impatient })
  await vi.waitFor(() => expect(leaderless.log.all.at(-1)?.stream).toBe('s'), longTimeout)
  const ms = await elapsed(() =>
    expect(store.append('s', NO_STREAM, noted(1, 9))).rejects.toThrow(/does not show event 0 of s/),
  )
  expect(ms).toBeLessThan(SILENCE_NOTICED_MS)
  expect(
    leaderless.log.all.filter(({ stream }) => stream === 's'),
    'nothing more is written',
  ).toHaveLength(1)
  leaderless.close()
  expect(await first).toContain('StoreUnavailable')
})

/** So long after its begin the store itself repeats an append, as in esdbLink.ts; later its caller does. */
const RETRY_MS = 400

describe('lost append responses', () => {
  test('An append without a response is sent again and written once, with its position', async () => {
    const store = await open()
    await store.append('s', NO_STREAM, noted(1))
    proxy.blackhole('answers')
    const append = () => store.append('s', 0, noted(3, 1))
    const begin = performance.now()
    const appended = append()
    await expect.poll(() => server.log.all.length, { interval: 5 }).toBe(5)
    const before = server.calls.append
    proxy.reset()
    proxy.heal()
    const { revision, position } = await appended.catch((error: unknown) => {
      const isOverdue = performance.now() - begin > RETRY_MS
      if (error instanceof StoreUnavailable && isOverdue) return atLast(append)
      throw error
    })
    expect(server.calls.append, 'it was sent again').toBeGreaterThan(before)
    expect(revision).toBe(3)
    expect(numbers(await store.read('s'))).toEqual([0, 1, 2, 3])
    expect((await store.read('s')).at(-1)?.position).toBe(position)
    expect(await store.head()).toBe(position)
  })

  test('An append under the same key by another node is not taken for this node’s', async () => {
    const [mine, theirs] = [await open(), await open()]
    const at = (seconds: number) => ({ ...meta, at: `2026-05-02T10:00:0${seconds}Z` })
    await theirs.append('s', NO_STREAM, [{ type: 'Noted', data: { n: 1 }, meta: at(1) }])
    const late = mine.append('s', NO_STREAM, [{ type: 'Noted', data: { n: 1 }, meta: at(2) }])
    await expect(late).rejects.toMatchObject({ expected: NO_STREAM, actual: 0 })
  })

  test('An append repeated after its events were truncated still gets a sufficient position', async () => {
    const store = await open()
    const { position } = await store.append('s', NO_STREAM, noted(1))
    await store.append('s', 0, noted(1, 1), { keep: 1 })
    const again = await store.append('s', NO_STREAM, noted(1))
    expect(again.revision).toBe(0)
    expect(again.position >= position).toBe(true)
  })
})

describe('unreachable server', () => {
  test('A missing server is reported before the timeout of a reply, then at once, and used again when it is up', async () => {
    const store = await open()
    proxy.cut()
    const read = () => expect(store.read('s')).rejects.toThrow(StoreUnavailable)
    expect(await elapsed(read), 'no reply is waited for').toBeLessThan(TIMEOUT_MS)
    const append = () => expect(store.append('s', NO_STREAM, noted(1))).rejects.toThrow(StoreUnavailable)
    expect(await elapsed(append), 'no reply is waited for').toBeLessThan(TIMEOUT_MS)
    proxy.heal()
    await expect.poll(() => said).toEqual([expect.stringContaining('cannot be reached'), 'back'])
    expect(said[0]).toContain(`127.0.0.1:${proxy.port}`)
    await store.append('s', NO_STREAM, noted(1))
  })

  test('A server that stops responding is reported soon after the timeout of a reply', async () => {
    const store = await open(impatient)
    await atLast(() => store.append('s', NO_STREAM, noted(1)))
    proxy.blackhole()
    const asked = [
      () => store.append('s', 0, noted(1, 1)),
      () => store.read('s'),
      () => store.head(),
      () => store.truncate('s', 1),
    ].map((call) => elapsed(() => expect(call()).rejects.toThrow(StoreUnavailable)))
    expect(Math.max(...(await Promise.all(asked)))).toBeLessThan(SILENCE_NOTICED_MS)
    proxy.heal()
    await expect.poll(() => said.at(-1)).toBe('back')
    await atLast(async () => {
      const [last] = await store.read('s', { backward: true, limit: 1 })
      await store.append('s', last!.revision, noted(1, 9))
    })
  })

  test('After a silent probe the next one follows within 0.4 s, however long the silence lasts, after others within 2 s', () => {
    const longest = (wasSilent: boolean) =>
      Math.max(...Array.from({ length: 300 }, (_, attempt) => probeDelay(attempt, wasSilent)))
    expect(longest(true)).toBeLessThanOrEqual(400)
    expect(longest(false)).toBeGreaterThan(1000)
    expect(longest(false)).toBeLessThanOrEqual(2000)
  })

  test('A probe waits 1.5 s for its reply, and 6 s after half a minute of silence, when the machine may be too busy', () => {
    const timeouts = Array.from({ length: 100 }, (_, silentProbes) => probeTimeout(silentProbes))
    const quickMs = timeouts.filter((ms) => ms === 1500).reduce((sum, ms) => sum + ms, 0)
    expect(quickMs).toBeGreaterThan(20_000)
    expect(quickMs).toBeLessThan(30_000)
    expect(timeouts.at(-1)).toBe(6000)
  })

  test('A network that loses everything for a while, and lets new connections through after that, is noticed', async () => {
    const store = await open(impatient)
    await atLast(() => store.append('s', NO_STREAM, noted(1)))
    proxy.drop()
    await expect(store.head()).rejects.toThrow(StoreUnavailable)
    proxy.heal()
    await expect.poll(() => said.at(-1)).toBe('back')
    await atLast(() => store.append('s', 0, noted(1, 1)))
  })

  test('A slow server is waited for', async () => {
    const store = await open()
    proxy.slow(30)
    await store.append('s', NO_STREAM, noted(3))
    expect(revisions(await store.read('s'))).toEqual([0, 1, 2])
    expect(numbers(await take(store, 3, { after: START }))).toEqual([0, 1, 2])
    expect(said).toEqual([])
  })
})

describe('a subscription', () => {
  test('A subscription has no gap and no repetition through disconnects, silences and resets', async () => {
    const near = await open({ connectionString: server.url })
    const store = await open({ replyTimeoutMs: 300 })
    const taken = take(store, 60, { after: START })
    const troubles = [proxy.reset, proxy.cut, proxy.heal, () => proxy.blackhole(), proxy.heal, proxy.reset]
    for (let n = 0; n < 60; n++) {
      await near.append('s', n - 1, noted(1, n))
      if (n % 10 === 5) {
        troubles[(n - 5) / 10]!()
        await new Promise((resolve) => setTimeout(resolve, 60))
      }
    }
    expect(numbers(await taken)).toEqual(Array.from({ length: 60 }, (_, n) => n))
  })

  test('A subscription sends no requests while nothing happens', async () => {
    const store = await open()
    await store.append('s', NO_STREAM, noted(1))
    const taken = take(store, 2, { after: START })
    // The subscription and the metadata of all streams, and before each the newest event.
    await expect.poll(() => server.calls.read).toBe(4)
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(server.calls.read).toBe(4)
    await store.append('s', 0, noted(1, 1))
    expect(numbers(await taken)).toEqual([0, 1])
  })

  test('A subscription leaves out events that are truncated while its reader is slow', async () => {
    const store = await open()
    await store.append('long', NO_STREAM, noted(400))
    await store.append('long', 399, noted(400, 400))
    await store.append('short', NO_STREAM, noted(2))
    const stop = new AbortController()
    const given: number[][] = []
    for await (const events of store.subscribe({ after: START, signal: stop.signal, batch: 100 })) {
      given.push(numbers(events))
      if (given.length === 1) {
        await store.truncate('long', 800)
        await new Promise((resolve) => setTimeout(resolve, 550))
      }
      if (events.at(-1)!.stream === 'short') stop.abort()
    }
    expect(given).toEqual([given[0], [0, 1]])
    expect(given[0]!.length).toBeLessThanOrEqual(100)
  })

  test('A subscription leaves out foreign streams and those of the database itself', async () => {
    const [ours, others] = [await open({ prefix: 'ours-' }), await open({ prefix: 'others-' })]
    await others.append('s', NO_STREAM, noted(1, 1))
    await ours.append('s', NO_STREAM, noted(1, 2), { keep: 1 })
    await others.append('s', 0, noted(1, 3))
    const { position } = await ours.append('s', 0, noted(1, 4))
    expect(numbers(await everything(ours, START))).toEqual([4])
    expect(await ours.head()).toBe(position)
  })
})

describe('truncation', () => {
  test('Events truncated by the newest append are not the head of the log', async () => {
    const store = await open()
    const { position } = await store.append('first', NO_STREAM, noted(1))
    for (const name of ['a', 'b', 'c']) {
      await store.append(name, NO_STREAM, noted(150))
      await store.truncate(name, 150)
    }
    expect(await store.head()).toBe(position)
    expect(numbers(await everything(store, START))).toEqual([0])
  })

  test('A truncation keeps other metadata of the stream', async () => {
    const store = await open()
    const acl = { $r: ['ops'] }
    await store.append('s', NO_STREAM, noted(5))
    server.log.append('$$s', 'any', [
      {
        id: '3f1c4b0e-7c4f-4c59-8a70-0d6a4f1f2b11',
        type: '$metadata',
        contentType: 'application/json',
        data: Buffer.from(JSON.stringify({ $acl: acl })),
        metadata: Buffer.alloc(0),
      },
    ])
    await store.truncate('s', 2)
    await store.append('s', 4, noted(1, 5), { keep: 2 })
    const [described] = server.log.readStream('$$s', { from: 'end', backwards: true, limit: 1 })!
    expect(JSON.parse(Buffer.from(described!.data).toString())).toEqual({ $acl: acl, $tb: 2, $maxCount: 2 })
  })

  test('A truncation that failed is repeated with the next append', async () => {
    const store = await open()
    server.refuse = (call, stream) =>
      call === 'append' && stream === '$$s'
        ? { code: status.PERMISSION_DENIED, exception: 'access-denied' }
        : undefined
    await expect(store.append('s', NO_STREAM, noted(1), { keep: 1 })).rejects.toThrow(StoreUnavailable)
    expect(await store.read('s'), 'a new stream is not written before it can forget').toEqual([])
    server.refuse = undefined
    await store.append('s', NO_STREAM, noted(3))
    server.refuse = (call, stream) =>
      call === 'append' && stream === '$$s'
        ? { code: status.PERMISSION_DENIED, exception: 'access-denied' }
        : undefined
    await expect(store.append('s', 2, noted(1, 3), { keep: 1 })).rejects.toThrow(StoreUnavailable)
    server.refuse = undefined
    await store.append('s', 3, noted(1, 4), { keep: 1 })
    expect(numbers(await store.read('s'))).toEqual([4])
  })
})

test('An event read back equals the written one, also for the hash chain', async () => {
  const store = await open()
  let n = 0
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
      fc.string(),
      async (data, actor) => {
        const stream = `s${n++}`
        const event = { type: 'Noted', data, meta: { ...meta, actor } }
        const written = JSON.parse(JSON.stringify(event)) as typeof event
        const { position } = await store.append(stream, NO_STREAM, [event])
        const [read] = await store.read(stream)
        expect(read).toEqual({ ...written, stream, revision: 0, position })
        expect(canonicalJson(read!.data)).toBe(canonicalJson(data))
        expect(hashEvent(read!)).toBe(hashEvent({ ...event, revision: 0 }))
      },
    ),
    { numRuns: 60 },
  )
  const log = await everything(store, START)
  expect(log).toHaveLength(n)
  for (const event of log.slice(0, 20)) expect(await store.read(event.stream)).toEqual([event])
})
