// The installation of docker-compose.yml without Docker: its proxy, its Redis and its three processes with their
// settings, and the tests' event server in place of EventStoreDB. Each request of a trip's money goes to the node that
// the proxy chooses.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { SettlementResponse } from '#core/money/responses.ts'
import { peopleRefusals } from '#core/people/contract.ts'
import { START } from '#core/store/eventStore.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { connectRedis } from '#api/stores/redis/redisConnection.ts'
import { generationOf, redisKeys } from '#api/stores/redis/redisKeys.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { createProductCodec } from '#api/platform/productCodec.ts'
import { projections } from '#api/projections.ts'
import { everything } from '#tests/contracts/logDriver.ts'
import { operatorsFolder } from '#tests/installation/installation.ts'
import { expectChains } from '#tests/store/chain.ts'
import { type Client, createClient, expectSuccess, patient, sendRequest } from '#tests/support/client.ts'
import { type ComposeFile, hasCompose, readCompose } from '#tests/support/composeFile.ts'
import { errorsIn } from '#tests/support/errorsIn.ts'
import { openPatiently } from '#tests/support/eventStoreServer/openPatiently.ts'
import { type EventStoreProcess, startEventStoreProcess } from '#tests/support/eventStoreServer/process.ts'
import { type ProxyServer, startProxy } from '#tests/support/proxyServer.ts'
import { documentsIn } from '#tests/support/redisDocuments.ts'
import { type RedisServer, startRedis } from '#tests/support/redisServer.ts'
import { type Server, startServer } from '#tests/support/server.ts'
import { TIMEOUT_MS, longTimeout } from '#tests/support/timeout.ts'

const NAMES = ['ann', 'ben', 'cat', 'dan'] as const
const PASSWORD = 'a long way home'

const folders: string[] = []
let compose: ComposeFile
let database: EventStoreProcess
let redis: RedisServer
let redisUrl: string
let processes: Record<'api1' | 'api2' | 'projector', Server>
let proxy: ProxyServer

function folder(name: string): string {
  folders.push(mkdtempSync(join(tmpdir(), name)))
  return folders.at(-1)!
}

describe.skipIf(!hasCompose())('the whole installation', () => {
  beforeAll(async () => {
    folders.push(operatorsFolder())
    compose = readCompose(folders[0]!, ['docker-compose.yml'])
    database = await startEventStoreProcess({ file: join(folder('database-'), 'log') })
    redis = await startRedis(compose.services['redis']!.command!.slice(1))
    redisUrl = environmentOf('api1')['REDIS_URL']!.replace('@redis:6379', `@127.0.0.1:${redis.port}`)
    const [api1, api2, projector] = await Promise.all([start('api1'), start('api2'), start('projector')])
    processes = { api1, api2, projector }
    proxy = await startProxy([api1, api2].map(({ url }) => new URL(url).host))
  })
  afterAll(async () => {
    await proxy?.stop()
    await redis?.stop()
    await database?.kill9()
    for (const each of folders) rmSync(each, { recursive: true, force: true })
  })

  test(
    'The installation goes from nothing to a settled trip, on whichever node, and stops in order',
    { timeout: 8 * TIMEOUT_MS },
    async () => {
      await vi.waitUntil(async () => (await outside('/readyz')).status === 200, longTimeout)
      for (const name of NAMES) await addAccount(name)
      const people = await Promise.all(NAMES.map(signIn))
      const [ann, ben, cat, dan] = people as [Person, Person, Person, Person]
      const inviteUserIds = [ben, cat, dan].map(({ id }) => id)
      const { trip } = expectSuccess(await ann.client.post('/trips', { ...aTrip(), inviteUserIds }))
      const path = `/trips/${trip.id}`
      for (const { client } of [ben, cat, dan]) {
        const invited = async () => expectSuccess(await client.get('/trip-invitations')).invitations[0]
        const { id } = await vi.waitUntil(invited, longTimeout)
        expectSuccess(await client.put(`/trip-invitations/${id}/respond`, { response: 'accepted' }))
      }
      for (const { client } of people)
        expectSuccess(await client.post(`${path}/pool/contribute`, { amount: 100, description: 'Pool' }))
      const sharedBy = people.map(({ id }) => id)
      const spend = (by: Person, amount: number, more = {}) =>
        by.client.post(`${path}/expenses`, {
          description: 'Dinner',
          amount,
          category: 'food',
          sharedBy,
          ...more,
        })
      expectSuccess(await spend(ann, 301.01))
      expectSuccess(await spend(ben, 55.5, { sharedBy: [ben.id, dan.id] }))
      expectSuccess(await spend(cat, 260, { paidFromPool: true }))
      await expect
        .poll(() => settlement(dan))
        .toMatchObject({
          totalExpenses: 616.51,
          poolBalance: 140,
          isSettled: false,
          isFewest: true,
        })
      const before = await settlement(dan)

      // Everybody gets the same settlement from each node, and pays what is suggested until all balances are zero.
      for (const person of people)
        await expect.poll(async () => (await settlement(person)).payments).toEqual(before.payments)
      for (const { from, to, amount } of before.payments) {
        const payer = people.find(({ id }) => id === from.id) ?? ann
        const ref = ({ id, type }: typeof from) => ({ id, type })
        expectSuccess(await payer.client.post(`${path}/payments`, { from: ref(from), to: ref(to), amount }))
      }
      await expect.poll(() => settlement(dan)).toMatchObject({ isSettled: true, payments: [] })

      for (const name of ['api1', 'api2'] as const)
        expect(processes[name].logs, `needs requests on ${name} to mean anything`).toContain(
          '"msg":"request"',
        )
      await expectRebuilt()
      for (const server of Object.values(processes)) {
        await expect.poll(() => metricsOf(server)).toContain('trips_projection_ready 1')
        expect(server.logs, 'an operator who upgrades waits for it').toContain(
          '"msg":"the read models are ready"',
        )
        expect(readdirSync(server.dataDir), 'nothing is kept beside the stores').toEqual([])
        expect(await server.stop()).toBe(0)
        expect(errorsIn(server.logs)).toEqual([])
        expect(server.logs).not.toContain(environmentOf('api1')['JWT_SECRET'])
      }

      async function settlement({ client }: Person): Promise<SettlementResponse> {
        return expectSuccess(await client.get(`${path}/settlement`)).settlement as SettlementResponse
      }
    },
  )
})

