// A process that starts before its event database waits for it and says so. Meanwhile its port already tells that the
// process lives (/healthz) and cannot answer yet (/readyz and everything else), so that nobody kills it for waiting.

import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { StoreUnavailable, type EventStore } from '#core/store/eventStore.ts'
import { throttled } from '#api/platform/throttled.ts'

const LOOK_EVERY_MS = 500

/** @param place where the process listens later; nowhere meanwhile where any free port will do (0) */
export async function waitForEventStore(
  store: EventStore,
  place: { port: number; host: string },
  log: Logger,
): Promise<void> {
  if (await isThere(store)) return
  const tell = throttled(() => log.warn('waiting for the event store'))
  const waitingRoom = place.port === 0 ? undefined : await open(place)
  do {
    tell(undefined)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  } while (!(await isThere(store)))
  log.warn('the event store is there')
  if (waitingRoom) {
    waitingRoom.close()
    waitingRoom.closeAllConnections()
    await once(waitingRoom, 'close')
  }
}

async function isThere(store: EventStore): Promise<boolean> {
  try {
    await store.head()
    return true
  } catch (error) {
    if (error instanceof StoreUnavailable) return false
    throw error
  }
}

/** A port that is taken is told later, by who listens on it for good. */
async function open({ port, host }: { port: number; host: string }): Promise<Server | undefined> {
  const server = createServer(({ url }, response) => answer(url ?? '', response))
  server.listen(port, host)
  try {
    await once(server, 'listening')
    return server
  } catch {
    return undefined
  }
}

function answer(url: string, response: ServerResponse): void {
  if (url === '/healthz') return send(response, 200, { status: 'ok' })
  response.setHeader('Retry-After', '1')
  if (url === '/readyz') return send(response, 503, { status: 'starting' })
  const message = 'The server cannot reach its data right now. Please try again.'
  send(response, 503, { message, error: { code: 'UNAVAILABLE', message } })
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  response.end(JSON.stringify(body))
}
