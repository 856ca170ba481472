// A socket of Socket.IO over WebSocket. Importing this file loads the library, so it is imported after the first paint.

import { io } from 'socket.io-client'
import type { OpenSocket, ServerMessage } from '#web/chat/engine/live/socketPort.ts'
import { apiUrl } from '#web/platform/http/apiUrl.ts'

/** Without Socket.IO's own reconnection: connection.ts knows when to retry and which notices to give. */
export const openSocket: OpenSocket = (token, handler) => {
  const { origin, pathname } = new URL(apiUrl())
  const socket = io(origin, {
    // It lies beside /api.
    path: `${pathname.replace(/\/api$/, '')}/socket.io`,
    transports: ['websocket'],
    auth: { token },
    forceNew: true,
    reconnection: false,
    timeout: 30_000,
  })
  socket.on('connect', () => handler.connected())
  socket.on('connect_error', ({ message }) => handler.failed(message))
  socket.on('disconnect', (reason) => handler.disconnected(reason))
  socket.onAny((event: string, payload: unknown) => handler.received({ event, payload } as ServerMessage))
  return {
    emit: (event, payload) => void socket.emit(event, payload),
    close() {
      socket.removeAllListeners()
      socket.offAny()
      socket.disconnect()
    },
  }
}
