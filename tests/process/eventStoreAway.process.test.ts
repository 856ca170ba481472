// The product over an event store that starts late, is killed and returns, for users and operators.

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { START } from '#core/store/eventStore.ts'
import { everything } from '#tests/contracts/logDriver.ts'
import { expectChains } from '#tests/store/chain.ts'
import { type Client, createClient, expectSuccess, patient, sendRequest } from '#tests/support/client.ts'
import { openPatiently } from '#tests/support/eventStoreServer/openPatiently.ts'
import { startEventStoreProcess, type EventStoreProcess } from '#tests/support/eventStoreServer/process.ts'
import { freePort } from '#tests/support/freePort.ts'
import { PASSWORD } from '#tests/support/product.ts'
import { startServer, type Server } from '#tests/support/server.ts'

let folder: string
let database: EventStoreProcess | undefined
let port: number
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'esdb-'))
  port = await freePort()
})
afterEach(async () => {
  await database?.kill9()
  rmSync(folder, { recursive: true })
})

const url = () => `esdb://127.0.0.1:${port}?tls=false`
const bring = async () => {
  database = await startEventStoreProcess({ file: join(folder, 'log'), port })
}
const environment = () => ({ EVENTSTOREDB_URL: url() })

test('A process that starts before its event store waits, reports not ready, and starts when the store is up', async () => {
  const own = await freePort()
  const starting = startServer({ env: { ...environment(), PORT: String(own), DEMO_DATA: 'off' } })
  const status = (path: string) =>
    sendRequest(own, 'GET', path, undefined, {}).then(
      (answer) => answer.status,
      () => 0,
    )
  await expect.poll(() => status('/healthz')).toBe(200)
  expect(await status('/readyz')).toBe(503)
  const answer = await sendRequest(own, 'GET', '/api/trips', undefined, {})
  expect(answer).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
    body: { error: { code: 'UNAVAILABLE', requestId: expect.any(String) as string } },
  })
  await bring()
  const server = await starting
  await expect.poll(() => status('/readyz')).toBe(200)
  expect(server.logs).toContain('waiting for the event store')
  expect(await server.stop()).toBe(0)
})

test('Commands fail within two seconds while the event store is away, reads continue, and a repeated command succeeds later', async () => {
  await bring()
  const server = await startServer({ env: { ...environment(), REGISTRATION: 'open', DEMO_DATA: 'off' } })
  const alice = await register(server)
  const patientAlice = patient(alice)
  const dates = { startDate: '2030-06-01', endDate: '2030-06-08' }
  const plan = { title: 'Lisbon', destination: 'Portugal', ...dates }
  const { trip } = expectSuccess(await patientAlice.post('/trips', plan))
  const { user } = expectSuccess(await patientAlice.get('/auth/me'))
  const spend = (key: string, by = patientAlice) =>
    by.post(
      `/trips/${trip.id}/expenses`,
      { description: 'Tram', amount: 3.2, category: 'food', sharedBy: [user.id] },
      { key },
    )
  const balances = () => alice.get(`/trips/${trip.id}/balances`)
  const first = randomUUID()
  expectSuccess(await spend(first))
  const before = expectSuccess(await patientAlice.get(`/trips/${trip.id}/balances`))

  await database!.kill9()
  const key = randomUUID()
  const refused = await spend(key, alice)
  expect(refused).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
    body: { error: { code: 'UNAVAILABLE' } },
  })
  expect(expectSuccess(await balances())).toEqual(before)
  expectSuccess(await alice.get('/trips'))
  expectSuccess(await alice.get(`/trips/${trip.id}`))

  await bring()
  expect((await spend(key)).status).toBe(201)
  expect((await spend(first)).headers['idempotency-replayed']).toBe('true')
  const again = await spend(key)
  expect(again.headers['idempotency-replayed']).toBe('true')
  await expect.poll(async () => expectSuccess(await balances())).not.toEqual(before)

  // `npm run user` works on the same log beside the running server.
  await expect
    .poll(() => users('list'))
    .toMatchObject({ code: 0, output: expect.stringContaining('alice') as string })
  await expect.poll(() => users('disable', 'alice')).toMatchObject({ code: 0 })
  await expect.poll(async () => (await balances()).status).toBe(401)
  expect(await server.stop()).toBe(0)

  const store = await openPatiently(url())
  const log = await everything(store, START)
  await store.close()
  expectChains(log)
  expect(log.filter(({ meta }) => meta.key === key)).toHaveLength(1)
})

async function register(server: Server): Promise<Client> {
  const at = Number(new URL(server.url).port)
  const body = { username: 'alice', password: PASSWORD }
  const { token } = expectSuccess(await patient(createClient(at)).post('/auth/register', body))
  return createClient(at, token as string)
}

async function users(...args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, ...environment(), PASSWORD_COST: 'low' }
  const child = spawn(process.execPath, ['api/people/cli.ts', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}
