// The whole server on a port of its own, over a log in memory.

import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import type { EventStore } from '#core/store/eventStore.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { readEnv } from '#api/env.ts'
import { createServer } from '#api/server.ts'
import { SECRET } from '#tests/people/processes.ts'

export interface HttpResponse {
  status: number
  headers: Headers
  // oxlint-disable-next-line no-explicit-any
  body: any
  text: string
}

export interface RequestOptions {
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

export async function startHttp(options: {
  store?: EventStore
  clock?: () => number
  env?: Record<string, string>
}) {
  const written: string[] = []
  const server = createServer({
    env: readEnv({ PASSWORD_COST: 'low', DATA_DIR: '/nowhere', ...options.env }),
    store: options.store ?? createMemoryEventStore(),
    readStore: createMemoryReadStore(),
    signingKey: SECRET,
    log: pino({ level: 'trace' }, { write: (line: string) => void written.push(line) }),
    clock: options.clock ?? Date.now,
  })
  const http = createHttpServer(server.listener)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  await server.ready
  const { port } = http.address() as AddressInfo

  return {
    ...server,
    port,
    /** The log, line by line. */
    written,
    async ask(call: string, { token, body, headers }: RequestOptions = {}): Promise<HttpResponse> {
      const [method = '', path = ''] = call.split(' ')
      const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
        method,
        headers: {
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const json = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined
      return { status: response.status, headers: response.headers, body: json, text }
    },
    async stop() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
      await server.stop()
    },
  }
}

export type Http = Awaited<ReturnType<typeof startHttp>>
