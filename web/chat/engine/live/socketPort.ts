// The port to one socket, from opening to closing. Each connection opens a new socket and ignores the one before.

import type { ClientEvent, ServerEvents } from '#core/chat/socketEvents.ts'

export type ServerPayload<Event extends keyof ServerEvents> = Parameters<ServerEvents[Event]>[0]

export type ServerMessage = {
  [Event in keyof ServerEvents]: { event: Event; payload: ServerPayload<Event> }
}[keyof ServerEvents]

export interface SocketHandler {
  connected(): void
  /** It could not connect. */
  failed(message: string): void
  /** A connected socket was closed. `reason`: Socket.IO's, such as `io server disconnect`. */
  disconnected(reason: string): void
  received(message: ServerMessage): void
}

export interface Socket {
  emit(event: ClientEvent, payload: object): void
  /** The handler is not called any more. */
  close(): void
}

/** Opens a socket with this token. The handler is never called before this returns. */
export type OpenSocket = (token: string, handler: SocketHandler) => Socket
