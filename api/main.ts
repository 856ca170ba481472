// The composition root: chooses the stores, opens a port, and shuts down in order. What few installations use is loaded
// only where it is used, because it would slow down every start.

import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import { LogDamaged, type EventStore } from '#core/store/eventStore.ts'
import { readEnv, type Env } from '#api/env.ts'
import { exitOnSignal, shutDownInOrder } from '#api/shutdown.ts'
import { signingKey } from '#api/people/signingKey.ts'
import { serveClient } from '#api/platform/http/serveClient.ts'
import { trustedProxies } from '#api/platform/http/clientAddress.ts'
import { errorText } from '#api/platform/diskError.ts'
import { freeSpaceIn } from '#api/platform/health.ts'
import { createHttpServer } from '#api/platform/http/httpServer.ts'
import { logOptions } from '#api/platform/log.ts'
import type { Metrics } from '#api/platform/metrics.ts'
import { oneNode, type Nodes } from '#api/platform/nodes.ts'
import { throttled } from '#api/platform/http/throttled.ts'
import { closeIdleResponses } from '#api/platform/http/responseBacklog.ts'
import { createProjectorServer } from '#api/projectorServer.ts'
import { openReadModelBackend, type ReadModelBackend } from '#api/readModelBackend.ts'
import { seedDemoData, SEED_PASSWORD, SEED_PEOPLE } from '#api/seed/seed.ts'
import { createServer } from '#api/server.ts'
import { presenceTimesFile } from '#api/stores/presenceTimesFile.ts'
import { openFileStore } from '#api/stores/files/openFileStore.ts'
import { openEventStore } from '#api/stores/openEventStore.ts'
import { WriterEnded } from '#api/stores/sqlite/sqliteWriterThread.ts'
import { waitForEventStore } from '#api/waitForEventStore.ts'

interface Parts {
  env: Env
  log: Logger
  store: EventStore
  readSide: ReadModelBackend
  /** Only with a token to read them. */
  metrics: Metrics | undefined
}

try {
  await main()
} catch (error) {
  console.error(errorText(error))
  process.exit(1)
}

async function main(): Promise<void> {
  exitOnSignal()
  const env = readEnv()
  const log = pino(logOptions(env.logLevel), pino.destination(2))
  // A library left it behind: work of the product that must not end unnoticed ends the process itself (follower.ts).
  process.on('unhandledRejection', (err) => log.error({ err }, 'nobody awaited a promise that failed'))
  if (env.role === 'projector') return runProjector({ env, log, ...(await openStores(env, log)) })
  const key = signingKey({ production: env.production, secret: env.jwtSecret, dataDir: env.dataDir })
  const client = serveClient(env.clientDir, env)
  const parts = { env, log, ...(await openStores(env, log)) }
  await serve(parts, key, client)
}

async function openStores(env: Env, log: Logger): Promise<Omit<Parts, 'env' | 'log'>> {
  const metrics = env.metricsToken === undefined ? undefined : await openMetrics()
  const opened = await openEventStore({
    ...env,
    onError: (err) =>
      err instanceof LogDamaged || err instanceof WriterEnded
        ? exitWithError(err)
        : log.error({ err }, 'the event store failed'),
    onBack: () => log.warn('the event store is available again'),
  })
  await waitForEventStore(opened, env, log)
  const store = metrics?.measureAppends(opened) ?? opened
  const readSide = await openReadModelBackend(env, log)
  if (readSide.unwritten) metrics?.countUnwritten(readSide.unwritten)
  return { store, readSide, metrics }
}

async function openMetrics(): Promise<Metrics> {
  const { createMetrics } = await import('#api/platform/metrics.ts')
  return createMetrics(Date.now)
}

/**
 * Without a readable log nothing can be decided or read correctly; without its writer nothing can be changed, until the
 * supervisor starts the process again. Acknowledged events are on disk.
 */
function exitWithError(err: Error): never {
  console.error(err.message)
  process.exit(1)
}

async function serve(
  { env, log, store, readSide, metrics }: Parts,
  key: Uint8Array,
  client: ReturnType<typeof serveClient>,
): Promise<void> {
  if (env.demoData) await seedDemoData(store, env.passwordCost, Date.now())
  const { readStore, projectorOptions } = readSide
  const runsProjector = env.role === 'all'
  const clock = Date.now
  const nodes = await openNodes(env, log)
  const engines = { store, readStore, files: openFileStore(env), runsProjector, projectorOptions, nodes }
  const hasFreeSpace = env.eventStoreDbUrl ? undefined : freeSpaceIn(env.dataDir)
  const settings = { env, signingKey: key, log, clock, client }
  const deps = { ...settings, ...engines, ...(metrics && { metrics }), ...(hasFreeSpace && { hasFreeSpace }) }
  const server = createServer(deps)
  const http = createHttpServer(server.listener, { ...env, trusted: trustedProxies(env.trustProxy) })
  const live = server.attach(http)
  await listen(http, env)
  logReady(server.ready, log)
  // Before the first build, which may take minutes after an upgrade.
  shutDownInOrder(http, log, [live.close, server.stop, nodes.close, readSide.close, store.close])
  // Another process may still be building the read models; /readyz reports it.
  if (!env.redisUrl) await server.ready
  // A signal came during the build.
  if (!http.listening) return
  announce(http, env)
  if (env.demoData) console.log(`Sign in as ${SEED_PEOPLE.join(', ')}, password ${SEED_PASSWORD}`)
}

async function openNodes({ redisUrl, redisPrefix, dataDir }: Env, log: Logger): Promise<Nodes> {
  if (!redisUrl) return oneNode(Date.now, presenceTimesFile(join(dataDir, 'presence.json')))
  const onError = throttled((err) => log.error({ err }, 'Redis between nodes failed'))
  const { openRedisNodes } = await import('#api/stores/redis/redisNodes.ts')
  return openRedisNodes({ url: redisUrl, prefix: redisPrefix, onError, clock: Date.now })
}

async function runProjector({ env, log, store, readSide, metrics }: Parts): Promise<void> {
  const { readStore, projectorOptions } = readSide
  const server = createProjectorServer({ ...env, store, readStore, projectorOptions, log, metrics })
  const http = createHttpServer(server.listener)
  await listen(http, env)
  announce(http, env)
  logReady(server.ready, log)
  shutDownInOrder(http, log, [server.stop, readSide.close, store.close])
}

async function listen(http: Server, { port, host }: Env): Promise<void> {
  closeIdleResponses(http)
  await new Promise<void>((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken: set PORT to another`) : error),
    )
    http.listen(port, host, resolve)
  })
}

/** An operator who upgrades waits for this line (docs/operations.md). */
function logReady(ready: Promise<void>, log: Logger): void {
  void ready.then(() => log.info('the read models are ready'))
}

function announce(http: Server, env: Env): void {
  const { port } = http.address() as AddressInfo
  const host = env.host === '127.0.0.1' ? 'localhost' : env.host
  console.log(`Listening on http://${host}:${port}`)
}
