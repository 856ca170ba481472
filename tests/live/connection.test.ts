// The real-time connection's behaviour and messages as networks, servers and sessions come and go, on a virtual clock.

import { describe, expect, test } from 'vitest'
import { coversSpec } from '#tests/spec/coversSpec.ts'
import { type Connection, createConnection } from '#web/chat/engine/live/connection.ts'
import type { ServerMessage, SocketHandler } from '#web/chat/engine/live/socketPort.ts'
import { virtualTime } from '#tests/support/virtualTime.ts'

/** A connection over fake sockets; `heard` lists all its calls and events in order. */
function given() {
  const time = virtualTime()
  const heard: string[] = []
  const sockets: { token: string; hearer: SocketHandler; isClosed: boolean; sent: string[] }[] = []
  const connection: Connection = createConnection({
    timers: time,
    open(token, hearer) {
      const socket = { token, hearer, isClosed: false, sent: [] as string[] }
      sockets.push(socket)
      return {
        emit: (event) => void socket.sent.push(event),
        close: () => void (socket.isClosed = true),
      }
    },
    onState: ({ status, error }) => heard.push(error === null ? `(${status})` : `(${status}: ${error})`),
    onNotice: ({ text }) => heard.push(text),
    onConnected: () => heard.push('connected'),
    onMessage: ({ event }) => heard.push(event),
    isOpen: (conversationId) => conversationId === 'open',
    onRejected: () => heard.push('rejected'),
  })
  const last = () => sockets.at(-1)!
  const tell = (told: ServerMessage) => last().hearer.received(told)
  const authenticated: ServerMessage = {
    event: 'authenticated',
    payload: { user: { id: 'ann', username: 'ann', email: null, isAdmin: false } },
  }
  return {
    time,
    heard,
    sockets,
    connection,
    last,
    tell,
    /** The entries since the last call. */
    news: () => heard.splice(0),
    up() {
      connection.setToken('token')
      last().hearer.connected()
      tell(authenticated)
      heard.splice(0)
    },
    come() {
      last().hearer.connected()
      tell(authenticated)
    },
  }
}

describe('connecting', () => {
  test('The connection begins with a token and ends with it', () => {
    coversSpec(
      '§4 Realtime connection: disconnected, connecting',
      '§4 Realtime connection: It connects automatically',
      '§8 Toasts: connected',
    )

    const { connection, last, news, sockets, come } = given()
    connection.setToken(null)
    expect(sockets).toHaveLength(0)
    connection.setToken('token')
    expect(last().token).toBe('token')
    come()
    expect(news()).toEqual(['(connecting)', '(connected)', 'Connected to real-time messaging', 'connected'])
    connection.setToken(null)
    expect(news()).toEqual(['(disconnected)'])
    expect(last().isClosed).toBe(true)
  })

  test('A renewed token leaves the connection open, and replaces the old one when the server rejects that', () => {
    const { connection, sockets, up, news, last } = given()
    up()
    connection.setToken('token')
    connection.setToken('renewed')
    expect(sockets.map(({ isClosed }) => isClosed)).toEqual([false])
    last().hearer.received({
      event: 'auth_error',
      payload: { code: 'TOKEN_EXPIRED', message: 'Your session has expired. Please log in again.' },
    })
    expect(sockets.map(({ token, isClosed }) => [token, isClosed])).toEqual([
      ['token', true],
      ['renewed', false],
    ])
    expect(news()).toEqual(['(reconnecting)'])
  })

  test('A token after a rejected one opens a new connection', () => {
    const { connection, sockets, up, last } = given()
    up()
    last().hearer.received({
      event: 'auth_error',
      payload: { code: 'INVALID_TOKEN', message: 'Invalid session. Please log in again.' },
    })
    connection.setToken('another')
    expect(sockets.map(({ token }) => token)).toEqual(['token', 'another'])
  })

  test('A token counts as valid after two seconds without an objection from the server', async () => {
    coversSpec('§4 Realtime connection: A connection that gets no', '§9 Assumed-valid connection')

    const { connection, last, news, time } = given()
    connection.setToken('token')
    last().hearer.connected()
    await time.forward(1999)
    expect(news()).toEqual(['(connecting)'])
    await time.forward(1)
    expect(news()).toEqual(['(connected)', 'Connected to real-time messaging', 'connected'])
  })

  test('A connection attempt of half a minute is given up silently and retried', async () => {
    coversSpec(
      '§8 Realtime errors: Connection timeout',
      '§8 Toasts: connect failure',
      '§9 Realtime connection timeout',
    )

    const { connection, news, sockets, time } = given()
    connection.setToken('token')
    await time.forward(30_000)
    expect(news()).toEqual(['(connecting)', '(reconnecting: Connection timeout)'])
    await time.forward(1000)
    expect(sockets).toHaveLength(2)
    expect(sockets[0]!.isClosed).toBe(true)
  })

  test('A failed connection reports the reason and is retried', async () => {
    coversSpec(
      '§7 Real-time channel: Connection events handled',
      '§8 Realtime errors: Connection error',
      '§8 Toasts: connect failure',
    )

    const { connection, last, news, time, come } = given()
    connection.setToken('token')
    last().hearer.failed('websocket error')
    expect(news()).toEqual([
      '(connecting)',
      'Connection failed: websocket error',
      '(reconnecting: Connection error: websocket error)',
    ])
    await time.forward(1000)
    come()
    expect(news()).toEqual(['(connected)', 'Connected to real-time messaging', 'connected'])
  })

  test('A connection that is closed before its confirmation counts as failed', () => {
    coversSpec('§8 Realtime errors: Disconnected during connection')

    const { connection, last, news } = given()
    connection.setToken('token')
    last().hearer.connected()
    last().hearer.disconnected('transport close')
    expect(news()).toEqual([
      '(connecting)',
      'Connection failed: Disconnected during connection',
      '(reconnecting: Disconnected during connection)',
    ])
  })

  test('Events of a replaced socket are ignored', async () => {
    const { connection, sockets, news, time } = given()
    connection.setToken('token')
    const [{ hearer: old }] = sockets as [(typeof sockets)[number]]
    old.failed('websocket error')
    await time.forward(1000)
    news()
    old.connected()
    old.disconnected('transport close')
    old.received({ event: 'conversation_left', payload: { conversationId: 'x' } })
    await time.forward(3000)
    expect(news()).toEqual([])
  })
})