interface Person {
  id: string
  client: Client
}

const environmentOf = (name: string): Record<string, string> => compose.services[name]!.environment!

/** With the settings of the installation; only paths and ports differ. */
function start(name: 'api1' | 'api2' | 'projector'): Promise<Server> {
  const here = { HOST: '127.0.0.1', PORT: '0', TRUST_PROXY: '127.0.0.1' }
  const stores = { EVENTSTOREDB_URL: database.url, REDIS_URL: redisUrl }
  return startServer({ dataDir: folder(`${name}-`), env: { ...environmentOf(name), ...here, ...stores } })
}

const outside = (path: string) => sendRequest(proxy.port, 'GET', path, undefined, {})

async function metricsOf({ url }: Server): Promise<string> {
  const headers = { Authorization: `Bearer ${environmentOf('api1')['METRICS_TOKEN']}` }
  return (await sendRequest(Number(new URL(url).port), 'GET', '/metrics', undefined, headers)).text
}

/** With the command line, as an operator does, who repeats it when the event store responds late. */
async function addAccount(name: string): Promise<void> {
  const repeated = async () => {
    const { code, said } = await runAdd(name)
    // As when an earlier attempt has added it, without hearing of it.
    return code === 0 || said.includes(peopleRefusals.UsernameIsTaken.text)
  }
  await vi.waitUntil(repeated, longTimeout)
}

async function runAdd(name: string): Promise<{ code: number; said: string }> {
  const env = { ...process.env, EVENTSTOREDB_URL: database.url, PASSWORD_COST: 'low' }
  const child = spawn(process.execPath, ['api/people/cli.ts', 'add', name], {
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  // A process that could not reach the log ends before it reads.
  child.stdin.on('error', () => undefined).end(`${PASSWORD}\n`)
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

async function signIn(username: string): Promise<Person> {
  const body = { username, password: PASSWORD }
  const login = await patient(createClient(proxy.port)).post('/auth/login', body)
  const { token, user } = expectSuccess(login) as { token: string; user: { id: string } }
  return { id: user.id, client: patient(createClient(proxy.port, token)) }
}

function aTrip() {
  const day = (fromNow: number) => new Date(Date.now() + fromNow * 86_400_000).toISOString().slice(0, 10)
  const dates = { startDate: day(2), endDate: day(5) }
  return { title: 'Over two nodes', destination: 'Lisbon, Portugal', currency: 'HKD', ...dates }
}

/** Redis has the same documents as a read model built from the beginning of the log. */
async function expectRebuilt(): Promise<void> {
  const log = await openPatiently(database.url)
  expectChains(await everything(log, START))
  const readStore = createMemoryReadStore()
  const onError = (error: unknown) => {
    throw error
  }
  const runner = startRunner({ store: log, codec: createProductCodec(), readStore, projections, onError })
  await runner.ready
  await runner.stop()
  await log.close()
  const rebuilt = readStore
    .snapshot()
    .docs.map(({ projection, key, doc }) => [`${projection}:${key}`, JSON.stringify(doc)])
  const connection = connectRedis(redisUrl, () => undefined, TIMEOUT_MS)
  const keys = redisKeys('trips:', generationOf(projections))
  const shown = await connection.run((client) => documentsIn(client, keys))
  await connection.close()
  expect(rebuilt.length, 'enough to compare').toBeGreaterThan(10)
  expect(shown).toEqual(Object.fromEntries(rebuilt))
}
