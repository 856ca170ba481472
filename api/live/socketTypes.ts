// The socket server as the rest of this folder knows it.

import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type { MessagingCode, ServerEvents } from '#core/chat/socketEvents.ts'
import type { Session } from '#api/platform/route.ts'

export interface SocketData {
  /** Unset until the socket has said who it is. */
  session?: Session
  token?: string
  /** How many of its events are not answered yet. */
  waiting: number
}
export type LiveServer = Server<DefaultEventsMap, ServerEvents, DefaultEventsMap, SocketData>
export type LiveSocket = Socket<DefaultEventsMap, ServerEvents, DefaultEventsMap, SocketData>

/** Tells one socket what it has done wrong. */
export function emitError(
  socket: LiveSocket,
  code: MessagingCode,
  message: string,
  conversationId?: string,
): void {
  socket.emit('error', { code, message, ...(conversationId !== undefined && { conversationId }) })
}
