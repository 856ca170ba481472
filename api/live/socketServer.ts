// The socket server: a client authenticates with the token in its handshake, joins the rooms of the conversations on its
// screen and receives events. Clients send messages over HTTP, never over a socket.

import { authUserOf } from '#core/kernel/personName.ts'
import type { Server as HttpServer } from 'node:http'
import type { Logger } from 'pino'
import { Server } from 'socket.io'
import type { MessagingCode } from '#core/chat/socketEvents.ts'
import type { ChatDeps } from '#api/chat/chatDeps.ts'
import type { PresenceTracker } from '#api/people/presence.ts'
import { isAllowedOrigin } from '#api/platform/http/origins.ts'
import { createBucket } from '#api/platform/http/tokenBucket.ts'
import { HttpError } from '#api/platform/http/httpError.ts'
import type { Bus } from '#api/platform/nodes.ts'
import { TOKEN_EXPIRY_CHECK_MS, type Authenticator } from '#api/platform/http/route.ts'
import { limitConnection } from '#api/live/connectionLimits.ts'
import { createSocketEventHandler } from '#api/live/socketEventHandler.ts'
import { createRelay, type Relay } from '#api/live/relay.ts'
import { roomOfUser, roomOfConversation, AUTHENTICATED, PROVISIONAL } from '#api/live/rooms.ts'
import { emitError, type IoServer, type IoSocket } from '#api/live/socketTypes.ts'
import { createTypingBroadcast } from '#api/live/typing.ts'

export interface SocketServerDeps {
  chat: ChatDeps
  authenticator: Authenticator
  presence: PresenceTracker
  bus: Bus
  log: Logger
  /** Origins, besides the server's own, whose pages may connect. */
  allowedOrigins: readonly string[]
  /** Resolves when the read models can be read for the first time. */
  ready: Promise<void>
  /** Milliseconds since 1970. */
  clock(): number
}

/** Open sockets of one user; beyond it the oldest is closed (docs/decisions.md §3). */
const MAX_SOCKETS_PER_USER = 10
/** Events that one socket may send; further ones are dropped. */
const EVENTS_PER_SECOND = 20
const EVENTS_BURST = 60
/** A socket is closed after this many dropped events; one a second does not count. */
const MAX_DROPPED_EVENTS = 200
const MAX_FRAME_BYTES = 65_536
/** A connection that has sent no handshake by then is closed. */
const HANDSHAKE_TIMEOUT_MS = 10_000

export interface SocketServer {
  io: IoServer
  relay: Relay
  /** Closes the sockets of this user whose session has ended. */
  recheckSessions(userId: string): Promise<void>
  /** Removes the sockets of this user, or all sockets, from the room of a conversation. */
  removeFromRoom(conversationId: string, userId?: string): void
  close(): Promise<void>
}

export function attachSocketServer(http: HttpServer, deps: SocketServerDeps): SocketServer {
  const { clock } = deps
  const io: IoServer = new Server(http, {
    transports: ['websocket'],
    perMessageDeflate: false,
    maxHttpBufferSize: MAX_FRAME_BYTES,
    connectTimeout: HANDSHAKE_TIMEOUT_MS,
    serveClient: false,
    allowRequest: (request, decide) => decide(null, isAllowedOrigin(request.headers, deps.allowedOrigins)),
  })
  const relay = createRelay(io, deps.bus)
  const typing = createTypingBroadcast(clock, relay)
  const { authenticate, checkSession, hasExpired } = createSocketSessions(io, deps)
  const handle = createSocketEventHandler({ ...deps, typing })
  io.engine.on('connection', (connection) => limitConnection(connection, clock))
  corkSocketWrites(io.engine)
  io.on('connection', connect)
  const expiryCheck = setInterval(() => {
    for (const socket of io.sockets.sockets.values()) if (hasExpired(socket)) void checkSession(socket)
  }, TOKEN_EXPIRY_CHECK_MS).unref()

  function connect(socket: IoSocket): void {
    // Events are handled one after another; those that arrive during authentication are handled after it.
    socket.data.unhandledEvents = 0
    let previous = authenticate(socket)
    const events = createBucket(EVENTS_PER_SECOND, EVENTS_BURST, clock)
    const droppedEvents = createBucket(1, MAX_DROPPED_EVENTS, clock)
    const errors = createBucket(1, 1, clock)
    socket.onAny((event: unknown, payload: unknown) => {
      if (events.take()) {
        socket.data.unhandledEvents += 1
        previous = previous.then(() => handleNext(socket, event, payload))
        return
      }
      if (errors.take()) emitError(socket, 'RATE_LIMITED', 'Too many events')
      if (!droppedEvents.take()) socket.disconnect(true)
    })
    socket.on('disconnect', () => {
      if (!socket.data.session) return
      typing.stop(socket)
      deps.presence.disconnected(socket.data.session.id, socket.id)
    })
  }

  /** Handles an event unless the session has ended since the last check. Never rejects. */
  async function handleNext(socket: IoSocket, event: unknown, payload: unknown): Promise<void> {
    if (socket.connected && (!hasExpired(socket) || (await checkSession(socket))))
      await handle(socket, event, payload)
    socket.data.unhandledEvents -= 1
  }

  return {
    io,
    relay,
    async recheckSessions(userId) {
      await Promise.all(socketsIn(io, roomOfUser(userId)).map(checkSession))
    },
    removeFromRoom(conversationId, userId) {
      const room = roomOfConversation(conversationId)
      const leaving = socketsIn(io, userId === undefined ? room : roomOfUser(userId))
      for (const socket of leaving) {
        if (userId === undefined) typing.discard(socket, conversationId)
        else typing.stop(socket, conversationId)
        void socket.leave(room)
      }
    },
    async close() {
      clearInterval(expiryCheck)
      await io.close()
    },
  }
}

