// The real-time connection and its states (spec §4, §9): it connects while there is a token, says what happens to it,
// tries again by itself five times, and after that whenever something speaks for the network being back.

import type { ClientEvent } from '#core/chat/socketEvents.ts'
import type { Notice } from '#web/platform/live/notices.ts'
import { authNotice, connectionErrors, errorNotice, notices } from '#web/platform/live/notices.ts'
import type { OpenSocket, ServerMessage, Socket } from '#web/platform/live/socketPort.ts'
import type { Timers } from '#web/platform/timers.ts'

export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected' | 'reconnecting' | 'error'

export interface ConnectionState {
  status: ConnectionStatus
  /** What went wrong last; null while nothing did. */
  error: string | null
}

export interface ConnectionPorts {
  open: OpenSocket
  timers: Timers
  onState(state: ConnectionState): void
  onNotice(notice: Notice): void
  /** It is connected, for the first time or again: what was told meanwhile was missed. */
  onConnected(): void
  onTold(told: ServerMessage): void
  /** The server does not accept the token. */
  onRejected(): void
}

export interface Connection {
  state(): ConnectionState
  /** There is a token now; null when it has gone. The same again changes nothing. */
  setToken(token: string | null): void
  /**
   * The page is shown, or the person sends.
   * @param onNewNetwork the network is back: what was begun on the old one leads nowhere, and nobody says so
   */
  tryAgain(onNewNetwork?: boolean): void
  /** Not connected, it is not sent: what matters is asked again on connecting. */
  emit(event: ClientEvent, payload: object): void
  /** The same for a question: a connection over which nothing is heard within five seconds is taken for lost. */
  ask(event: ClientEvent, payload: object): void
}

const TIMEOUT_MS = 30_000
const ASSUMED_VALID_MS = 2000
const ATTEMPTS = 5
const FIRST_DELAY_MS = 1000
const LONGEST_DELAY_MS = 5000
const ANSWER_WITHIN_MS = 5000
const STUCK_AFTER_MS = 5000

export function createConnection(ports: ConnectionPorts): Connection {
  const { timers, onState, onNotice } = ports
  let token: string | null = null
  let state: ConnectionState = { status: 'disconnected', error: null }
  let socket: Socket | null = null
  let openedAt = 0
  /** Attempts to reconnect since it was last connected, or last wanted by somebody. */
  let attempts = 0
  let wasConnected = false
  let hasGivenUp = false
  let isRejected = false
  /** Calls off the one wait there is: for the connection, its confirmation or the next attempt. */
  let callOff = (): void => undefined
  let callOffProbe = (): void => undefined

  function become(status: ConnectionStatus, error: string | null = null): void {
    if (state.status === status && state.error === error) return
    state = { status, error }
    onState(state)
  }

  function wait(ms: number, then: () => void): void {
    callOff()
    callOff = timers.after(ms, then)
  }

  function connect(): void {
    close()
    if (token === null) return
    isRejected = false
    openedAt = timers.now()
    const isAgain = wasConnected || attempts > 0 || hasGivenUp
    become(isAgain ? 'reconnecting' : 'connecting', state.error)
    const own = ports.open(token, {
      connected: () => own === socket && wait(ASSUMED_VALID_MS, settle),
      failed: (message) => own === socket && failed(connectionErrors.connect(message), message),
      disconnected: (reason) => own === socket && disconnected(reason),
      received: (told) => own === socket && hear(told),
    })
    socket = own
    wait(TIMEOUT_MS, () => failed(connectionErrors.timeout, null))
  }

  /** It is valid: the server said so, or did not say otherwise in time. */
  function settle(): void {
    callOff()
    if (state.status === 'connected') return
    become('connected')
    onNotice(wasConnected ? notices.reconnected : notices.connected)
    wasConnected = true
    hasGivenUp = false
    attempts = 0
    ports.onConnected()
  }

  /** @param message null where it is not told: timeouts are silent and retried */
  function failed(error: string, message: string | null): void {
    close()
    const isFirst = !wasConnected && attempts === 0
    if (message !== null && !hasGivenUp && attempts < ATTEMPTS)
      onNotice(isFirst ? notices.connectFailure(message) : notices.reconnectError)
    retry(error)
  }

  function retry(error: string | null): void {
    if (attempts < ATTEMPTS) {
      attempts += 1
      become('reconnecting', error)
      return wait(Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS), connect)
    }
    become('error', connectionErrors.gaveUp)
    if (!hasGivenUp) onNotice(notices.gaveUp)
    hasGivenUp = true
  }

  function disconnected(reason: string): void {
    const wasUp = state.status === 'connected'
    close()
    if (isRejected) return
    if (reason === 'io server disconnect') {
      // Too many devices, or too many events: the server means it, so it is not besieged.
      onNotice(notices.serverDisconnect)
      return become('disconnected')
    }
    if (!wasUp) return failed(connectionErrors.disconnected, connectionErrors.disconnected)
    onNotice(notices.transportClose)
    retry(null)
  }

  function hear(told: ServerMessage): void {
    callOffProbe()
    if (told.event === 'authenticated') settle()
    else if (told.event === 'auth_error') reject(told.payload)
    else {
      if (told.event === 'error') onNotice(errorNotice(told.payload.code, told.payload.message))
      ports.onTold(told)
    }
  }

  function reject({ code, message }: Extract<ServerMessage, { event: 'auth_error' }>['payload']): void {
    isRejected = true
    close()
    onNotice(authNotice(code, message))
    become('error', message)
    ports.onRejected()
  }

  function close(): void {
    callOff()
    callOffProbe()
    socket?.close()
    socket = null
  }

  function emit(event: ClientEvent, payload: object): void {
    if (state.status === 'connected') socket?.emit(event, payload)
  }

  return {
    state: () => state,
    setToken(next) {
      if (next === token) return
      token = next
      attempts = 0
      wasConnected = false
      hasGivenUp = false
      if (token !== null) return connect()
      close()
      become('disconnected')
    },
    tryAgain(onNewNetwork = false) {
      if (token === null || state.status === 'connected') return
      // One that was begun while the network was away may hang for long.
      const isFresh = socket !== null && timers.now() - openedAt < STUCK_AFTER_MS
      if (isFresh && !onNewNetwork) return
      attempts = 0
      connect()
    },
    emit,
    ask(event, payload) {
      emit(event, payload)
      if (state.status !== 'connected') return
      callOffProbe()
      callOffProbe = timers.after(ANSWER_WITHIN_MS, () => disconnected('no answer'))
    },
  }
}
