// The connection of the chat on this device: its socket, and which of its notices are shown.

import type { OpenSocket, Socket } from '#web/chat/engine/live/socketPort.ts'
import { type Notice, notices } from '#web/chat/engine/live/notices.ts'
import { readDraft, saveDraft } from '#web/platform/storage/drafts.ts'

/** Loads the socket's code with the first connection, after the first paint: screens show what HTTP returns without it. */
export const openLazySocket: OpenSocket = (token, handler) => {
  let socket: Socket | null = null
  let isClosed = false
  import('#web/chat/state/socketIo.ts').then(
    ({ openSocket }) => {
      if (!isClosed) socket = openSocket(token, handler)
    },
    () => {
      if (!isClosed) handler.failed('Network error occurred')
    },
  )
  return {
    emit: (event, payload) => socket?.emit(event, payload),
    close() {
      isClosed = true
      socket?.close()
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
