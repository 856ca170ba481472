// The real server code in this process over one log: operations, projections, responses, fan-out and socket handlers.
// It can be killed at any moment, also between an append and its response, and started again on the same log.

import { hash } from 'node:crypto'
import { pino } from 'pino'
import { chatUpcasts } from '#core/chat/events.ts'
import { muteUpcasts } from '#core/chat/mutes.ts'
import { recordUpcasts } from '#core/recordKinds.ts'
import { peopleUpcasts } from '#core/people/events.ts'
import { tripUpcasts } from '#core/trips/events.ts'
import { type Lookups, noFiles } from '#core/kernel/lookups.ts'
import { createCodec } from '#core/store/codec.ts'
import type { EventStore } from '#core/store/eventStore.ts'
import { createCommandHandler } from '#core/store/commandHandler.ts'
import type { OperationDeps } from '#core/store/operation.ts'
import { createStreamReader } from '#core/store/streamReader.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { tripOfEntity, entityStreams } from '#projections/trips/entityStreams.ts'
import type { ChatDeps } from '#api/chat/chatDeps.ts'
import { createChatLookups } from '#api/chat/lookups.ts'
import { chatRoutes } from '#api/chat/routes.ts'
import { createFanOut } from '#api/live/fanOut.ts'
import { createSocketEventHandler } from '#api/live/socketEventHandler.ts'
import { createPresenceFanOut } from '#api/live/presenceFanOut.ts'
import { createTypingBroadcast } from '#api/live/typing.ts'
import { directoryRoutes } from '#api/people/directoryRoutes.ts'
import { createPresenceTracker } from '#api/people/presence.ts'
import { followLog } from '#api/platform/follower.ts'
import { renderFailure } from '#api/platform/http/httpError.ts'
import { oneNode } from '#api/platform/nodes.ts'
import { createReadModels } from '#api/platform/readModels.ts'
import type { Route, Session, AuthenticatedRequest } from '#api/platform/http/route.ts'
import { connectionsOf } from '#api/trips/connections.ts'
import { tripRoutes } from '#api/trips/routes.ts'
import { projections } from '#api/projections.ts'
import { type Packet, createSimulatedSocketServer } from '#tests/simulator/sockets.ts'

export interface Asked {
  method: string
  /** Below /api. */
  path: string
  query: URLSearchParams
  body: unknown
  key: string
}

export interface Reply {
  status: number
  body: unknown
  retryAfterMs?: number
}

export interface SimulatedServer {
  ready: Promise<void>
  /** Records that a device of this session has sent a request. */
  seen(session: Session): void
  answer(session: Session, asked: Asked): Promise<Reply>
  /** @returns the handler of the client's events */
  connect(
    id: string,
    session: Session,
    send: (packet: Packet) => void,
  ): (event: string, payload: unknown) => void
  disconnect(id: string): void
  /** Simulates `kill -9`: nothing more is written, answered or published. */
  kill(): void
}

const sha256 = (text: string) => hash('sha256', text)
const log = pino({ level: 'silent' })

