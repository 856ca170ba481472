// The product put together over an event store and a read store, without a port and without a choice of engines:
// the composition root chooses those, tests choose others.

import { hash } from 'node:crypto'
import type { RequestListener, Server } from 'node:http'
import type { Logger } from 'pino'
import { itineraryStreamType } from '#core/itinerary/decider.ts'
import { moneyStreamType } from '#core/money/decider.ts'
import type { Sha256 } from '#core/kernel/ids.ts'
import type { Lookups } from '#core/kernel/lookups.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import { createCommandHandler } from '#core/store/commandHandler.ts'
import type { OperationDeps } from '#core/store/operation.ts'
import { createStreamReader } from '#core/store/streamReader.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'
import type { ProjectorDeps } from '#projections/platform/projector.ts'
import { watchProgress } from '#projections/platform/progress.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { tripIn, itemLocations } from '#projections/trips/tripOf.ts'
import { createApp } from '#api/app.ts'
import { createLimitCounts } from '#api/limitCounts.ts'
import type { ChatDeps } from '#api/chat/chatDeps.ts'
import { createChatEraser } from '#api/chat/eraser.ts'
import { createChatLookups } from '#api/chat/lookups.ts'
import { chatRoutes } from '#api/chat/routes.ts'
import type { Env } from '#api/env.ts'
import { currencyInUse } from '#api/money/currencyInUse.ts'
import { itineraryRoutes } from '#api/itinerary/routes.ts'
import { moneyRoutes } from '#api/money/routes.ts'
import { historyRoutes } from '#api/history/routes.ts'
import { createFanOut } from '#api/live/fanOut.ts'
import type { Live } from '#api/live/live.ts'
import { attachLive } from '#api/live/live.ts'
import { createPresenceFanOut } from '#api/live/presenceFanOut.ts'
import { createSessionWatch } from '#api/live/sessionWatch.ts'
import type { People } from '#api/people/people.ts'
import { createPeople } from '#api/people/people.ts'
import { sharePresence } from '#api/people/presenceNodes.ts'
import { trustedProxies } from '#api/platform/address.ts'
import { observeCommands } from '#api/platform/observeCommands.ts'
import type { Metrics } from '#api/platform/metrics.ts'
import type { Nodes } from '#api/platform/nodes.ts'
import { oneNode } from '#api/platform/nodes.ts'
import { createReadModels } from '#api/platform/readModels.ts'
import { followLog } from '#api/platform/follower.ts'
import { connectionsOf } from '#api/trips/connections.ts'
import { createTripChanges } from '#api/trips/changes.ts'
import { createEraser } from '#api/trips/eraser.ts'
import { tripRoutes } from '#api/trips/routes.ts'
import { createProductCodec, projectorDeps } from '#api/projectorDeps.ts'
import type { Middleware } from 'koa'

export interface ServerDeps {
  env: Env
  store: EventStore
  readStore: ReadStore
  signingKey: Uint8Array
  log: Logger
  /** Milliseconds since 1970. */
  clock(): number
  client?: Middleware
  /** Whether this process also projects, in turn with others; default true. */
  projects?: boolean
  projecting?: Pick<ProjectorDeps, 'lease' | 'batch'>
  /** What it shares with other nodes; default none. */
  nodes?: Nodes
  metrics?: Metrics
  /** Bytes of answers one person may leave unread. */
  unreadBytes?: number
  /** Whether the disk can take what is written next. */
  hasRoom?: () => Promise<boolean>
}

export interface ProductServer {
  listener: RequestListener
  /** Opens the real-time channel on the server that has the listener. */
  attach(http: Server): Live
  people: People
  operate: OperationDeps
  /** Resolves when the read side shows all that was in the log. */
  ready: Promise<void>
  /** Lets the followers finish; the stores stay open. */
  stop(): Promise<void>
}

// The one that also runs in browsers takes five times as long, three times for each command.
const sha256: Sha256 = (text) => hash('sha256', text)

