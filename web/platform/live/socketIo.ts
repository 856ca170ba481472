// A socket of Socket.IO, over WebSocket alone. Its code is loaded after the first paint, by whoever imports this file.

import { io } from 'socket.io-client'
import { API } from '#web/platform/origin.ts'
import type { OpenSocket, ServerMessage } from '#web/platform/live/socketPort.ts'

/** The server's address without /api; the socket lives beside it. */
const { origin, pathname } = new URL(API)
const path = `${pathname.replace(/\/api$/, '')}/socket.io`

/** Reconnecting is the connection's own business: it knows when to say what, and when a person wants it now. */
export const openSocket: OpenSocket = (token, hearer) => {
  const socket = io(origin, {
    path,
    transports: ['websocket'],
    auth: { token },
    forceNew: true,
    reconnection: false,
    timeout: 30_000,
  })
  socket.on('connect', () => hearer.connected())
  socket.on('connect_error', ({ message }) => hearer.failed(message))
  socket.on('disconnect', (reason) => hearer.disconnected(reason))
  socket.onAny((event: string, payload: unknown) => hearer.received({ event, payload } as ServerMessage))
  return {
    emit: (event, payload) => void socket.emit(event, payload),
    close() {
      socket.removeAllListeners()
      socket.offAny()
      socket.disconnect()
    },
  }
}
