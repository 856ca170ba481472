// A shared Redis: an account with few rights and a prefix, over TLS.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createClient, expectSuccess } from '#tests/support/client.ts'
import { type RedisServer, freePort, startRedis } from '#tests/support/redisServer.ts'
import { type Server, startServer } from '#tests/support/server.ts'

const folders: string[] = []
let redis: RedisServer | undefined
afterEach(async () => {
  await redis?.stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

async function signsIn(env: Record<string, string>): Promise<Server> {
  const server = await startServer({ env: { LOG_LEVEL: 'info', ...env } })
  const ready = () => fetch(`${server.url}/readyz`).then(({ status }) => status)
  await expect.poll(ready).toBe(200)
  const port = Number(new URL(server.url).port)
  const login = await createClient(port).post('/auth/login', { username: 'alice', password: 'travel-demo' })
  const { trips } = expectSuccess(
    await createClient(port, expectSuccess(login).token as string).get('/trips'),
  )
  expect(trips.length).toBeGreaterThan(0)
  return server
}

describe('Redis account', () => {
  const few = ['~own:*', '&own:*', '+@read', '+@write', '+@connection', '+@pubsub', '+@transaction', '+eval']
  const users = ['--user', 'default', 'off', '--user', 'trips', 'on', '>s3cret-word', ...few]

  test('An account limited to the keys and channels of one prefix is sufficient', async () => {
    redis = await startRedis(users)
    const url = `redis://trips:s3cret-word@127.0.0.1:${redis.port}`
    const server = await signsIn({ REDIS_URL: url, REDIS_PREFIX: 'own:' })
    expect(await server.stop()).toBe(0)
    expect(server.logs).not.toContain('"level":50')
  })

  test('A wrong password is reported in the log, without the password, and reads wait', async () => {
    redis = await startRedis(users)
    const url = `redis://trips:not-that-word@127.0.0.1:${redis.port}`
    const server = await startServer({ env: { REDIS_URL: url, REDIS_PREFIX: 'own:' } })
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

  const stranger = await startServer({ env: { REDIS_URL } })
  await expect.poll(() => stranger.logs).toMatch(/self-signed|certificate/)
  expect((await fetch(`${stranger.url}/readyz`)).status).toBe(503)
  await stranger.stop()
})

test.each([
  [{ ROLE: 'api' }, 'ROLE=api needs REDIS_URL'],
  [{ ROLE: 'projector' }, 'ROLE=projector needs REDIS_URL'],
  [{ ROLE: 'both' }, 'ROLE must be'],
  [{ REDIS_URL: 'http://u:s3cret-word@x' }, 'REDIS_URL must be like'],
  [{ REDIS_URL: 'redis://127.0.0.1:1', REDIS_PREFIX: 'a*' }, 'REDIS_PREFIX must be'],
])('The settings %j fail with one line', async (env, line) => {
  const starting = startServer({ env })
  await expect(starting).rejects.toThrow(line)
  await expect(starting).rejects.not.toThrow('s3cret-word')
})
