// The connection over Socket.IO, and which of its notices are shown. Importing this file loads the library, so it is
// imported after the first paint.

import { io } from 'socket.io-client'
import { type Connection, type ConnectionPorts, createConnection } from '#web/chat/engine/live/connection.ts'
import { type Notice, notices } from '#web/chat/engine/live/notices.ts'
import type { OpenSocket, ServerMessage } from '#web/chat/engine/live/socketPort.ts'
import { apiUrl } from '#web/platform/http/apiUrl.ts'
import { readDraft, saveDraft } from '#web/platform/storage/drafts.ts'

/** The connection of this person. */
export const connect = (userId: string, ports: Omit<ConnectionPorts, 'open'>): Connection =>
  createConnection({
    ...ports,
    open: openSocket,
    onNotice: filterConnectionNotices(userId, (notice) => ports.onNotice(notice)),
  })

/** Without Socket.IO's own reconnection: connection.ts knows when to retry and which notices to give. */
const openSocket: OpenSocket = (token, handler) => {
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

const CONNECTED_DRAFT = 'connected'

/**
 * That the app is connected is news once after a log-in on this device,
 * and after a notice of a failure. At every other opening it is what the person expects, and the toast would cover
 * the title for four seconds.
 */
export function filterConnectionNotices(
  userId: string,
  show: (notice: Notice) => void,
): (notice: Notice) => void {
  let hasFailed = false
  return (notice) => {
    const isConnected = notice === notices.connected
    const isExpected = isConnected && !hasFailed && readDraft(userId, CONNECTED_DRAFT) !== ''
    hasFailed = notice.tone === 'error'
    if (isExpected) return
    // Stored with the drafts, until the person logs out.
    if (isConnected) saveDraft(userId, CONNECTED_DRAFT, 'yes')
    show(notice)
  }
}