function createSocketSessions(
  io: IoServer,
  { authenticator, presence, ready, log, clock }: SocketServerDeps,
) {
  const hasExpired = ({ data }: IoSocket): boolean => clock() >= (data.session?.expiresAt ?? Infinity)

  /** Never rejects; afterwards the socket has a session or is closed. */
  async function authenticate(socket: IoSocket): Promise<void> {
    const { token } = socket.handshake.auth as { token?: unknown }
    const bearer = typeof token === 'string' && token !== '' ? token : undefined
    try {
      const session = await authenticator.authenticate(bearer && `Bearer ${bearer}`)
      if (!socket.connected) return
      Object.assign(socket.data, { session, token: bearer })
      await socket.join([roomOfUser(session.id), session.isProvisional ? PROVISIONAL : AUTHENTICATED])
      presence.connected(session.id, socket.id)
      closeOldest(session.id)
      // After a start the read models are still being built, and joining a conversation would fail. The client waits.
      await ready
      // A session that ended before the socket joined its room was not closed by `recheckSessions`.
      if (!(await checkSession(socket))) return
      // Frees the handshake request, which uses as much memory as the rest of the socket and is not read again.
      Object.assign(socket.conn, { request: null })
      socket.emit('authenticated', { user: authUserOf(session) })
    } catch (error) {
      reject(socket, error)
    }
  }

  function reject(socket: IoSocket, error: unknown): void {
    if (!socket.connected) return
    if (!(error instanceof HttpError) || error.status >= 500) {
      log.error({ err: error }, 'a socket could not be authenticated')
      emitError(socket, 'INTERNAL_ERROR', 'Server error occurred. Please try again later.')
      // The session may be valid, so only the connection is closed: after that the client reconnects by itself, which it
      // does not after `socket.disconnect`.
      socket.conn.close()
      return
    }
    if (socket.data.unhandledEvents > 0) emitError(socket, 'UNAUTHENTICATED', 'Authentication required')
    const isUnauthorized = error.status === 401
    const code = isUnauthorized ? (error.code as MessagingCode) : 'INVALID_TOKEN'
    socket.emit('auth_error', { code, message: isUnauthorized ? error.message : 'Invalid token format' })
    socket.disconnect(true)
  }

  /** Whether the session is live and the socket open; closes the socket when the session has ended. */
  async function checkSession(socket: IoSocket): Promise<boolean> {
    try {
      await authenticator.authenticate(`Bearer ${socket.data.token}`)
      return socket.connected
    } catch (error) {
      reject(socket, error)
      return false
    }
  }

  function closeOldest(userId: string): void {
    const sockets = socketsIn(io, roomOfUser(userId))
    const oldestFirst = sockets.sort((a, b) => a.handshake.issued - b.handshake.issued)
    for (const socket of oldestFirst.slice(0, -MAX_SOCKETS_PER_USER)) socket.disconnect(true)
  }

  return { authenticate, checkSession, hasExpired }
}

/** The sockets in a room of this process, in the order in which they joined. */
function socketsIn(io: IoServer, room: string): IoSocket[] {
  const ids = io.sockets.adapter.rooms.get(room) ?? []
  return Array.from(ids).flatMap((id) => io.sockets.sockets.get(id) ?? [])
}

/** The name of the TCP socket in ws. */
const TCP_SOCKET_FIELD = '_socket'

/** The part of a connection that leads to its TCP socket; the types of engine.io and ws do not include it. */
interface Connection {
  transport: { socket?: { [TCP_SOCKET_FIELD]?: { cork(): void; uncork(): void } } }
}

/**
 * Writes all packets that wait for one socket at once: engine.io writes each by a system call of its own, which is most
 * of the cost of publishing a message to five hundred devices.
 */
function corkSocketWrites(engine: Server['engine']): void {
  // Emitted just before the packets are written, all in the same tick.
  engine.on('flush', (connection: Connection, packets: readonly unknown[]) => {
    const tcp = packets.length > 1 ? connection.transport.socket?.[TCP_SOCKET_FIELD] : undefined
    if (!tcp) return
    tcp.cork()
    process.nextTick(() => tcp.uncork())
  })
}
