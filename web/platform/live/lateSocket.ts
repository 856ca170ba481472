// The socket's code is fetched with the first connection, after the first paint: a screen shows what was read over
// HTTP without it.

import type { OpenSocket, Socket } from '#web/platform/live/socketPort.ts'

export const openLateSocket: OpenSocket = (token, hearer) => {
  let socket: Socket | null = null
  let isClosed = false
  import('#web/platform/live/socketIo.ts').then(
    ({ openSocket }) => {
      if (!isClosed) socket = openSocket(token, hearer)
    },
    () => {
      if (!isClosed) hearer.failed('Network error occurred')
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
