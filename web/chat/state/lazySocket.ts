// Loads the socket's code with the first connection, after the first paint: screens show what HTTP returns without it.

import type { OpenSocket, Socket } from '#web/chat/engine/live/socketPort.ts'

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
