// Handles the events of a signed-in socket: open conversations, typing, presence. Membership is checked for every
// event, not only on joining.

import type { Logger } from 'pino'
import { isId } from '#core/kernel/ids.ts'
import { clientEvents, type ClientEvent, type MessagingCode } from '#core/chat/socketEvents.ts'
import type { ConversationDoc } from '#projections/chat/conversations.ts'
import type { ChatDeps } from '#api/chat/chatDeps.ts'
import { accessConversation } from '#api/chat/conversationAccess.ts'
import type { PresenceTracker } from '#api/people/presence.ts'
import { HttpError } from '#api/platform/http/httpError.ts'
import { emitError, type IoSocket } from '#api/live/socketTypes.ts'
import { roomOfConversation } from '#api/live/rooms.ts'
import type { TypingBroadcast } from '#api/live/typing.ts'

/** Rooms of one socket, including its own. */
const MAX_ROOMS = 200

interface Deps {
  chat: ChatDeps
  presence: PresenceTracker
  typing: TypingBroadcast
  log: Logger
}

type RoomEvent = Exclude<ClientEvent, 'update_presence'>

/** The error that a failure of the server sends; default INTERNAL_ERROR. */
const FAILURES = new Map<ClientEvent, [MessagingCode, string]>([
  ['join_conversation', ['JOIN_FAILED', 'Failed to join conversation']],
  ['join_trip_chat', ['JOIN_FAILED', 'Failed to join conversation']],
  ['leave_conversation', ['LEAVE_FAILED', 'Failed to leave conversation']],
  ['leave_trip_chat', ['LEAVE_FAILED', 'Failed to leave conversation']],
])

/** Handles one event after another of an authenticated socket. Never rejects. */
export function createSocketEventHandler({ chat, presence, typing, log }: Deps) {
  return async (socket: IoSocket, event: unknown, payload: unknown): Promise<void> => {
    if (!isClientEvent(event)) return emitError(socket, 'VALIDATION_ERROR', 'There is no such event')
    try {
      if (event === 'update_presence') updatePresence(socket, payload)
      else await inConversation(socket, event, payload)
    } catch (err) {
      log.error({ err, event }, 'handling a socket event failed')
      const [code, message] = FAILURES.get(event) ?? ['INTERNAL_ERROR', 'Server error occurred']
      emitError(socket, code, message)
    }
  }

  function updatePresence(socket: IoSocket, payload: unknown): void {
    const status = fieldOf(payload, 'status')
    if (status !== 'online' && status !== 'away' && status !== 'offline')
      return emitError(socket, 'INVALID_STATUS', 'Status must be online, away or offline')
    presence.setStatus(socket.data.session!.id, socket.id, status)
  }

  async function inConversation(socket: IoSocket, event: RoomEvent, payload: unknown): Promise<void> {
    const ofTrip = event.includes('trip')
    const id = fieldOf(payload, ofTrip ? 'chatId' : 'conversationId') ?? ''
    const tripId = ofTrip ? (fieldOf(payload, 'tripId') ?? '') : null
    if (isMalformed(payload) || typeof id !== 'string' || (tripId !== null && typeof tripId !== 'string'))
      return emitError(socket, 'VALIDATION_ERROR', 'This event needs ids')
    if (id === '') return emitError(socket, 'MISSING_CONVERSATION_ID', 'Which conversation?')

    const findDoc = () => find(socket, id, tripId)
    const doc = await findDoc()
    if (!doc) return deny(socket, id)
    const room = roomOfConversation(id)
    switch (event) {
      case 'join_conversation':
      case 'join_trip_chat': {
        if (!socket.rooms.has(room) && socket.rooms.size >= MAX_ROOMS)
          return emitError(socket, 'JOIN_FAILED', 'Too many conversations', id)
        await socket.join(room)
        // A person removed at this moment was not in the room yet, so the access is checked again.
        const current = await findDoc().catch(async (error: unknown) => {
          await socket.leave(room)
          throw error
        })
        if (!current) return deny(socket, id)
        socket.emit('conversation_joined', { conversationId: id, last_seq: current.lastSeq })
        return
      }
      case 'leave_conversation':
      case 'leave_trip_chat':
        typing.stop(socket, id)
        await socket.leave(room)
        socket.emit('conversation_left', { conversationId: id })
        return
      case 'typing_start':
      case 'trip_typing_start':
        if (socket.rooms.has(room)) typing.start(socket, id, doc.tripId)
        return
      case 'typing_stop':
      case 'trip_typing_stop':
        typing.stop(socket, id)
    }
  }

  /** The conversation for one of its people; null for anybody else, as for none. @param tripId null for any */
  async function find(socket: IoSocket, id: string, tripId: string | null): Promise<ConversationDoc | null> {
    if (!isId(id) || !socket.connected) return null
    const accessed = await accessConversation(chat, id, socket.data.session!.id).catch(nullIfDenied)
    return accessed && (tripId === null || accessed.doc.tripId === tripId) ? accessed.doc : null
  }

  async function deny(socket: IoSocket, id: string): Promise<void> {
    await socket.leave(roomOfConversation(id))
    emitError(socket, 'ACCESS_DENIED', 'Access denied to conversation', isId(id) ? id : undefined)
  }
}

function nullIfDenied(error: unknown): null {
  if (error instanceof HttpError && error.status < 500) return null
  throw error
}

function isClientEvent(event: unknown): event is ClientEvent {
  return clientEvents.includes(event as ClientEvent)
}

function isMalformed(payload: unknown): boolean {
  return payload !== undefined && payload !== null && (typeof payload !== 'object' || Array.isArray(payload))
}

function fieldOf(payload: unknown, name: string): unknown {
  if (typeof payload !== 'object' || payload === null || !Object.hasOwn(payload, name)) return undefined
  return (payload as Record<string, unknown>)[name]
}
