// Creates the HTTP server with its limits: time for a request to arrive, and the connections of the process, shared among
// the addresses that want them (docs/decisions/0246).

import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { BlockList, type Socket } from 'node:net'
import { serverLimits } from '#core/kernel/limits.ts'
import { clientAddress, networkOf } from '#api/platform/http/clientAddress.ts'
import { HttpError, renderFailure, unavailable } from '#api/platform/http/httpError.ts'

interface Limits {
  /** Time for the head of a request. */
  headMs?: number
  /** Time for all of it. */
  requestMs?: number
  /** When as many are open, a further one takes the place of another, or is refused. */
  connections?: number
  /** Proxies, whose connections are counted for the addresses that they name. */
  trusted?: BlockList
}

/** Beyond all others, for requests of /healthz. */
const CONNECTIONS_FOR_HEALTH = 4
const SOCKETS = '/socket.io/'

export function createHttpServer(
  listener: RequestListener,
  {
    headMs = 10_000,
    requestMs = 30_000,
    connections = serverLimits.connections,
    trusted = new BlockList(),
  }: Limits = {},
): Server {
  const shares = createConnectionShares(connections, trusted)
  const http: Server = createServer(
    {
      headersTimeout: headMs,
      requestTimeout: requestMs,
      // Node checks every 30 s by default, so that 10 s would be up to 40.
      connectionsCheckingInterval: Math.min(1000, headMs),
      // Any other offer, such as HTTP/2 by curl and by Java, is ignored, and its request answered.
      shouldUpgradeCallback: (request) =>
        http.listenerCount('upgrade') > 0 &&
        request.headers.upgrade?.toLowerCase() === 'websocket' &&
        request.url?.startsWith(SOCKETS) === true &&
        !hasTwoHosts(request) &&
        shares.begin(request),
    },
    (request, response) => {
      if (shares.begin(request, response)) listener(request, response)
      else refuse(response)
    },
  )
  http.on('connection', shares.open)
  // Without a listener Node closes the connection without a response.
  http.on('connect', (_, socket) => {
    const { headers, body } = failure(new HttpError(405, 'METHOD_NOT_ALLOWED', 'This server is no proxy'))
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.on('error', () => socket.destroy())
    socket.end(`HTTP/1.1 405 Method Not Allowed\r\n${head.join('')}\r\n${body}`)
  })
  return http
}

/** A proxy may have chosen the other one (RFC 9112, 3.2). */
export const hasTwoHosts = ({ headersDistinct }: IncomingMessage): boolean =>
  (headersDistinct['host']?.length ?? 0) > 1

/** Whether an error comes from the other end of a connection. */
export function isConnectionError({ code = '' }: NodeJS.ErrnoException): boolean {
  return ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code) || code.startsWith('HPE_')
}

interface Connection {
  socket: Socket
  network: string
  /** Requests under way; an upgraded connection has one until it closes. */
  requests: number
  /** Of the few for /healthz. */
  isForHealth: boolean
}

/**
 * Who opens a connection when all are open gets the place of the network that holds most: of its oldest connection without
 * a request, or else of its oldest.
 */
function createConnectionShares(limit: number, trusted: BlockList) {
  const connections = new WeakMap<Socket, Connection>()
  /** Of each network, those without a request the longest first. */
  const networks = new Map<string, Set<Connection>>()
  const forHealth = new Set<Connection>()
  let count = 0

  const heldBy = (network: string) => networks.get(network) ?? new Set<Connection>()

  function add(connection: Connection): void {
    networks.set(connection.network, heldBy(connection.network).add(connection))
  }

  function remove(connection: Connection): void {
    const held = heldBy(connection.network)
    held.delete(connection)
    if (held.size === 0) networks.delete(connection.network)
  }

  function close(connection: Connection): void {
    if (connection.isForHealth) forHealth.delete(connection)
    else if (heldBy(connection.network).has(connection)) {
      remove(connection)
      count -= 1
    }
    connection.socket.destroy()
  }

  function makeRoomFor(network: string): boolean {
    let most = heldBy(network)
    for (const held of networks.values()) if (held.size > most.size) most = held
    const silent = [...most].find(({ requests }) => requests === 0)
    // Two networks that hold as many would otherwise take each other's places in turn.
    const victim = silent ?? (most.size > heldBy(network).size + 1 ? [...most][0] : undefined)
    if (victim) close(victim)
    return victim !== undefined
  }

  return {
    open(socket: Socket): void {
      const network = networkOf(clientAddress(socket.remoteAddress, undefined, trusted))
      const isForHealth = count >= limit && !makeRoomFor(network)
      const connection: Connection = { socket, network, requests: 0, isForHealth }
      connections.set(socket, connection)
      socket.once('close', () => close(connection))
      if (!isForHealth) {
        add(connection)
        count += 1
        return
      }
      forHealth.add(connection)
      const [oldest] = forHealth
      if (forHealth.size > CONNECTIONS_FOR_HEALTH) close(oldest!)
    },
    /** @returns false for a request that the server has no connection for */
    begin(request: IncomingMessage, response?: ServerResponse): boolean {
      const connection = connections.get(request.socket)
      if (!connection) return true
      if (connection.isForHealth) return request.url === '/healthz'
      const forwarded = request.headers['x-forwarded-for']?.toString()
      remove(connection)
      connection.network = networkOf(clientAddress(request.socket.remoteAddress, forwarded, trusted))
      connection.requests += 1
      add(connection)
      response?.once('close', () => {
        connection.requests -= 1
        if (!heldBy(connection.network).has(connection)) return
        remove(connection)
        add(connection)
      })
      return true
    },
  }
}

function refuse(response: ServerResponse): void {
  const { status, headers, body } = failure(
    unavailable('The server has too many connections. Please try again.'),
  )
  response.writeHead(status, headers).end(body)
}

/** A response that ends its connection. */
function failure(error: HttpError) {
  const { status, headers, body } = renderFailure(error, randomUUID())
  return {
    status,
    headers: { ...headers, 'Content-Type': 'application/json', Connection: 'close' },
    body: JSON.stringify(body),
  }
}
