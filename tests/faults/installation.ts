// An installation of real processes, every one of which can be killed and stopped, with a proxy on each connection
// between them and in front of each node: one server with SQLite, or two nodes and a projector with the small server of
// EventStoreDB's protocol and Redis.

import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventStore } from '#core/store/eventStore.ts'
import { openEventStore } from '#api/stores/openEventStore.ts'
import { createClient, expectSuccess } from '#tests/support/client.ts'
import { startEventStoreProcess } from '#tests/support/eventStoreServer/process.ts'
import { freePort } from '#tests/support/freePort.ts'
import { type RedisServer, startRedis } from '#tests/support/redisServer.ts'
import { startServer } from '#tests/support/server.ts'
import { createTcpProxy, type TcpProxy } from '#tests/support/tcpProxy.ts'

export const stores = ['sqlite', 'eventstore'] as const
export type StoreName = (typeof stores)[number]

export interface Victim {
  name: string
  pid(): number
  kill9(): Promise<void>
  /** Starts it again, on its port and its data. */
  start(): Promise<void>
  /** Whether SIGUSR2 shifts its clock (shiftableClock.ts). */
  hasClock: boolean
}

export interface Link {
  name: string
  proxy: TcpProxy
  /** Whether people use it; else it leads from a process to a store. */
  isOfClients: boolean
}

export interface Person {
  id: string
  token: string
}

export interface Installation {
  /** Of the proxies in front of the nodes. */
  ports: readonly number[]
  people: readonly Person[]
  victims: readonly Victim[]
  links: readonly Link[]
  redis?: Pick<RedisServer, 'empty' | 'setFull'>
  /** The folder of the log on a small disk of its own; absent where this process may not mount one. */
  smallDisk?: string
  log: EventStore
  /** Compares all chains and read models with the log. @returns what differs; '' for nothing */
  verify(): Promise<string>
  end(): Promise<void>
}

const SMALL_DISK = '96m'
const CLOCK = join(import.meta.dirname, 'shiftableClock.ts')
const COMMON = { NODE_OPTIONS: `--import=${CLOCK}` }

export async function install(store: StoreName): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'))
  const ends: (() => Promise<unknown> | void)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const end = async () => {
    for (const one of ends.toReversed()) await one()
  }
  try {
    const made = store === 'sqlite' ? await onSqlite(folder, ends) : await onEventStore(folder, ends)
    const people = await signIn(made.ports[0]!)
    const log = await openEventStore({ ...made.where, onError: () => undefined, onBack: () => undefined })
    ends.push(() => log.close())
    return { ...made, people, log, verify: () => verify(made.env), end }
  } catch (error) {
    await end()
    throw error
  }
}

type Ends = (() => Promise<unknown> | void)[]

async function onSqlite(folder: string, ends: Ends) {
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const isMounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK}`, 'tmpfs', dataDir]).status === 0
  if (isMounted) ends.push(() => void spawnSync('umount', [dataDir]))
  const server = await product('server', dataDir, {}, ends)
  const front = await link('clients – server', server.port, ends, true)
  return {
    ports: [front.proxy.port],
    victims: [server.victim],
    links: [front],
    ...(isMounted && { smallDisk: dataDir }),
    where: { eventStoreDbUrl: undefined, dataDir },
    env: { DATA_DIR: dataDir },
  }
}

async function onEventStore(folder: string, ends: Ends) {
  const file = join(folder, 'log')
  const readDelay = '0-60'
  let database = await startEventStoreProcess({ file, readDelay })
  const redis = await startRedis()
  ends.push(
    () => redis.stop(),
    () => database.kill9(),
  )
  const stores: Victim[] = [
    {
      name: 'event store',
      pid: () => database.pid,
      kill9: () => database.kill9(),
      async start() {
        database = await startEventStoreProcess({ file, readDelay, port: database.port })
      },
      hasClock: false,
    },
    { name: 'Redis', pid: redis.pid, kill9: redis.kill9, start: redis.startAgain, hasClock: false },
  ]
  const secret = randomBytes(48).toString('base64')
  const links: Link[] = []
  const processes: Awaited<ReturnType<typeof product>>[] = []
  for (const [name, env] of [
    ['projector', { ROLE: 'projector' }],
    ['first node', { ROLE: 'api' }],
    ['second node', { ROLE: 'api', DEMO_DATA: 'off' }],
  ] as const) {
    const toStore = await link(`${name} – event store`, database.port, ends)
    const toRedis = await link(`${name} – Redis`, redis.port, ends)
    links.push(toStore, toRedis)
    const dataDir = join(folder, name)
    mkdirSync(dataDir)
    const urls = {
      EVENTSTOREDB_URL: `esdb://127.0.0.1:${toStore.proxy.port}?tls=false`,
      REDIS_URL: `redis://127.0.0.1:${toRedis.proxy.port}`,
      JWT_SECRET: secret,
    }
    processes.push(await product(name, dataDir, { ...urls, ...env }, ends))
  }
  const fronts: Link[] = []
  for (const { victim, port } of processes.slice(1))
    fronts.push(await link(`clients – ${victim.name}`, port, ends, true))
  const where = { eventStoreDbUrl: database.url, dataDir: folder }
  return {
    ports: fronts.map(({ proxy }) => proxy.port),
    victims: [...processes.map(({ victim }) => victim), ...stores],
    links: [...links, ...fronts],
    redis,
    where,
    env: { EVENTSTOREDB_URL: database.url, REDIS_URL: redis.url },
  }
}

async function product(name: string, dataDir: string, env: Record<string, string>, ends: Ends) {
  const port = await freePort()
  const start = () => startServer({ dataDir, env: { ...COMMON, ...env, PORT: String(port) } })
  let server = await start()
  ends.push(() => server.kill9())
  const victim: Victim = {
    name,
    pid: () => server.pid,
    kill9: () => server.kill9(),
    async start() {
      server = await start()
    },
    hasClock: true,
  }
  return { victim, port }
}

async function link(name: string, port: number, ends: Ends, isOfClients = false): Promise<Link> {
  const proxy = await createTcpProxy({ target: { port } })
  ends.push(() => proxy.close())
  return { name, proxy, isOfClients }
}

async function signIn(port: number): Promise<Person[]> {
  const people: Person[] = []
  for (const username of ['alice', 'bob', 'carol']) {
    const login = () => createClient(port).post('/auth/login', { username, password: 'travel-demo' })
    let response = await login()
    // With Redis the read models may still be building.
    while (response.status === 503) response = await login()
    const { token, user } = expectSuccess(response) as { token: string; user: { id: string } }
    people.push({ id: user.id, token })
  }
  return people
}

async function verify(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['api/history/cli.ts', '--verify'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = (await once(child, 'close')) as [number]
  return code === 0 ? '' : said
}
