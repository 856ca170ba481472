// The connection of the chat on this device. Its code is loaded after the first paint: screens show what HTTP returns
// without it.

import type { Connection, ConnectionPorts, ConnectionState } from '#web/chat/engine/live/connection.ts'

const RETRY_MS = 5000

const loadConnect = async () => (await import('#web/chat/state/liveConnection.ts')).connect

/** Until the code is here the connection is being made. */
export function connectLater(
  userId: string,
  ports: Omit<ConnectionPorts, 'open'>,
  loadCode = loadConnect,
): Connection {
  let token: string | null = null
  let state: ConnectionState = { status: 'disconnected', error: null }
  let connection: Connection | null = null
  let isLoading = false

  function setState(next: ConnectionState): void {
    state = next
    ports.onState(next)
  }

  function load(): void {
    if (isLoading || connection || token === null) return
    isLoading = true
    loadCode()
      .then(
        (connect) => {
          connection = connect(userId, ports)
          connection.setToken(token)
        },
        () => {
          if (token === null) return
          setState({ status: 'reconnecting', error: 'Network error occurred' })
          ports.timers.after(RETRY_MS, load)
        },
      )
      .finally(() => (isLoading = false))
  }

  return {
    state: () => connection?.state() ?? state,
    setToken(next) {
      token = next
      if (connection) return connection.setToken(next)
      setState({ status: next === null ? 'disconnected' : 'connecting', error: null })
      load()
    },
    tryAgain: (onNewNetwork) => (connection ? connection.tryAgain(onNewNetwork) : load()),
    emit: (event, payload) => connection?.emit(event, payload),
    ask: (event, payload) => connection?.ask(event, payload),
  }
}