/** @param store for this process only: what it appends after it was killed is dropped */
export function startSimulatedServer(
  store: EventStore,
  people: readonly Session[],
  clock: () => number,
): SimulatedServer {
  const codec = createCodec(peopleUpcasts, tripUpcasts, recordUpcasts, chatUpcasts, muteUpcasts)
  const reader = createStreamReader(store, codec)
  const handleCommand = createCommandHandler({ store, codec, reader, sha256 })
  const readStore = createMemoryReadStore()
  const runner = startRunner({
    store,
    codec,
    readStore,
    projections,
    onError(error) {
      throw error
    },
  })
  const readModels = createReadModels(readStore, runner, () => store.head())
  const lookups: Lookups = {
    users: async (ids) => new Map(people.filter(({ id }) => ids.includes(id)).map((one) => [one.id, one])),
    currencyInUse: async () => null,
    hasMoney: async () => false,
    counts: async () => new Map(),
    ...noFiles,
  }
  const operate: OperationDeps = {
    handleCommand,
    lookups,
    clock,
    sha256,
    findEntity: async (entityId) => tripOfEntity(await readModels.find(entityStreams, entityId)),
    streamOfKey: async (keyId) => (await readModels.getIfReady(entityStreams, keyId))?.stream ?? null,
  }
  const chatLookups = createChatLookups(readModels, connectionsOf(readModels))
  const head = () => store.head()
  const { buckets } = oneNode(clock)
  const chat: ChatDeps = {
    ...operate,
    reader,
    readModels,
    chatLookups,
    waitForPosition: runner.waitForPosition,
    buckets,
    head,
  }
  const presence = createPresenceTracker(clock)
  const connections = connectionsOf(readModels)
  const routes = [
    ...directoryRoutes({ readModels, presence, directoryScope: 'everyone', connectionsOf: connections }),
    ...chatRoutes(chat),
    ...tripRoutes({ ...operate, reader, readModels }),
  ]
  const { live, connect, disconnect } = createSimulatedSocketServer()
  const follower = followLog(store, 'fanOut', createFanOut({ live, chat, codec }), log, 'now')
  const typing = createTypingBroadcast(clock)
  const ear = createSocketEventHandler({ chat, presence, typing, log })
  presence.onChange(
    createPresenceFanOut({
      io: live.io,
      statusOf: presence.ofUser,
      accountOf: async (userId) => people.find(({ id }) => id === userId) ?? null,
      connectionsOf: connections,
      isOpen: true,
      onError(error) {
        throw error
      },
    }),
  )
  const gone = new Map<string, () => void>()

  return {
    ready: runner.ready,
    seen: ({ id, sid }) => presence.recordRequest(id, sid),
    async answer(session, { method, path, query, body, key }) {
      const found = routeOf(routes, method, path)
      if (!found) return { status: 404, body: {} }
      const by = { id: session.id, username: session.username }
      const rest = { requestId: key, ifMatch: undefined, address: '', userAgent: '' }
      const incoming: AuthenticatedRequest = { params: found.params, query, body, key, session, by, ...rest }
      try {
        const reply = await found.route.handler(incoming)
        if (reply.position) await runner.waitForPosition(reply.position, 2000)
        return { status: reply.status ?? found.route.endpoint.status, body: copy(reply.body) }
      } catch (error) {
        const { status, headers, body: failure } = renderFailure(error, key)
        const seconds = Number(headers['Retry-After'] ?? 0)
        return { status, body: failure, ...(seconds > 0 && { retryAfterMs: seconds * 1000 }) }
      }
    },
    connect(id, session, send) {
      const socket = connect(id, session, send)
      const { id: userId, username, email, isAdmin } = session
      presence.connected(userId, id)
      gone.set(id, () => {
        typing.stop(socket.live)
        presence.disconnected(userId, id)
      })
      send({ event: 'authenticated', payload: { user: { id: userId, username, email, isAdmin } } })
      let turn = Promise.resolve()
      return (event, payload) => {
        turn = turn.then(() => (socket.live.connected ? ear(socket.live, event, payload) : undefined))
      }
    },
    disconnect(id) {
      disconnect(id)
      gone.get(id)?.()
      gone.delete(id)
    },
    kill() {
      void follower.stop()
      void runner.stop()
    },
  }
}

type SignedInRoute = Extract<Route, { access: 'signed-in' }>

function routeOf(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: SignedInRoute; params: Record<string, string> } | null {
  for (const route of routes) {
    if (route.endpoint.method !== method || route.access !== 'signed-in') continue
    const params = match(route.endpoint.path, path)
    if (params) return { route, params }
  }
  return null
}

function match(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [at, part] of wanted.entries())
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(given[at]!)
    else if (part !== given[at]) return null
  return params
}

const copy = (body: unknown): unknown => (body === undefined ? undefined : JSON.parse(JSON.stringify(body)))
