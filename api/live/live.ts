// The real-time channel: a socket authenticates with the token in its handshake, joins the conversations on its
// screen, and receives. It never sends messages, and membership is checked on every event, not only on joining.

import type { Server as HttpServer } from 'node:http'
import type { Logger } from 'pino'
import type { DefaultEventsMap, Socket } from 'socket.io'
import { Server } from 'socket.io'
import { isId } from '#core/kernel/ids.ts'
import { HttpError } from '#api/platform/httpError.ts'
import type { Gate, Session } from '#api/platform/route.ts'
import type { ChatDeps } from '#api/chat/chatDeps.ts'
import { enter } from '#api/chat/mine.ts'
import type { Presence, PresenceStatus } from '#api/people/presence.ts'
import type { ClientEvent, MessagingCode, ServerEvents } from '#core/chat/socketEvents.ts'
import { clientEvents } from '#core/chat/socketEvents.ts'
import { createBucket } from '#api/platform/bucket.ts'
import { isOwnOrigin } from '#api/live/origin.ts'
import { devicesOf, roomOf } from '#api/live/rooms.ts'
import { createTyping } from '#api/live/typing.ts'

interface SocketData {
  session?: Session
  token?: string
}
export type LiveServer = Server<DefaultEventsMap, ServerEvents, DefaultEventsMap, SocketData>
export type LiveSocket = Socket<DefaultEventsMap, ServerEvents, DefaultEventsMap, SocketData>

export interface LiveDeps {
  chat: ChatDeps
  gate: Gate
  presence: Presence
  log: Logger
  /** Origins of other clients than the server's own. */
  allowedOrigins: readonly string[]
  clock(): number
}

/** Sockets of one person, rooms of one socket, events of one socket (decisions §3, bad inputs 70–72). */
const SOCKETS_EACH = 10
const ROOMS_EACH = 200
const EVENTS_PER_SECOND = 20
const EVENTS_BURST = 60
const REFUSALS_BEFORE_THE_END = 200
const LARGEST_FRAME_BYTES = 65_536
const RECHECK_MS = 30_000

export interface Live {
  io: LiveServer
  /** Asks anew whether the person's sockets may stay. */
  recheck(userId: string): Promise<void>
  close(): Promise<void>
}

