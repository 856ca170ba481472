// Two nodes behind the proxy of docker-compose.yml with its own configuration: sockets and streams pass unbuffered, any
// node serves any request, internal endpoints are unreachable, and a killed node causes no failed request.

import { randomUUID } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { moneyLimits } from '#core/money/moneyLimits.ts'
import { say, startDirect } from '#tests/chat/requests.ts'
import { type Client, createClient, expectSuccess, sendRequest } from '#tests/support/client.ts'
import { type Listener, listen } from '#tests/support/listener.ts'
import { type ProxyServer, startProxy } from '#tests/support/proxyServer.ts'
import { freePort } from '#tests/support/freePort.ts'
import { type RedisServer, startRedis } from '#tests/support/redisServer.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { longTimeout } from '#tests/support/timeout.ts'

const PASSWORD = 'travel-demo'
const METRICS_TOKEN = 'shown-by-the-operators-own-program'
/** The address of another proxy in front of Caddy. */
const OUTER_PROXY = '127.0.0.9'
/** The proxy checks the nodes once a second; a busy machine is later. */
const SEEN_GONE_MS = 4000
/** Requests in a row that succeed only when the proxy sends none to the node that is gone: it takes the nodes by turns. */
const SEEN_GONE_REQUESTS = 20

let redis: RedisServer
let dataDir: string
let ports: [number, number]
let nodes: [Server, Server]
let proxy: ProxyServer
let alice: Client
let bob: Client
let ids: { alice: string; bob: string }
let tripId: string

beforeAll(async () => {
  redis = await startRedis()
  dataDir = mkdtempSync(join(tmpdir(), 'trips-'))
  ports = [await freePort(), await freePort()]
  await start({ ROLE: 'projector' })
  nodes = [await startNode(0, 'on'), await startNode(1)]
  proxy = await startProxy(ports.map((port) => `127.0.0.1:${port}`))
  for (const port of ports) await readyAt(port)
  ;[alice, bob] = [await signIn('alice'), await signIn('bob')]
  const idOf = async (client: Client): Promise<string> => expectSuccess(await client.get('/auth/me')).user.id
  ids = { alice: await idOf(alice), bob: await idOf(bob) }
  const { trips } = expectSuccess(await alice.get('/trips')) as {
    trips: { id: string; title: string }[]
  }
  tripId = trips.find(({ title }) => title.startsWith('Lisbon'))!.id
})
afterAll(async () => {
  await proxy?.stop()
  await redis?.stop()
})

function start(env: Record<string, string>): Promise<Server> {
  const all = {
    REDIS_URL: redis.url,
    DEMO_DATA: 'off',
    LOG_LEVEL: 'info',
    METRICS_TOKEN,
  }
  return startServer({ dataDir, env: { ...all, ...env } })
}

function startNode(n: 0 | 1, demo = 'off'): Promise<Server> {
  return start({
    ROLE: 'api',
    PORT: String(ports[n]),
    TRUST_PROXY: `127.0.0.1,${OUTER_PROXY}`,
    DEMO_DATA: demo,
  })
}

async function readyAt(port: number): Promise<void> {
  const isReady = async () => (await statusOf(sendRequest(port, 'GET', '/readyz', undefined, {}))) === 200
  await vi.waitUntil(isReady, longTimeout)
}

const statusOf = (answer: Promise<{ status: number }>) =>
  answer.then(
    ({ status }) => status,
    () => 0,
  )

async function signIn(username: string): Promise<Client> {
  const { token } = expectSuccess(
    await createClient(proxy.port).post('/auth/login', { username, password: PASSWORD }),
  )
  return createClient(proxy.port, token as string)
}

const answered = (n: 0 | 1): number => nodes[n].logs.split('"msg":"request"').length - 1

const spend = (description: string, key: string = randomUUID()) =>
  alice.post(
    `/trips/${tripId}/expenses`,
    { description, amount: 3.2, category: 'food', sharedBy: [ids.alice] },
    { key },
  )

/** Opens a trip's change feed and collects what arrives. */
async function openStream(by: Client): Promise<{ headers: IncomingMessage['headers']; text(): string }> {
  const headers = { Authorization: `Bearer ${by.token}`, 'Accept-Encoding': 'gzip, br' }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const path = `/api/trips/${tripId}/changes`
    request({ host: '127.0.0.1', port: proxy.port, path, headers }, resolve).on('error', reject).end()
  })
  onTestFinished(() => void response.destroy())
  let text = ''
  response.setEncoding('utf8').on('data', (part: string) => (text += part))
  response.on('error', () => undefined)
  return { headers: response.headers, text: () => text }
}

