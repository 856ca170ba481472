// A socket of Socket.IO over WebSocket. Importing this file loads the library, so it is imported after the first paint.

import { io } from 'socket.io-client'
import type { OpenSocket, ServerMessage } from '#web/chat/engine/live/socketPort.ts'
import { API_URL } from '#web/platform/http/apiUrl.ts'

/** The socket lies beside /api. */
const { origin, pathname } = new URL(API_URL)
const path = `${pathname.replace(/\/api$/, '')}/socket.io`

/** Without Socket.IO's own reconnection: connection.ts knows when to retry and which notices to give. */
export const openSocket: OpenSocket = (token, handler) => {
  const socket = io(origin, {
    path,
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