describe('a lost connection', () => {
  test('A lost connection is restored, and subscribers learn that they may have missed events', async () => {
    coversSpec(
      '§4 Realtime connection: disconnected, connecting',
      '§7 Real-time channel: Connection events handled',
      '§8 Toasts: transport close',
      '§8 Toasts: reconnected',
    )

    const { last, news, time, come, up } = given()
    up()
    last().hearer.disconnected('transport close')
    expect(news()).toEqual(['Connection lost', '(reconnecting)'])
    await time.forward(1000)
    come()
    expect(news()).toEqual(['(connected)', 'Reconnected to messaging', 'connected'])
  })

  test('A lost connection is retried five times, after 1, 2, 4, 5 and 5 seconds, and then given up with a message', async () => {
    coversSpec(
      '§7 Real-time channel: Connection events handled',
      '§8 Toasts: reconnect error',
      '§8 Toasts: permanent failure',
      '§9 Reconnection',
    )

    const { last, news, time, up, sockets } = given()
    up()
    last().hearer.disconnected('transport close')
    const waits: number[] = []
    for (let attempt = 1; attempt <= 5; attempt++) {
      const before = sockets.length
      const since = time.now()
      while (sockets.length === before) await time.forward(100)
      waits.push(time.now() - since)
      last().hearer.failed('websocket error')
    }
    expect(waits).toEqual([1000, 2000, 4000, 5000, 5000])
    expect(news().filter((text) => !text.startsWith('('))).toEqual([
      'Connection lost',
      ...Array.from({ length: 4 }, () => 'Reconnection failed, retrying...'),
      'Unable to reconnect. Please refresh the page.',
    ])
    await time.forward(600_000)
    expect(sockets).toHaveLength(6)
  })

  test('A connection that was given up is retried when the network may be back, without repeating the message', async () => {
    coversSpec('§4 Realtime connection: disconnected, connecting', '§8 Realtime errors: Reconnection failed')

    const { connection, last, news, time, up, come, sockets } = given()
    up()
    last().hearer.disconnected('transport close')
    const failAll = async () => {
      for (let left = 5; left > 0; left--) {
        await time.forward(5000)
        last().hearer.failed('websocket error')
      }
    }
    await failAll()
    expect(connection.state()).toEqual({ status: 'error', error: 'Reconnection failed' })
    news()
    connection.tryAgain()
    last().hearer.failed('websocket error')
    await failAll()
    expect(news().filter((text) => !text.startsWith('('))).toEqual([])
    expect(connection.state().status).toBe('error')
    connection.tryAgain()
    come()
    expect(news()).toContain('Reconnected to messaging')
    const { length } = sockets
    connection.tryAgain()
    expect(sockets).toHaveLength(length)
  })

  test('A lost connection is retried at once when the network is back', async () => {
    const { connection, last, sockets, time, up } = given()
    up()
    last().hearer.disconnected('transport close')
    connection.tryAgain()
    expect(sockets).toHaveLength(2)
    // Two attempts do not run at the same time, unless the first hangs.
    connection.tryAgain()
    expect(sockets).toHaveLength(2)
    await time.forward(5000)
    connection.tryAgain()
    expect(sockets).toHaveLength(3)
    // An attempt that began on another network certainly hangs.
    connection.tryAgain(true)
    expect(sockets).toHaveLength(4)
  })

  test('A connection that the server ended stays closed until the person returns to the page', async () => {
    coversSpec('§8 Toasts: server disconnect')

    const { connection, last, news, time, up, come } = given()
    up()
    last().hearer.disconnected('io server disconnect')
    expect(news()).toEqual(['Disconnected from server', '(disconnected)'])
    await time.forward(600_000)
    expect(news()).toEqual([])
    connection.tryAgain()
    come()
    expect(news()).toContain('Reconnected to messaging')
  })

  test('A silently lost connection is detected by a ping without an answer', async () => {
    const { connection, last, news, time, tell, up } = given()
    up()
    connection.ask('join_conversation', { conversationId: 'x' })
    await time.forward(4999)
    tell({ event: 'conversation_joined', payload: { conversationId: 'x', last_seq: 1 } })
    await time.forward(60_000)
    expect(news()).toEqual(['conversation_joined'])
    connection.ask('join_conversation', { conversationId: 'x' })
    await time.forward(5000)
    expect(last().isClosed).toBe(true)
    expect(news()).toEqual(['Connection lost', '(reconnecting)'])
  })

  test('A server that is still building its read models does not count as lost, though it answers no ping before it authenticates', async () => {
    const { connection, last, news, time, tell } = given()
    connection.setToken('token')
    last().hearer.connected()
    await time.forward(2000)
    news()
    connection.ask('join_conversation', { conversationId: 'x' })
    await time.forward(1000)
    // The socket gets what all sockets get from the start.
    tell({
      event: 'user_presence',
      payload: { user_id: 'ben', username: 'ben', status: 'online', last_seen: null },
    })
    connection.ask('join_conversation', { conversationId: 'y' })
    await time.forward(60_000)
    expect(news()).toEqual(['user_presence'])
    tell({
      event: 'authenticated',
      payload: { user: { id: 'ann', username: 'ann', email: null, isAdmin: false } },
    })
    connection.ask('join_conversation', { conversationId: 'x' })
    await time.forward(5000)
    expect(news()).toEqual(['Connection lost', '(reconnecting)'])
  })
})

