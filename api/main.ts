// The composition root: chooses the engines, opens a port, and ends in order.

import { createServer as createHttpServer } from 'node:http'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { createMemoryReadStore } from '#projections/platform/memory.ts'
import { readEnv } from '#api/env.ts'
import { signingKey } from '#api/people/signingKey.ts'
import { serveClient } from '#api/platform/client.ts'
import { playSeed, SEED_PASSWORD, SEED_PEOPLE } from '#api/seed/seed.ts'
import { createServer } from '#api/server.ts'
import { openSqliteEventStore } from '#api/stores/sqlite.ts'

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function main(): Promise<void> {
  const env = readEnv()
  const log = pino(
    { level: env.logLevel, redact: ['req.headers.authorization', '*.password', '*.token'] },
    pino.destination(2),
  )
  const key = signingKey({ production: env.production, secret: env.jwtSecret, dataDir: env.dataDir })
  const client = serveClient(env.clientDir, env)
  const store = await openSqliteEventStore({
    file: join(env.dataDir, 'events.db'),
    onError: (err) => log.error({ err }, 'the event store'),
  })
  const deps = { env, store, signingKey: key, log }
  if (env.demoData) await playSeed(store, env.passwordCost, Date.now())
  const server = createServer({ ...deps, readStore: createMemoryReadStore(), clock: Date.now, client })

  const http = createHttpServer({ headersTimeout: 10_000, requestTimeout: 30_000 }, server.listener)
  const live = server.attach(http)
  await new Promise<void>((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' ? new Error(`Port ${env.port} is taken: set PORT to another`) : error,
      ),
    )
    http.listen(env.port, env.host, resolve)
  })
  await server.ready
  const { port } = http.address() as AddressInfo
  const host = env.host === '127.0.0.1' ? 'localhost' : env.host
  console.log(`Listening on http://${host}:${port}`)
  if (env.demoData) console.log(`Sign in as ${SEED_PEOPLE.join(', ')}, password ${SEED_PASSWORD}`)

  let ending = false
  const end = async (): Promise<void> => {
    if (ending) return
    ending = true
    const closed = new Promise((resolve) => http.close(resolve))
    http.closeIdleConnections()
    setTimeout(() => http.closeAllConnections(), 5000).unref()
    await live.close()
    await closed
    await server.stop()
    await store.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end())
}
