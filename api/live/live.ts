// The real-time channel: a socket authenticates with the token in its handshake, joins the conversations on its
// screen and receives events. It never sends messages.

import type { Server as HttpServer } from 'node:http'
import type { Logger } from 'pino'
import { Server } from 'socket.io'
import type { MessagingCode } from '#core/chat/socketEvents.ts'
import type { ChatDeps } from '#api/chat/chatDeps.ts'
import type { PresenceTracker } from '#api/people/presence.ts'
import { createBucket } from '#api/platform/bucket.ts'
import { HttpError } from '#api/platform/httpError.ts'
import type { Bus } from '#api/platform/nodes.ts'
import { TOKEN_EXPIRY_CHECK_MS, type Authenticator } from '#api/platform/route.ts'
import { limitConnection } from '#api/live/connectionLimits.ts'
import { createSocketEventHandler } from '#api/live/socketEventHandler.ts'
import { isOwnOrigin } from '#api/live/origin.ts'
import { createRelay, type Relay } from '#api/live/relay.ts'
import { devicesOf, roomOf, SIGNED_IN } from '#api/live/rooms.ts'
import { emitError, type LiveServer, type LiveSocket } from '#api/live/socketTypes.ts'
import { corkSocketWrites } from '#api/live/corkedWrites.ts'
import { createTypingBroadcast } from '#api/live/typing.ts'

export interface LiveDeps {
  chat: ChatDeps
  authenticator: Authenticator
  presence: PresenceTracker
  bus: Bus
  log: Logger
  /** Origins of other clients than the server's own. */
  allowedOrigins: readonly string[]
  /** Resolves when conversations are readable. */
  ready: Promise<void>
  /** Milliseconds since 1970. */
  clock(): number
}

/** Sockets of one person, and events of one socket (docs/decisions.md §3). */
const SOCKETS_EACH = 10
const EVENTS_PER_SECOND = 20
const EVENTS_BURST = 60
/** Events beyond those until the socket is closed. */
const EXCESS_EVENTS = 200
const LARGEST_FRAME_BYTES = 65_536
const UNAUTHENTICATED_MS = 10_000

export interface Live {
  io: LiveServer
  relay: Relay
  /** Closes the person's sockets whose session has ended. */
  recheck(userId: string): Promise<void>
  /** Removes this person's devices, or everybody's, from the room of a conversation. */
  leave(conversationId: string, userId?: string): void
  close(): Promise<void>
}

