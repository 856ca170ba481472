// The real-time connection and its states (spec §4, §9): it connects while there is a token, retries by itself five times,
// and after that when a person or a new network asks for it.

import type { ClientEvent } from '#core/chat/socketEvents.ts'
import {
  type Notice,
  authNotice,
  connectionErrors,
  errorNotice,
  notices,
} from '#web/chat/engine/live/notices.ts'
import type { OpenSocket, ServerMessage, ServerPayload, Socket } from '#web/chat/engine/live/socketPort.ts'
import type { Timers } from '#web/platform/time/timers.ts'
import { backoffDelay } from '#web/platform/http/backoff.ts'

export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected' | 'reconnecting' | 'error'

export interface ConnectionState {
  status: ConnectionStatus
  /** The last failure; null if there was none. */
  error: string | null
}

export interface ConnectionPorts {
  open: OpenSocket
  timers: Timers
  onState(state: ConnectionState): void
  onNotice(notice: Notice): void
  /** Connected, for the first time or again: messages published in between were missed. */
  onConnected(): void
  onMessage(message: ServerMessage): void
  /** The conversation is open on the screen. */
  isOpen(conversationId: string): boolean
  /** The server does not accept the token. */
  onRejected(): void
}

export type Connection = ReturnType<typeof createConnection>

const TIMEOUT_MS = 30_000
const ASSUMED_VALID_MS = 2000
const RESPONSE_WITHIN_MS = 5000
const STUCK_AFTER_MS = 5000

/** Over 80 lines, because it is one state machine: each transition is a function of a few lines. */
export function createConnection(ports: ConnectionPorts) {
  const { timers, onState, onNotice } = ports
  let token: string | null = null
  /** The token of the present socket, which may have been renewed since. */
  let openedWith: string | null = null
  let state: ConnectionState = { status: 'disconnected', error: null }
  let socket: Socket | null = null
  let openedAt = 0
  /** The server has authenticated this socket, not only left it without an objection: it responds to events. */
  let isAuthenticated = false
  let isRejected = false
  let reconnects = createReconnects(onNotice)
  /** Cancels the only timer: for the connection, its confirmation or the next attempt. */
  let cancelTimer = (): void => undefined
  let cancelProbe = (): void => undefined

  function setState(status: ConnectionStatus, error: string | null = null): void {
    if (state.status === status && state.error === error) return
    state = { status, error }
    onState(state)
  }

  function setTimer(ms: number, run: () => void): void {
    cancelTimer()
    cancelTimer = timers.after(ms, run)
  }

  function connect(): void {
    close()
    if (token === null) return
    isRejected = false
    isAuthenticated = false
    openedAt = timers.now()
    openedWith = token
    setState(reconnects.hasBegun() ? 'reconnecting' : 'connecting', state.error)
    const opened = ports.open(token, {
      connected: () => opened === socket && setTimer(ASSUMED_VALID_MS, confirmed),
      failed: (message) => opened === socket && failed(connectionErrors.connect(message), message),
      disconnected: (reason) => opened === socket && disconnected(reason),
      received: (message) => opened === socket && received(message),
    })
    socket = opened
    setTimer(TIMEOUT_MS, () => failed(connectionErrors.timeout, null))
  }

  /** The server accepted the token, or did not reject it in time. */
  function confirmed(): void {
    cancelTimer()
    if (state.status === 'connected') return
    setState('connected')
    reconnects.succeeded()
    ports.onConnected()
  }

  function failed(error: string, message: string | null): void {
    close()
    reconnects.failed(message)
    retry(error)
  }

  function retry(error: string | null): void {
    const delayMs = reconnects.next()
    if (delayMs === null) return setState('error', connectionErrors.gaveUp)
    setState('reconnecting', error)
    setTimer(delayMs, connect)
  }

  function disconnected(reason: string): void {
    const wasUp = state.status === 'connected'
    close()
    if (isRejected) return
    if (reason === 'io server disconnect') {
      // Too many devices or too many events: the server closed on purpose, so there is no retry.
      onNotice(notices.serverDisconnect)
      return setState('disconnected')
    }
    if (!wasUp) return failed(connectionErrors.disconnected, connectionErrors.disconnected)
    onNotice(notices.transportClose)
    retry(null)
  }

  function received(message: ServerMessage): void {
    cancelProbe()
    if (message.event === 'authenticated') {
      isAuthenticated = true
      confirmed()
    } else if (message.event === 'auth_error') rejected(message.payload)
    else {
      if (message.event === 'error') failedOnServer(message.payload)
      ports.onMessage(message)
    }
  }

  /** Lists join rooms too: only refusals of open conversations are shown. */
  function failedOnServer({ code, message, conversationId }: ServerPayload<'error'>): void {
    if (conversationId === undefined || ports.isOpen(conversationId)) onNotice(errorNotice(code, message))
  }

  function rejected({ code, message }: ServerPayload<'auth_error'>): void {
    if (token !== openedWith) return connect()
    isRejected = true
    close()
    onNotice(authNotice(code, message))
    setState('error', message)
    ports.onRejected()
  }

  function close(): void {
    cancelTimer()
    cancelProbe()
    socket?.close()
    socket = null
  }

  /** Sends nothing while it is not connected: rooms and presence are sent again on connecting. */
  function emit(event: ClientEvent, payload: object): void {
    if (state.status === 'connected') socket?.emit(event, payload)
  }

  return {
    state: () => state,
    /** Connects with a new token, disconnects on null, and does nothing if the token is the same or a renewed one. */
    setToken(next: string | null): void {
      if (next === token) return
      token = next
      // An open socket goes on until the server rejects it; the next one has the renewed token.
      if (token !== null && socket) return
      reconnects = createReconnects(onNotice)
      if (token !== null) return connect()
      close()
      setState('disconnected')
    },
    /**
     * The page is shown, or the person sends.
     * @param onNewNetwork the network is back: a socket opened on the old one hangs without an error
     */
    tryAgain(onNewNetwork = false): void {
      if (token === null || state.status === 'connected') return
      // A socket that was opened while the network was away may hang for long.
      const isFresh = socket !== null && timers.now() - openedAt < STUCK_AFTER_MS
      if (isFresh && !onNewNetwork) return
      reconnects.restart()
      connect()
    },
    emit,
    /**
     * Like `emit`, for an event with a response: without any message within five seconds the connection counts as lost. A
     * server that is still building its read models authenticates, and responds, only after that: until then Socket.IO's
     * heartbeat alone notices a lost connection.
     */
    ask(event: ClientEvent, payload: object): void {
      emit(event, payload)
      if (state.status !== 'connected' || !isAuthenticated) return
      cancelProbe()
      cancelProbe = timers.after(RESPONSE_WITHIN_MS, () => disconnected('no answer'))
    },
  }
}

