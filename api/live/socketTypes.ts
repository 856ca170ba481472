// The types of the socket server and its sockets.

import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type { MessagingCode, ServerEvents } from '#core/chat/socketEvents.ts'
import type { Session } from '#api/platform/http/route.ts'

export interface SocketData {
  session?: Session
  token?: string
  /** The number of received events that are not handled yet. */
  unhandledEvents: number
}
export type IoServer = Server<DefaultEventsMap, ServerEvents, DefaultEventsMap, SocketData>
export type IoSocket = Socket<DefaultEventsMap, ServerEvents, DefaultEventsMap, SocketData>

export function emitError(
  socket: IoSocket,
  code: MessagingCode,
  message: string,
  conversationId?: string,
): void {
  socket.emit('error', { code, message, ...(conversationId !== undefined && { conversationId }) })
}
