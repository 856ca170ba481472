// A device on the real-time channel that records every event it receives, in order.

import { type Socket, io } from 'socket.io-client'
import type { ServerEvents } from '#core/chat/socketEvents.ts'
import { observer } from '#tests/support/client.ts'
import { TIMEOUT_MS } from '#tests/support/timeout.ts'

type Payload<Event extends keyof ServerEvents> = Parameters<ServerEvents[Event]>[0]

export interface ReceivedEvent<Event extends keyof ServerEvents = keyof ServerEvents> {
  event: Event
  payload: Payload<Event>
}

export interface Listener {
  /** All events since the start, or since `clear`. */
  received: readonly ReceivedEvent[]
  /** The payloads of one event. */
  payloadsOf<Event extends keyof ServerEvents>(event: Event): Payload<Event>[]
  /** Resolves with the first payload of this event that matches, which may have arrived before the call. */
  waitFor<Event extends keyof ServerEvents>(
    event: Event,
    isMeant?: (payload: Payload<Event>) => boolean,
  ): Promise<Payload<Event>>
  /** Resolves when this many of the event have arrived. */
  waitForCount(event: keyof ServerEvents, count: number): Promise<void>
  emit(event: string, ...payload: unknown[]): void
  /** Joins the conversation. @returns the payload of `conversation_joined` */
  join(conversationId: string): Promise<{ conversationId: string; last_seq: number }>
  /** Resolves when everything that was sent before has arrived. */
  settled(): Promise<void>
  clear(): void
  /** Resolves with the reason when it is closed. */
  closed: Promise<string>
  isOpen(): boolean
  close(): void
  id: string | undefined
}

export interface ListenOptions {
  headers?: Record<string, string>
  /** Sent as the handshake's `auth` instead of the token. */
  auth?: Record<string, unknown>
}

/** Opens a socket and returns at once; `waitFor('authenticated')` resolves when the server has accepted it. */
export function listen(port: number, token: string | undefined, options: ListenOptions = {}): Listener {
  const socket: Socket = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: options.auth ?? (token === undefined ? {} : { token }),
    ...(options.headers && { extraHeaders: options.headers }),
  })
  const received: ReceivedEvent[] = []
  const waiting = new Set<() => void>()
  const look = () => {
    for (const wake of waiting) wake()
  }
  let open = true
  const closed = new Promise<string>((resolve) => {
    const end = (reason: string) => {
      open = false
      resolve(reason)
      look()
    }
    socket.on('disconnect', end)
    socket.on('connect_error', (error) => end(error.message))
  })
  socket.onAny((event: keyof ServerEvents, payload: ReceivedEvent['payload']) => {
    received.push({ event, payload })
    observer.onEvent?.(event, payload)
    look()
  })

  function until<Found>(what: string, find: () => Found | undefined): Promise<Found> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.delete(wake)
        const names = received.map(({ event }) => event).join(', ')
        reject(new Error(`Never heard ${what}; ${open ? 'open' : 'closed'} after: ${names || 'nothing'}`))
      }, TIMEOUT_MS)
      function wake() {
        const found = find()
        if (found === undefined) return
        clearTimeout(late)
        waiting.delete(wake)
        resolve(found)
      }
      waiting.add(wake)
      wake()
    })
  }

  const all = <Event extends keyof ServerEvents>(event: Event) =>
    received.flatMap((one) => (one.event === event ? [one.payload as Payload<Event>] : []))
  const listener: Listener = {
    received,
    payloadsOf: all,
    waitFor: (event, isMeant = () => true) => until(event, () => all(event).find(isMeant)),
    waitForCount: (event, count) =>
      until(`${count} × ${event}`, () => (all(event).length >= count ? true : undefined)).then(
        () => undefined,
      ),
    emit: (event, ...payload) => void socket.emit(event, ...payload),
    async join(conversationId) {
      const before = all('conversation_joined').length
      socket.emit('join_conversation', { conversationId })
      return until('conversation_joined', () => all('conversation_joined')[before])
    },
    async settled() {
      // The server's response to an unknown event, which it sends after everything before.
      const isAnswer = ({ payload }: ReceivedEvent) =>
        (payload as { message?: string }).message === 'There is no such event'
      const before = received.filter(isAnswer).length
      socket.emit('are you there?')
      await until('an answer', () => (received.filter(isAnswer).length > before ? true : undefined))
      received.splice(0, received.length, ...received.filter((one) => !isAnswer(one)))
    },
    clear: () => void received.splice(0),
    closed,
    isOpen: () => open,
    close: () => void socket.close(),
    get id() {
      return socket.id
    },
  }
  return listener
}
