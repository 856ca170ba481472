// A device that follows a trip through the faults with the client's own change feed and replica, and its chat over a
// socket: after each connection it joins and fetches what it lacks.

import { io } from 'socket.io-client'
import type { TripEvents, TripReplicaResponse } from '#core/trips/contract.ts'
import { foldChange, type TripReplica } from '#projections/replica/tripReplica.ts'
import { openChangeFeed } from '#web/platform/replica/changeFeed.ts'
import { deviceTimers } from '#web/platform/time/timers.ts'
import type { Person } from '#tests/faults/installation.ts'
import { ask, type Scene } from '#tests/faults/writers.ts'

export interface Follower {
  /** undefined while it is fetched. */
  replica(): TripReplica | undefined
  /** The ids of the messages, in order. */
  messages(): readonly string[]
  /** The network may be back. */
  wake(): void
  close(): void
}

type Change = TripEvents['change']

const TIMEOUT_MS = 2000
const RETRY_MS = 300
const PAGE = 100

export async function followTrip(port: number, person: Person, scene: Scene): Promise<Follower> {
  const { tripId, conversationId } = scene
  const closed = new AbortController()

  async function get(path: string): Promise<unknown> {
    for (;;) {
      const response = await ask(port, person, path, TIMEOUT_MS)
      if (response?.status === 200 || closed.signal.aborted) return response?.json
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }

  const snapshot = () => get(`/trips/${tripId}/replica`) as Promise<TripReplica & TripReplicaResponse>
  let replica: TripReplica | undefined = await snapshot()
  /** Changes that arrived while the replica was fetched. */
  let arrived: Change[] = []
  const feed = openChangeFeed(replica.position, {
    open: (after, signal) =>
      fetch(`http://127.0.0.1:${port}/api/trips/${tripId}/changes`, {
        headers: { Authorization: `Bearer ${person.token}`, 'Last-Event-ID': after },
        signal,
      }),
    timers: deviceTimers,
    random: Math.random,
    onAlive: () => undefined,
    onChange: take,
    onResync: () => void fetchReplica(),
    onDisconnect: () => undefined,
    isRefused: async () => true,
    onRevoked: () => undefined,
  })

  function take(change: Change): void {
    if (!replica) return void arrived.push(change)
    replica = foldChange(replica, change, person.id) ?? undefined
    if (!replica) void fetchReplica()
  }

  let fetches = 0
  async function fetchReplica(): Promise<void> {
    const own = (fetches += 1)
    replica = undefined
    const fetched = await snapshot()
    if (own !== fetches) return
    replica = fetched
    const changes = arrived
    arrived = []
    for (const change of changes) take(change)
  }

  const chat = followChat(port, person, conversationId, get)
  return {
    replica: () => replica,
    messages: chat.messages,
    wake: feed.wake,
    close() {
      closed.abort()
      feed.close()
      chat.close()
    },
  }
}

interface Message {
  id: string
  seq: number
}

function followChat(
  port: number,
  { token }: Person,
  conversationId: string,
  get: (path: string) => Promise<unknown>,
) {
  const known: Message[] = []
  let fetching = Promise.resolve()
  const take = (message: Message) => message.seq === known.length + 1 && known.push(message)

  /** Fetches the messages after the last known one. */
  function fetchMissing(lastSeq: number): void {
    fetching = fetching.then(async () => {
      while (known.length < lastSeq) {
        const after = known.at(-1)
        const from = after ? `&after_id=${after.id}` : ''
        const page = (await get(`/conversations/${conversationId}/messages?limit=${PAGE}${from}`)) as
          { messages: Message[] } | undefined
        if (!page) return
        for (const message of page.messages) take(message)
        if (!after && known.length === 0) return
      }
    })
  }

  const socket = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 200,
    reconnectionDelayMax: 1000,
    timeout: 2000,
    auth: { token },
  })
  const join = () => void socket.emit('join_conversation', { conversationId })
  socket.on('authenticated', join)
  socket.on('error', ({ code }: { code: string }) => {
    if (code === 'JOIN_FAILED') setTimeout(join, RETRY_MS)
  })
  socket.on('conversation_joined', ({ last_seq }: { last_seq: number }) => fetchMissing(last_seq))
  socket.on('trip:message', ({ message }: { message: Message }) => {
    if (!take(message) && message.seq > known.length) fetchMissing(message.seq)
  })
  return { messages: () => known.map(({ id }) => id), close: () => void socket.close() }
}