describe('a refused token', () => {
  test.each([
    ['TOKEN_EXPIRED', 'Session expired. Please log in again.'],
    ['INVALID_TOKEN', 'Invalid session. Please log in again.'],
    ['USER_NOT_FOUND', 'Authentication failed: why'],
  ] as const)('The refusal %s is reported once and the connection is not retried', async (code, text) => {
    coversSpec(
      '§7 Real-time channel: Connection events handled',
      '§8 Toasts: TOKEN_EXPIRED',
      '§8 Toasts: INVALID_TOKEN',
      '§8 Toasts: other auth errors',
    )

    const { connection, last, news, tell, time, sockets } = given()
    connection.setToken('token')
    last().hearer.connected()
    tell({ event: 'auth_error', payload: { code, message: 'why' } })
    last().hearer.disconnected('io server disconnect')
    expect(news()).toEqual(['(connecting)', text, '(error: why)', 'rejected'])
    await time.forward(600_000)
    expect(sockets).toHaveLength(1)
  })
})

describe('server errors', () => {
  test.each([
    ['ACCESS_DENIED', 'Access denied to conversation'],
    ['JOIN_FAILED', 'Failed to join conversation'],
    ['LEAVE_FAILED', 'Failed to leave conversation'],
    ['TOKEN_EXPIRED', 'Session expired. Please log in again.'],
    ['UNAUTHENTICATED', 'Authentication failed: why'],
    ['RATE_LIMITED', 'Error: why'],
    ['INTERNAL_ERROR', 'Error: why'],
  ] as const)('The error %s reads %s', (code, text) => {
    coversSpec(
      '§8 Messaging error codes: The meaning of each code',
      '§8 Toasts: ACCESS_DENIED',
      '§8 Toasts: JOIN_FAILED',
      '§8 Toasts: LEAVE_FAILED',
      '§8 Toasts: other errors',
    )

    const { news, tell, up } = given()
    up()
    tell({ event: 'error', payload: { code, message: 'why' } })
    expect(news()).toEqual([text, 'error'])
  })

  test.each(['ACCESS_DENIED', 'JOIN_FAILED'] as const)(
    'The error %s gives a notice for an open conversation, and none for a row of a list',
    (code) => {
      const { news, tell, up } = given()
      up()
      tell({ event: 'error', payload: { code, message: 'why', conversationId: 'listed' } })
      expect(news()).toEqual(['error'])
      tell({ event: 'error', payload: { code, message: 'why', conversationId: 'open' } })
      expect(news()).toHaveLength(2)
    },
  )
})
