// A shared Redis: an account with few rights and a prefix, over TLS.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Limiter, Nodes } from '#api/platform/nodes.ts'
import { openRedisNodes } from '#api/stores/redis/redisNodes.ts'
import { createClient, expectSuccess, patient } from '#tests/support/client.ts'
import { errorsIn } from '#tests/support/errorsIn.ts'
import { accountRights } from '#tests/support/redisAccount.ts'
import { freePort } from '#tests/support/freePort.ts'
import { type RedisServer, startRedis } from '#tests/support/redisServer.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

const folders: string[] = []
let redis: RedisServer | undefined
afterEach(async () => {
  await redis?.stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

async function openNode(url: string): Promise<Nodes> {
  const node = openRedisNodes({
    url,
    prefix: 'own:',
    onError: () => undefined,
    clock: Date.now,
    replyTimeoutMs: TIMEOUT_MS,
  })
  onTestFinished(node.close)
  await new Promise<void>((up) => node.bus.onUp(up))
  return node
}

async function signsIn(env: Record<string, string>): Promise<Server> {
  const server = await startServer({ env: { LOG_LEVEL: 'info', ...env } })
  const ready = () => fetch(`${server.url}/readyz`).then(({ status }) => status)
  await expect.poll(ready).toBe(200)
  const port = Number(new URL(server.url).port)
  const login = await patient(createClient(port)).post('/auth/login', {
    username: 'alice',
    password: 'travel-demo',
  })
  const { trips } = expectSuccess(
    await patient(createClient(port, expectSuccess(login).token as string)).get('/trips'),
  )
  expect(trips.length).toBeGreaterThan(0)
  return server
}

describe('Redis account', () => {
  const users = [
    '--user',
    'default',
    'off',
    '--user',
    'trips',
    'on',
    '>s3cret-word',
    ...accountRights('own:'),
  ]
  const urlOf = ({ port }: RedisServer) => `redis://trips:s3cret-word@127.0.0.1:${port}`

  test('An account limited to the keys and channels of one prefix is sufficient', async () => {
    redis = await startRedis(users)
    const server = await signsIn({ REDIS_URL: urlOf(redis), REDIS_PREFIX: 'own:' })
    expect(await server.stop()).toBe(0)
    expect(errorsIn(server.logs)).toEqual([])
  })

  test('With that account, nodes count wrong passwords, requests and messages together', async () => {
    redis = await startRedis(users)
    const [one, other] = [await openNode(urlOf(redis)), await openNode(urlOf(redis))]
    const [names, namesThere] = [one, other].map(({ limiter }) =>
      limiter({ keyPrefix: 'name', points: 10, duration: 600 }),
    ) as [Limiter, Limiter]
    // Several, because a script is sent by its text once and by its hash from then on.
    for (let n = 0; n < 3; n++) await names.penalty('ann')
    expect(await namesThere.get('ann')).toMatchObject({ consumedPoints: 3 })
    const [take, takeThere] = [one, other].map(({ buckets }) => buckets('messages', 0.001, 1))
    expect([await take!('ann'), await takeThere!('ann')]).toEqual([true, false])
  })

  test('A wrong password is reported in the log, without the password, and reads wait', async () => {
    redis = await startRedis(users)
    const url = `redis://trips:not-that-word@127.0.0.1:${redis.port}`
    const server = await startServer({ env: { REDIS_URL: url, REDIS_PREFIX: 'own:', DEMO_DATA: 'off' } })
    await expect.poll(() => server.logs).toContain('WRONGPASS')
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    expect(await server.stop()).toBe(0)
    expect(server.logs).not.toContain('not-that-word')
  })
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
test.skipIf(!hasOpenssl)('A rediss:// address uses TLS, and only with a trusted authority', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'))
  folders.push(folder)
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-keyout', key, '-out', cert]
  expect(spawnSync('openssl', [...request, ...names]).status).toBe(0)
  const tlsPort = await freePort()
  const tls = ['--tls-port', String(tlsPort), '--tls-cert-file', cert, '--tls-key-file', key]
  redis = await startRedis([...tls, '--tls-ca-cert-file', cert, '--tls-auth-clients', 'no'])
  const REDIS_URL = `rediss://localhost:${tlsPort}`
  const server = await signsIn({ REDIS_URL, NODE_EXTRA_CA_CERTS: cert })
  expect(await server.stop()).toBe(0)

  const stranger = await startServer({ env: { REDIS_URL, DEMO_DATA: 'off' } })
  await expect.poll(() => stranger.logs).toMatch(/self-signed|certificate/)
  expect((await fetch(`${stranger.url}/readyz`)).status).toBe(503)
  await stranger.stop()
})