const MAX_ATTEMPTS = 5
const LONGEST_DELAY_MS = 5000
/** The spec fixes the delays. */
const noJitter = () => 1

/**
 * How often a connection is tried again by itself, after which delays, and which notices people get of it (spec §4,
 * §9).
 */
function createReconnects(onNotice: (notice: Notice) => void) {
  /** Since the connection was up, or the last `restart`. */
  let attempts = 0
  let wasConnected = false
  let hasGivenUp = false
  return {
    /** This is not the first attempt. */
    hasBegun: () => wasConnected || attempts > 0 || hasGivenUp,
    /** The delay before the next attempt in ms; null when no more are made. */
    next(): number | null {
      if (attempts < MAX_ATTEMPTS) return backoffDelay(attempts++, noJitter, LONGEST_DELAY_MS)
      if (!hasGivenUp) onNotice(notices.gaveUp)
      hasGivenUp = true
      return null
    },
    /** @param message null for a timeout, which gives no notice */
    failed(message: string | null): void {
      if (message === null || hasGivenUp || attempts >= MAX_ATTEMPTS) return
      const isFirst = !wasConnected && attempts === 0
      onNotice(isFirst ? notices.connectFailure(message) : notices.reconnectError)
    },
    succeeded(): void {
      onNotice(wasConnected ? notices.reconnected : notices.connected)
      wasConnected = true
      hasGivenUp = false
      attempts = 0
    },
    /** A person, or a new network, asks for new attempts. */
    restart: () => void (attempts = 0),
  }
}