export function attachLive(http: HttpServer, deps: LiveDeps): Live {
  const { chat, gate, presence, log, clock } = deps
  const io: LiveServer = new Server(http, {
    transports: ['websocket'],
    perMessageDeflate: false,
    maxHttpBufferSize: LARGEST_FRAME_BYTES,
    serveClient: false,
    allowRequest: (request, decide) => decide(null, isOwnOrigin(request, deps.allowedOrigins)),
  })
  const typing = createTyping(clock)
  io.on('connection', (socket) => void welcome(socket))
  // Tokens end by themselves, too.
  const rechecking = setInterval(() => void recheckAll(), RECHECK_MS).unref()

  async function welcome(socket: LiveSocket): Promise<void> {
    const { token } = socket.handshake.auth as { token?: unknown }
    // Events that come before the session is known wait for it.
    let turn: Promise<void> = enterAs(socket, typeof token === 'string' ? token : undefined)
    const bucket = createBucket(EVENTS_PER_SECOND, EVENTS_BURST, clock)
    socket.onAny((event: unknown, payload: unknown) => {
      if (!bucket.take()) {
        if (bucket.refused() === 1) complain(socket, 'RATE_LIMITED', 'Too many events')
        if (bucket.refused() > REFUSALS_BEFORE_THE_END) socket.disconnect(true)
        return
      }
      turn = turn.then(() => hear(socket, event, payload))
    })
    socket.on('disconnect', () => {
      if (!socket.data.session) return
      typing.stop(socket)
      presence.disconnected(socket.data.session.id)
    })
    await turn
  }

  async function enterAs(socket: LiveSocket, token: string | undefined): Promise<void> {
    try {
      const session = await gate.authenticate(token === undefined ? undefined : `Bearer ${token}`)
      if (!socket.connected) return
      Object.assign(socket.data, { session, token })
      await socket.join(devicesOf(session.id))
      presence.connected(session.id)
      await closeOldest(session.id)
      const { id, username, email, isAdmin } = session
      socket.emit('authenticated', { user: { id, username, email, isAdmin } })
    } catch (error) {
      reject(socket, error)
    }
  }

  function reject(socket: LiveSocket, error: unknown): void {
    if (!(error instanceof HttpError)) log.error({ err: error }, 'a socket could not be authenticated')
    const known = error instanceof HttpError && error.status === 401
    const code = known ? (error.code as MessagingCode) : 'INVALID_TOKEN'
    socket.emit('auth_error', { code, message: known ? error.message : 'Invalid token format' })
    socket.disconnect(true)
  }

  async function closeOldest(userId: string): Promise<void> {
    const open = await io.in(devicesOf(userId)).fetchSockets()
    const oldestFirst = open.sort((a, b) => a.handshake.issued - b.handshake.issued)
    for (const socket of oldestFirst.slice(0, Math.max(0, open.length - SOCKETS_EACH)))
      socket.disconnect(true)
  }

  /** One event at a time, in their order. Never rejects. */
  async function hear(socket: LiveSocket, event: unknown, payload: unknown): Promise<void> {
    if (!socket.connected) return
    const { session } = socket.data
    if (!session) return complain(socket, 'UNAUTHENTICATED', 'Authentication required')
    if (!isClientEvent(event)) return complain(socket, 'VALIDATION_ERROR', 'There is no such event')
    try {
      if (event === 'update_presence') return updatePresence(socket, session, payload)
      await inRoom(socket, session, event, payload)
    } catch (error) {
      if (!(error instanceof HttpError)) log.error({ err: error, event }, 'an event failed')
      complain(socket, 'INTERNAL_ERROR', 'Server error occurred. Please try again later.')
    }
  }

  function updatePresence(socket: LiveSocket, session: Session, payload: unknown): void {
    const status = fieldOf(payload, 'status')
    if (status !== 'online' && status !== 'away' && status !== 'offline')
      return complain(socket, 'INVALID_STATUS', 'Status must be online, away or offline')
    presence.say(session.id, status satisfies PresenceStatus)
  }

  async function inRoom(
    socket: LiveSocket,
    session: Session,
    event: Exclude<ClientEvent, 'update_presence'>,
    payload: unknown,
  ): Promise<void> {
    const ofTrip = event.includes('trip')
    const id = fieldOf(payload, ofTrip ? 'chatId' : 'conversationId')
    if (typeof id !== 'string' || id === '')
      return complain(socket, 'MISSING_CONVERSATION_ID', 'Which conversation?')
    const tripId = ofTrip ? fieldOf(payload, 'tripId') : undefined
    const doc = isId(id) ? await enter(chat, id, session.id).then(({ doc: found }) => found, denied) : null
    if (!doc || (ofTrip && doc.tripId !== tripId)) {
      await socket.leave(roomOf(id))
      return complain(socket, 'ACCESS_DENIED', 'Access denied to conversation', id)
    }
    switch (event) {
      case 'join_conversation':
      case 'join_trip_chat':
        if (socket.rooms.size >= ROOMS_EACH)
          return complain(socket, 'JOIN_FAILED', 'Too many conversations', id)
        await socket.join(roomOf(id))
        socket.emit('conversation_joined', { conversationId: id, last_seq: doc.lastSeq })
        return
      case 'leave_conversation':
      case 'leave_trip_chat':
        typing.stop(socket, id)
        await socket.leave(roomOf(id))
        socket.emit('conversation_left', { conversationId: id })
        return
      case 'typing_start':
      case 'trip_typing_start':
        if (socket.rooms.has(roomOf(id))) typing.set(socket, id, doc.tripId, true)
        return
      case 'typing_stop':
      case 'trip_typing_stop':
        typing.set(socket, id, doc.tripId, false)
    }
  }

  async function recheck(userId: string): Promise<void> {
    for (const socket of await io.in(devicesOf(userId)).local.fetchSockets()) {
      const own = io.sockets.sockets.get(socket.id)
      if (!own?.data.token) continue
      await gate.authenticate(`Bearer ${own.data.token}`).catch((error: unknown) => reject(own, error))
    }
  }

  async function recheckAll(): Promise<void> {
    const people = new Set([...io.sockets.sockets.values()].flatMap(({ data }) => data.session?.id ?? []))
    for (const userId of people) await recheck(userId)
  }

  return {
    io,
    recheck,
    async close() {
      clearInterval(rechecking)
      await io.close()
    },
  }
}

function denied(error: unknown): null {
  if (error instanceof HttpError && error.status < 500) return null
  throw error
}

function complain(socket: LiveSocket, code: MessagingCode, message: string, conversationId?: string): void {
  socket.emit('error', { code, message, ...(conversationId !== undefined && { conversationId }) })
}

function isClientEvent(event: unknown): event is ClientEvent {
  return clientEvents.includes(event as ClientEvent)
}

function fieldOf(payload: unknown, name: string): unknown {
  if (typeof payload !== 'object' || payload === null || !Object.hasOwn(payload, name)) return undefined
  return (payload as Record<string, unknown>)[name]
}
