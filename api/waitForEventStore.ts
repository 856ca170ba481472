// Waits for an event store that starts later. Meanwhile the port reports that the process lives (/healthz) and is not
// ready (/readyz and everything else), so that no process manager kills it.

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { StoreUnavailable, type EventStore } from '#core/store/eventStore.ts'
import { renderFailure, storeUnavailable } from '#api/platform/http/httpError.ts'
import { throttled } from '#api/platform/http/throttled.ts'

const RETRY_EVERY_MS = 500

/** @param address the address the process will listen on; nothing listens for port 0 */
export async function waitForEventStore(
  store: EventStore,
  address: { port: number; host: string },
  log: Logger,
): Promise<void> {
  if (await isAvailable(store)) return
  const warn = throttled(() => log.warn('waiting for the event store'))
  const interimServer = address.port === 0 ? undefined : await open(address)
  do {
    warn(undefined)
    await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS))
  } while (!(await isAvailable(store)))
  log.warn('the event store is available')
  if (interimServer) {
    interimServer.close()
    interimServer.closeAllConnections()
    await once(interimServer, 'close')
  }
}

async function isAvailable(store: EventStore): Promise<boolean> {
  try {
    await store.head()
    return true
  } catch (error) {
    if (error instanceof StoreUnavailable) return false
    throw error
  }
}

/** undefined when the port is taken: the real server reports that later. */
async function open({ port, host }: { port: number; host: string }): Promise<Server | undefined> {
  const server = createServer(({ url }, response) => respond(url ?? '', response))
  server.listen(port, host)
  try {
    await once(server, 'listening')
    return server
  } catch {
    return undefined
  }
}

function respond(url: string, response: ServerResponse): void {
  if (url === '/healthz') return send(response, 200, { status: 'ok' })
  const requestId = randomUUID()
  const { status, headers, body } = renderFailure(storeUnavailable(), requestId)
  for (const [name, value] of Object.entries({ ...headers, 'X-Request-Id': requestId }))
    response.setHeader(name, value)
  send(response, status, url === '/readyz' ? { status: 'starting' } : body)
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  response.end(JSON.stringify(body))
}
