// The real-time channel: a socket authenticates with the token in its handshake, joins the conversations on its
// screen, and receives. It never sends messages.

import type { Server as HttpServer } from 'node:http'
import type { Logger } from 'pino'
import { Server } from 'socket.io'
import type { MessagingCode } from '#core/chat/socketEvents.ts'
import type { ChatDeps } from '#api/chat/chatDeps.ts'
import type { PresenceTracker } from '#api/people/presence.ts'
import { createBucket } from '#api/platform/bucket.ts'
import { HttpError } from '#api/platform/httpError.ts'
import type { Bus } from '#api/platform/nodes.ts'
import type { Authenticator } from '#api/platform/route.ts'
import { TOKEN_EXPIRY_CHECK_MS } from '#api/platform/route.ts'
import { limitConnection } from '#api/live/connectionLimits.ts'
import { createSocketEventHandler } from '#api/live/socketEventHandler.ts'
import { isOwnOrigin } from '#api/live/origin.ts'
import type { Relay } from '#api/live/relay.ts'
import { createRelay } from '#api/live/relay.ts'
import { devicesOf, roomOf, SIGNED_IN } from '#api/live/rooms.ts'
import type { LiveServer, LiveSocket } from '#api/live/socketTypes.ts'
import { emitError } from '#api/live/socketTypes.ts'
import { corkSocketWrites } from '#api/live/corkedWrites.ts'
import { createTypingBroadcast } from '#api/live/typing.ts'

export interface LiveDeps {
  chat: ChatDeps
  gate: Authenticator
  presence: PresenceTracker
  bus: Bus
  log: Logger
  /** Origins of other clients than the server's own. */
  allowedOrigins: readonly string[]
  /** Resolves when conversations can be read. */
  ready: Promise<void>
  /** Milliseconds since 1970. */
  clock(): number
}

/** Sockets of one person, and events of one socket (decisions §3). */
const SOCKETS_EACH = 10
const EVENTS_PER_SECOND = 20
const EVENTS_BURST = 60
/** Events beyond those until the socket is cut off. */
const PATIENCE = 200
const LARGEST_FRAME_BYTES = 65_536
/** How long a connection may stay that does not say who it is. */
const NAMELESS_MS = 10_000

export interface Live {
  io: LiveServer
  relay: Relay
  /** Asks anew whether the person's sockets may stay. */
  recheck(userId: string): Promise<void>
  /** Takes this person's devices, or everybody's, off the screen of a conversation. */
  leave(conversationId: string, userId?: string): void
  close(): Promise<void>
}

export function attachLive(http: HttpServer, deps: LiveDeps): Live {
  const { gate, presence, log, clock } = deps
  const io: LiveServer = new Server(http, {
    transports: ['websocket'],
    perMessageDeflate: false,
    maxHttpBufferSize: LARGEST_FRAME_BYTES,
    connectTimeout: NAMELESS_MS,
    serveClient: false,
    allowRequest: (request, decide) => decide(null, isOwnOrigin(request, deps.allowedOrigins)),
  })
  const relay = createRelay(io, deps.bus)
  const typing = createTypingBroadcast(clock, relay)
  const hear = createSocketEventHandler({ ...deps, typing })
  io.engine.on('connection', (connection) => limitConnection(connection, clock))
  corkSocketWrites(io.engine)
  io.on('connection', welcome)
  const looking = setInterval(() => {
    for (const socket of io.sockets.sockets.values()) if (hasEnded(socket)) void check(socket)
  }, TOKEN_EXPIRY_CHECK_MS).unref()

  const hasEnded = ({ data }: LiveSocket): boolean => clock() >= (data.session?.endsAt ?? Infinity)

  function welcome(socket: LiveSocket): void {
    // Events that come before the session is known wait for it.
    socket.data.waiting = 0
    let turn = enterAs(socket)
    const events = createBucket(EVENTS_PER_SECOND, EVENTS_BURST, clock)
    const patience = createBucket(1, PATIENCE, clock)
    const warnings = createBucket(1, 1, clock)
    socket.onAny((event: unknown, payload: unknown) => {
      if (events.take()) {
        socket.data.waiting += 1
        turn = turn.then(() => take(socket, event, payload))
        return
      }
      if (warnings.take()) emitError(socket, 'RATE_LIMITED', 'Too many events')
      if (!patience.take()) socket.disconnect(true)
    })
    socket.on('disconnect', () => {
      if (!socket.data.session) return
      typing.stop(socket)
      presence.disconnected(socket.data.session.id, socket.id)
    })
  }

  /** Never rejects. The token may have ended since it was last looked at. */
  async function take(socket: LiveSocket, event: unknown, payload: unknown): Promise<void> {
    if (socket.connected && (!hasEnded(socket) || (await check(socket)))) await hear(socket, event, payload)
    socket.data.waiting -= 1
  }

  /** Never rejects; afterwards the socket has a session or is closed. */
  async function enterAs(socket: LiveSocket): Promise<void> {
    const { token } = socket.handshake.auth as { token?: unknown }
    const given = typeof token === 'string' && token !== '' ? token : undefined
    try {
      const session = await gate.authenticate(given && `Bearer ${given}`)
      if (!socket.connected) return
      Object.assign(socket.data, { session, token: given })
      await socket.join([devicesOf(session.id), SIGNED_IN])
      presence.connected(session.id, socket.id)
      closeOldest(session.id)
      // After a restart what it will ask about is still being read from the log; an error would leave it outside.
      await deps.ready
      // A session that ended in this moment did not find the socket among its person's.
      if (!(await check(socket))) return
      // The request it began with is as large as all the rest of it, and nothing asks for it any more.
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
      // The connection alone: a client comes back by itself then, and its session may be as good as ever.
      socket.conn.close()
      return
    }
    if (socket.data.waiting > 0) emitError(socket, 'UNAUTHENTICATED', 'Authentication required')
    const known = error.status === 401
    const code = known ? (error.code as MessagingCode) : 'INVALID_TOKEN'
    socket.emit('auth_error', { code, message: known ? error.message : 'Invalid token format' })
    socket.disconnect(true)
  }

  async function check(socket: LiveSocket): Promise<boolean> {
    try {
      await gate.authenticate(`Bearer ${socket.data.token}`)
      return socket.connected
    } catch (error) {
      reject(socket, error)
      return false
    }
  }

  function closeOldest(userId: string): void {
    const oldestFirst = socketsIn(devicesOf(userId)).sort((a, b) => a.handshake.issued - b.handshake.issued)
    for (const socket of oldestFirst.slice(0, -SOCKETS_EACH)) socket.disconnect(true)
  }

  /** In the order they came in. */
  function socketsIn(room: string): LiveSocket[] {
    const ids = io.sockets.adapter.rooms.get(room) ?? []
    return Array.from(ids).flatMap((id) => io.sockets.sockets.get(id) ?? [])
  }

  return {
    io,
    relay,
    async recheck(userId) {
      await Promise.all(socketsIn(devicesOf(userId)).map(check))
    },
    leave(conversationId, userId) {
      const room = roomOf(conversationId)
      const leaving = socketsIn(userId === undefined ? room : devicesOf(userId))
      for (const socket of leaving) {
        if (userId === undefined) typing.forget(socket, conversationId)
        else typing.stop(socket, conversationId)
        void socket.leave(room)
      }
    },
    async close() {
      clearInterval(looking)
      await io.close()
    },
  }
}