async function socketsOf(n: 0 | 1): Promise<number> {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` }
  const { text } = await sendRequest(ports[n], 'GET', '/metrics', undefined, headers)
  return Number(/^trips_sockets (\d+)$/m.exec(text)?.[1])
}

/** Opens sockets until each node has one: by turns, unless the proxy leaves out a node that is slow to answer a check. */
async function openOnBothNodes(one: Client, another: Client): Promise<[Listener, Listener]> {
  const open: Listener[] = []
  onTestFinished(() => open.forEach((socket) => socket.close()))
  const openOne = async ({ token }: Client): Promise<void> => {
    const socket = listen(proxy.port, token)
    open.push(socket)
    await socket.waitFor('authenticated')
  }
  const counts = () => Promise.all([socketsOf(0), socketsOf(1)])
  await expect.poll(counts, { message: 'needs no other socket to mean anything' }).toEqual([0, 0])
  await openOne(one)
  const areOnBoth = async () => {
    open.splice(1).forEach((socket) => socket.close())
    await openOne(another)
    return (await counts()).every((count) => count > 0)
  }
  await expect.poll(areOnBoth).toBe(true)
  return open as [Listener, Listener]
}

test('Both nodes respond, and a session created on one is valid on the other', async () => {
  const before = [answered(0), answered(1)]
  // The proxy leaves out a node that is slow to answer a check.
  const haveBothAnswered = async () => {
    expectSuccess(await alice.get('/trips'))
    return answered(0) > before[0]! && answered(1) > before[1]!
  }
  await expect.poll(haveBothAnswered).toBe(true)
})

test('A change feed passes the proxy unbuffered: its beginning at once, each change when it happens', async () => {
  const stream = await openStream(bob)
  expect(stream.headers).toMatchObject({ 'content-type': 'text/event-stream' })
  expect(stream.headers['content-encoding']).toBeUndefined()
  await expect.poll(stream.text).toBe(':\n\n')
  for (const count of [1, 2, 3]) {
    expectSuccess(await spend(`Tram ${count}`))
    await expect.poll(() => stream.text().split('event: change').length - 1).toBe(count)
  }
})

test('WebSockets pass the proxy to any node, and a message sent on one is received on the other', async () => {
  const chat = await startDirect(alice, ids.bob)
  const [own, other] = await openOnBothNodes(alice, bob)
  await own.join(chat)
  await other.join(chat)
  const message = await say(alice, chat, 'Over the bridge')
  await other.waitFor('message:new', (told) => told.message.id === message.id)
  other.emit('typing_start', { conversationId: chat })
  const typing = await own.waitFor(
    'user_typing',
    ({ user_id: who, is_typing: now }) => who === ids.bob && now,
  )
  expect(typing.conversation_id).toBe(chat)
})

describe('public access', () => {
  test.each([
    '/metrics',
    '/metrics/',
    '/metrics?x=1',
    '/METRICS',
    '//metrics',
    '/./metrics',
    '/%6detrics',
    '/x/../metrics',
  ])('The path %s is not reachable from outside, even with the token', async (path) => {
    const headers = { Authorization: `Bearer ${METRICS_TOKEN}` }
    const inside = await sendRequest(ports[0], 'GET', '/metrics', undefined, headers)
    expect(inside.text, 'needs metrics to mean anything').toContain('trips_sockets')
    const { status, text } = await sendRequest(proxy.port, 'GET', path, undefined, headers)
    expect(status).not.toBe(200)
    expect(text).not.toContain('trips_')
  })

  test('A body that is too large is refused, with or without its length, and the next request succeeds', async () => {
    const large = new TextEncoder().encode(JSON.stringify({ description: 'x'.repeat(300_000) }))
    const headers = { Authorization: `Bearer ${alice.token}`, 'Content-Type': 'application/json' }
    const path = `/api/trips/${tripId}/expenses`
    const told = await sendRequest(proxy.port, 'POST', path, large, headers)
    expect(told).toMatchObject({ status: 413, body: { error: { code: 'PAYLOAD_TOO_LARGE' } } })
    const untold = await sendRequest(proxy.port, 'POST', path, large, {
      ...headers,
      'Content-Length': [],
      'Transfer-Encoding': 'chunked',
    }).catch(() => ({ status: 0 }))
    expect(untold.status).not.toBe(201)
    expect((await spend('Small')).status).toBe(201)
  })

  test('An import of 200,000 bytes is accepted, and one beyond its own limit gets the refusal of a node', async () => {
    const path = `/api/trips/${tripId}/imports`
    const headers = { Authorization: `Bearer ${alice.token}`, 'Content-Type': 'application/json' }
    const importOf = (records: number) =>
      new TextEncoder().encode(
        JSON.stringify({
          importId: randomUUID(),
          source: 'Splitwise',
          fileHash: 'f'.repeat(64),
          records: Array.from({ length: records }, (_, n) => importedPayment(n)),
        }),
      )
    const allowed = importOf(280)
    expect(allowed.length).toBeGreaterThan(200_000)
    expect(allowed.length).toBeLessThan(moneyLimits.import.bodyBytes)
    const added = await sendRequest(proxy.port, 'POST', path, allowed, {
      ...headers,
      'Idempotency-Key': randomUUID(),
    })
    expect(added).toMatchObject({ status: 201, body: { import: { added: 280 } } })
    const large = importOf(400)
    expect(large.length).toBeGreaterThan(moneyLimits.import.bodyBytes)
    expect(await sendRequest(proxy.port, 'POST', path, large, headers)).toMatchObject({
      status: 413,
      body: { message: 'The body is larger than 256 KB', error: { code: 'PAYLOAD_TOO_LARGE' } },
    })
  })

  test('A client cannot forge its address, and two addresses are told apart', async () => {
    const wrong = (localAddress: string, forged: string) =>
      logIn({ localAddress, forged, username: 'carol', password: 'not-that-one' })
    await expectLimited((n) => wrong('127.0.0.2', `198.51.100.${n}`))
    expect(await wrong('127.0.0.3', '127.0.0.2')).toBe(401)
    const right = { localAddress: '127.0.0.3', forged: '127.0.0.2', username: 'carol', password: PASSWORD }
    expect(await logIn(right)).toBe(200)
  })

  test('Behind another proxy that TRUST_PROXY names, its clients are told apart and cannot forge their addresses', async () => {
    const wrong = (client: string, forged: string) =>
      logIn({
        localAddress: OUTER_PROXY,
        forged: `${forged}, ${client}`,
        username: 'dave',
        password: 'not-that-one',
      })
    await expectLimited((n) => wrong('198.51.100.1', `203.0.113.${n}`))
    expect(await wrong('198.51.100.2', '198.51.100.1')).toBe(401)
  })
})

/** Ten wrong attempts are counted in Redis, and ten by each node while Redis is slow to answer it. */
async function expectLimited(attempt: (n: number) => Promise<number>): Promise<void> {
  const tries: number[] = []
  while (tries.at(-1) !== 429 && tries.length <= 30) tries.push(await attempt(tries.length))
  expect(tries.length).toBeGreaterThan(10)
  expect(tries).toEqual([...tries.slice(1).map(() => 401), 429])
}

/** About 770 bytes. */
function importedPayment(n: number) {
  return {
    kind: 'payment',
    rowKey: String(n).padStart(64, '0'),
    amount: 5,
    from: { id: ids.alice, type: 'user' },
    to: { id: ids.bob, type: 'user' },
    note: 'x'.repeat(500),
  }
}

interface LogIn {
  localAddress: string
  /** The address that the client claims to have. */
  forged: string
  username: string
  password: string
}

function logIn({ localAddress, forged, username, password }: LogIn): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'Content-Type': 'application/json',
      'X-Forwarded-For': forged,
      'X-Real-IP': forged,
      Forwarded: `for=${forged}`,
    }
    const options = { host: '127.0.0.1', port: proxy.port, localAddress, method: 'POST', headers }
    request({ ...options, path: '/api/auth/login' }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode!))
    })
      .on('error', reject)
      .end(JSON.stringify({ username, password }))
  })
}

describe('killed nodes', () => {
  test('A killed node causes no failed request, its sockets reconnect to the other node, and it returns', async () => {
    const devices = await openOnBothNodes(bob, bob)
    await nodes[0].kill9()
    const lost = await Promise.race(devices.map((device, n) => device.closed.then(() => n)))
    const again = listen(proxy.port, bob.token)
    onTestFinished(() => again.close())
    await again.waitFor('authenticated')
    expect(devices[1 - lost]!.isOpen(), 'the other one stays').toBe(true)

    const key = randomUUID()
    const seenGone = performance.now() + SEEN_GONE_MS
    for (let inARow = 0; inARow < SEEN_GONE_REQUESTS || performance.now() < seenGone;) {
      expect((await alice.get('/trips')).status).toBe(200)
      const { status } = await spend('While one is gone', key)
      // Caddy before 2.11.2 does not retry a request with a body; the client does.
      expect([201, 502]).toContain(status)
      inARow = status === 201 ? inARow + 1 : 0
      await pause(25)
    }

    nodes[0] = await startNode(0)
    await readyAt(ports[0])
    const before = answered(0)
    const asked = async () => (expectSuccess(await alice.get('/trips')), answered(0))
    await expect.poll(asked).toBeGreaterThan(before)
  })
})

test('Nodes that cannot show their read models still answer with their own error', async () => {
  const stranger = (path: string) => sendRequest(proxy.port, 'GET', path, undefined, {})
  await redis.kill9()
  const away = () => alice.get('/trips').then(({ status, body }) => [status, body?.error?.code])
  await expect.poll(away).toEqual([503, expect.any(String)])
  // Long enough for the proxy to notice as well.
  await expect.poll(() => statusOf(stranger('/readyz'))).toBe(503)
  for (let n = 0; n < 10; n++) {
    expect((await stranger('/')).status).toBe(200)
    expect(await alice.get('/trips')).toMatchObject({
      status: 503,
      headers: { 'retry-after': expect.any(String) as string },
      body: { error: { code: expect.any(String) as string } },
    })
    await pause(200)
  }
  await redis.startAgain()
  await expect.poll(() => statusOf(alice.get('/trips'))).toBe(200)
})
