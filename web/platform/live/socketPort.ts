// The port to one socket, from its opening to its end. A new connection is a new socket: nothing of an old one is heard
// any more.

import type { ClientEvent, ServerEvents } from '#core/chat/socketEvents.ts'

export type ServerMessage = {
  [Event in keyof ServerEvents]: { event: Event; payload: Parameters<ServerEvents[Event]>[0] }
}[keyof ServerEvents]

export interface SocketHandler {
  connected(): void
  /** It could not connect. */
  failed(message: string): void
  /** It was connected and is not any more. `reason`: Socket.IO's, such as `io server disconnect`. */
  disconnected(reason: string): void
  received(told: ServerMessage): void
}

export interface Socket {
  emit(event: ClientEvent, payload: object): void
  /** Nothing is heard of it from now on. */
  close(): void
}

/** Opens a socket with this token; the hearer is never called before this returns. */
export type OpenSocket = (token: string, hearer: SocketHandler) => Socket