export function attachLive(http: HttpServer, deps: LiveDeps): Live {
  const { clock } = deps
  const io: LiveServer = new Server(http, {
    transports: ['websocket'],
    perMessageDeflate: false,
    maxHttpBufferSize: LARGEST_FRAME_BYTES,
    connectTimeout: UNAUTHENTICATED_MS,
    serveClient: false,
    allowRequest: (request, decide) => decide(null, isOwnOrigin(request, deps.allowedOrigins)),
  })
  const relay = createRelay(io, deps.bus)
  const typing = createTypingBroadcast(clock, relay)
  const { authenticate, check, hasExpired } = socketSessions(io, deps)
  const handle = createSocketEventHandler({ ...deps, typing })
  io.engine.on('connection', (connection) => limitConnection(connection, clock))
  corkSocketWrites(io.engine)
  io.on('connection', connect)
  const expiryCheck = setInterval(() => {
    for (const socket of io.sockets.sockets.values()) if (hasExpired(socket)) void check(socket)
  }, TOKEN_EXPIRY_CHECK_MS).unref()

  function connect(socket: LiveSocket): void {
    // Events that arrive before the session is known wait for it.
    socket.data.waiting = 0
    let previous = authenticate(socket)
    const events = createBucket(EVENTS_PER_SECOND, EVENTS_BURST, clock)
    const excess = createBucket(1, EXCESS_EVENTS, clock)
    const warnings = createBucket(1, 1, clock)
    socket.onAny((event: unknown, payload: unknown) => {
      if (events.take()) {
        socket.data.waiting += 1
        previous = previous.then(() => handleNext(socket, event, payload))
        return
      }
      if (warnings.take()) emitError(socket, 'RATE_LIMITED', 'Too many events')
      if (!excess.take()) socket.disconnect(true)
    })
    socket.on('disconnect', () => {
      if (!socket.data.session) return
      typing.stop(socket)
      deps.presence.disconnected(socket.data.session.id, socket.id)
    })
  }

  /** Never rejects. The token may have expired since the last check. */
  async function handleNext(socket: LiveSocket, event: unknown, payload: unknown): Promise<void> {
    if (socket.connected && (!hasExpired(socket) || (await check(socket))))
      await handle(socket, event, payload)
    socket.data.waiting -= 1
  }

  return {
    io,
    relay,
    async recheck(userId) {
      await Promise.all(socketsIn(io, devicesOf(userId)).map(check))
    },
    leave(conversationId, userId) {
      const room = roomOf(conversationId)
      const leaving = socketsIn(io, userId === undefined ? room : devicesOf(userId))
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

function socketSessions(io: LiveServer, { authenticator, presence, ready, log, clock }: LiveDeps) {
  const hasExpired = ({ data }: LiveSocket): boolean => clock() >= (data.session?.expiresAt ?? Infinity)

  /** Never rejects; afterwards the socket has a session or is closed. */
  async function authenticate(socket: LiveSocket): Promise<void> {
    const { token } = socket.handshake.auth as { token?: unknown }
    const bearer = typeof token === 'string' && token !== '' ? token : undefined
    try {
      const session = await authenticator.authenticate(bearer && `Bearer ${bearer}`)
      if (!socket.connected) return
      Object.assign(socket.data, { session, token: bearer })
      await socket.join([devicesOf(session.id), SIGNED_IN])
      presence.connected(session.id, socket.id)
      closeOldest(session.id)
      // After a restart the read models are still being built; an error now would lock the client out.
      await ready
      // A session that ended in this moment did not find the socket among its person's.
      if (!(await check(socket))) return
      // The handshake request is as large as the rest of the socket, and nothing reads it any more.
      Object.assign(socket.conn, { request: null })
      const { id, username, email, isAdmin } = session
      socket.emit('authenticated', { user: { id, username, email, isAdmin } })
    } catch (error) {
      reject(socket, error)
    }
  }

  function reject(socket: LiveSocket, error: unknown): void {
    if (!socket.connected) return
    if (!(error instanceof HttpError) || error.status >= 500) {
      log.error({ err: error }, 'a socket could not be authenticated')
      emitError(socket, 'INTERNAL_ERROR', 'Server error occurred. Please try again later.')
      // Only the connection is closed: the client reconnects by itself, and its session may be valid.
      socket.conn.close()
      return
    }
    if (socket.data.waiting > 0) emitError(socket, 'UNAUTHENTICATED', 'Authentication required')
    const isUnauthorized = error.status === 401
    const code = isUnauthorized ? (error.code as MessagingCode) : 'INVALID_TOKEN'
    socket.emit('auth_error', { code, message: isUnauthorized ? error.message : 'Invalid token format' })
    socket.disconnect(true)
  }

  /** Whether the socket may stay; closes it otherwise. */
  async function check(socket: LiveSocket): Promise<boolean> {
    try {
      await authenticator.authenticate(`Bearer ${socket.data.token}`)
      return socket.connected
    } catch (error) {
      reject(socket, error)
      return false
    }
  }

  function closeOldest(userId: string): void {
    const sockets = socketsIn(io, devicesOf(userId))
    const oldestFirst = sockets.sort((a, b) => a.handshake.issued - b.handshake.issued)
    for (const socket of oldestFirst.slice(0, -SOCKETS_EACH)) socket.disconnect(true)
  }

  return { authenticate, check, hasExpired }
}

/** In the order they joined. */
function socketsIn(io: LiveServer, room: string): LiveSocket[] {
  const ids = io.sockets.adapter.rooms.get(room) ?? []
  return Array.from(ids).flatMap((id) => io.sockets.sockets.get(id) ?? [])
}
