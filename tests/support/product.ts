// The whole product over real HTTP on a free port: as in production except for the stores, the cost of a password and
// the clock. A test file starts one; its people are registered and signed in once.

import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { type EventStore, StoreUnavailable } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { idFrom } from '#core/kernel/ids.ts'
import type { Actor } from '#core/store/operation.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'
import { readEnv } from '#api/env.ts'
import type { SocketServer } from '#api/live/socketServer.ts'
import type { FileStore } from '#api/platform/fileStore.ts'
import type { Metrics } from '#api/platform/metrics.ts'
import { createHttpServer } from '#api/platform/http/httpServer.ts'
import { logOptions } from '#api/platform/log.ts'
import type { Nodes } from '#api/platform/nodes.ts'
import { type ProductServer, createServer } from '#api/server.ts'
import { type TestClock, testClock } from '#tests/support/clock.ts'
import { type Client, createClient, expectSuccess } from '#tests/support/client.ts'
import { type Listener, listen } from '#tests/support/listener.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

export const PASSWORD = 'travel-demo'
export const SIGNING_KEY = new TextEncoder().encode('a key for tests, on which nothing depends')

export interface Product<Name extends string> {
  /** Without a trailing slash, and without /api. */
  url: string
  port: number
  store: EventStore
  readStore: ReadStore
  clock: TestClock
  server: ProductServer
  live: SocketServer
  /** The users registered at the start, by name. */
  people: Readonly<Record<Name, Actor>>
  /** A client of this user, always in the same session. */
  as(name: Name): Client
  anonymous: Client
  /** A client of this user in a new session. */
  signIn(name: Name): Promise<Client>
  /** An authenticated socket of this user. It is closed with the server. */
  listen(name: Name): Promise<Listener>
  /** Resolves when the read models contain every event of the log. */
  caughtUp(): Promise<void>
  /** The log output, line by line. */
  logLines: readonly string[]
  /** Stops the server; the stores stay open. */
  stop(): Promise<void>
}

interface Options<Name extends string> {
  /** User names; `admin` is an administrator. On a store that has the users already they only sign in. */
  people: readonly Name[]
  clock?: TestClock
  /** Settings, as in the environment of `npm start`. */
  env?: Record<string, string>
  store?: EventStore
  readStore?: ReadStore
  /** Default: in memory. */
  files?: FileStore
  /** Shared with other servers on the same store. */
  nodes?: Nodes
  metrics?: Metrics
  /** The limit of unread response bytes for each person. */
  unreadBytes?: number
  /** Whether a projector runs; default true. */
  runsProjector?: boolean
}

export async function startProduct<const Name extends string>({
  people: names,
  clock = testClock(),
  env = {},
  store = createMemoryEventStore(),
  readStore = createMemoryReadStore(),
  ...shared
}: Options<Name>): Promise<Product<Name>> {
  const logged: string[] = []
  const server = createServer({
    env: readEnv({ PASSWORD_COST: 'low', RATE_LIMIT: 'off', DATA_DIR: '/nowhere', ...env }),
    store,
    readStore,
    signingKey: SIGNING_KEY,
    log: pino(logOptions('trace'), { write: (line: string) => void logged.push(line) }),
    clock,
    ...shared,
  })
  const http = createHttpServer(server.listener)
  const live = server.attach(http)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  await server.ready
  const { port } = http.address() as AddressInfo

  const anonymous = createClient(port)
  const signIn = async (username: Name): Promise<Client> => {
    const { token } = expectSuccess(await anonymous.post('/auth/login', { username, password: PASSWORD }))
    return createClient(port, token as string)
  }
  const people = {} as Record<Name, Actor>
  const clients = new Map<Name, Client>()
  for (const name of names) {
    people[name] = await signUp(server, name)
    clients.set(name, await signIn(name))
  }

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    store,
    readStore,
    clock,
    server,
    live,
    people,
    as: (name) => clients.get(name)!,
    anonymous,
    signIn,
    async listen(name) {
      const listener = listen(port, clients.get(name)!.token)
      await listener.waitFor('authenticated')
      return listener
    },
    caughtUp: () => caughtUp(store, readStore),
    logLines: logged,
    async stop() {
      http.closeAllConnections()
      await live.close()
      await server.stop()
    },
  }
}

async function caughtUp(store: EventStore, readStore: ReadStore): Promise<void> {
  const head = await store.head()
  const end = performance.now() + TIMEOUT_MS
  await new Promise<void>((resolve, reject) => {
    const look = async () => {
      try {
        const { position, ready } = await readStore.checkpoint()
        if (!ready || position < head) return
        stopListening()
        resolve()
      } catch (error) {
        // The read store may be away for a moment.
        if (error instanceof StoreUnavailable && performance.now() < end)
          return void setTimeout(() => void look(), 100)
        stopListening()
        reject(error)
      }
    }
    const stopListening = readStore.onCheckpoint(() => void look())
    void look()
  })
}

/** A name always has the same idempotency key, so on a store with this user it is a repeat. */
async function signUp({ people }: ProductServer, username: string): Promise<Actor> {
  const user = {
    username,
    email: `${username}@example.com`,
    isAdmin: username === 'admin',
    password: PASSWORD,
  }
  const by = { key: idFrom('sign-up', username), digest: username, requestId: 'test' }
  const outcome = await people.accounts.addUser(user, by)
  if (outcome.refusal) throw new Error(`${username} cannot sign up: ${outcome.refusal.refused}`)
  return { id: outcome.response.id, username }
}