export function createServer({
  env,
  store,
  readStore,
  signingKey,
  log,
  clock,
  client,
  projects = true,
  projecting = {},
  nodes = oneNode(clock),
  metrics,
  unreadBytes,
  hasRoom,
}: ServerDeps): ProductServer {
  const codec = createProductCodec()
  const reader = createStreamReader(store, codec)
  const handleCommand = observeCommands(createCommandHandler({ store, codec, reader, sha256 }), log, metrics)
  const runner = projects
    ? startRunner(projectorDeps({ store, readStore, log, ...projecting }))
    : watchProgress(readStore)
  metrics?.watch(runner)
  const readModels = createReadModels(readStore, runner, () => store.head())

  const connections = connectionsOf(readModels)
  const people = createPeople({
    handleCommand: handleCommand,
    reader,
    readModels,
    signingKey,
    passwordCost: env.passwordCost,
    limiters: nodes.limiter,
    registration: env.registrationOpen ? 'open' : 'closed',
    directory: env.directory,
    connectionsOf: connections,
    clock,
  })
  const lookups: Lookups = {
    users: people.accounts.inUse,
    currencyInUse: (tripId) => currencyInUse(store, codec, tripId),
    counts: createLimitCounts(readModels),
  }
  const operate: OperationDeps = {
    handleCommand,
    lookups,
    clock,
    sha256,
    locateItem: async (thingId) => tripIn(await readModels.find(itemLocations, thingId)),
    madeIn: async (keyId) => (await readModels.known(itemLocations, keyId))?.stream ?? null,
  }
  const prefixes = [itineraryStreamType.prefix, moneyStreamType.prefix]
  const erase = createEraser({ store, codec, handleCommand: handleCommand, prefixes })
  const eraseChats = createChatEraser({ store, codec, handleCommand: handleCommand })
  const chat: ChatDeps = {
    ...operate,
    reader,
    readModels,
    chatLookups: createChatLookups(readModels),
    reached: runner.reached,
    buckets: nodes.buckets,
    head: () => store.head(),
  }
  let live: Live | undefined
  let watchSessions: ((event: StoredEvent) => Promise<void>) | undefined
  const followers = [
    followLog(
      store,
      'sessions',
      async (event) => {
        people.follow(event)
        await watchSessions?.(event)
      },
      log,
      'now',
    ),
    followLog(store, 'eraser', erase, log, 'start'),
    followLog(store, 'chatEraser', eraseChats, log, 'start'),
  ]
  const { gate } = people
  const changes = createTripChanges({ store, codec, reader, gate, reached: runner.reached, prefixes, clock })
  followers.push(followLog(store, 'changes', changes.follow, log, 'now'))
  if (metrics) followers.push(followLog(store, 'metrics', metrics.written, log, 'now'))
  const app = createApp({
    routes: [
      changes.route,
      ...people.routes,
      ...tripRoutes({ ...operate, reader, readModels }),
      ...itineraryRoutes({ ...operate, reader, readModels }),
      ...moneyRoutes({ ...operate, reader, readModels }),
      ...chatRoutes(chat),
      ...historyRoutes({ ...operate, store, codec, reader, readModels, position: runner.position }),
    ],
    gate: people.gate,
    progress: runner,
    trusted: trustedProxies(env.trustProxy),
    allowedOrigins: env.allowedOrigins,
    perMinute: env.rateLimit,
    unreadBytes,
    limiters: nodes.limiter,
    metrics,
    metricsToken: env.metricsToken,
    log,
    hasRoom,
    ...(client ? { client } : {}),
  })

  return {
    listener: app.callback(),
    attach(http) {
      const { gate, presence } = people
      live = attachLive(http, {
        chat,
        gate,
        presence,
        bus: nodes.bus,
        log,
        clock,
        ready: runner.ready,
        allowedOrigins: env.allowedOrigins,
      })
      followers.push(
        followLog(store, 'fanOut', createFanOut({ live, chat, codec, onTold: metrics?.told }), log, 'now'),
      )
      const own = live
      metrics?.countSockets(() => own.io.engine.clientsCount)
      watchSessions = createSessionWatch([own, changes])
      const stopSharing = sharePresence(presence, nodes.bus, clock)
      presence.onChange(
        createPresenceFanOut({
          io: live.io,
          statusOf: presence.ofUser,
          usernameOf: async (userId) => (await people.accounts.inUse([userId])).get(userId)?.username ?? null,
          connectionsOf: connections,
          isOpen: env.directory === 'everyone',
          onError: (err) => log.error({ err }, 'presence was not told'),
        }),
      )
      // Whoever waits for news would hold the server open.
      return { ...own, close: () => (changes.close(), stopSharing(), own.close()) }
    },
    people,
    operate,
    ready: runner.ready,
    async stop() {
      await Promise.all([...followers.map((follower) => follower.stop()), runner.stop()])
    },
  }
}
