// Composes the product over an event store and a read store, without a port and without choosing the stores: main.ts
// and the tests choose them.

import type { RequestListener, Server } from 'node:http'
import type { Logger } from 'pino'
import type { Lookups, CountedLimit } from '#core/kernel/lookups.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import { sessionsStreamType, sessionValidityStreamTypes } from '#core/people/decider.ts'
import { createCommandHandler } from '#core/store/commandHandler.ts'
import type { OperationDeps } from '#core/store/operation.ts'
import { createStreamReader } from '#core/store/streamReader.ts'
import { moneyStreamType } from '#core/money/decider.ts'
import { isInMoney } from '#core/money/parties.ts'
import type { ReadStore } from '#projections/platform/readStore.ts'
import type { ProjectorDeps } from '#projections/platform/projector.ts'
import { watchProgress } from '#projections/platform/progress.ts'
import { startRunner } from '#projections/platform/runner.ts'
import { tripOfEntity, entityStreams } from '#projections/trips/entityStreams.ts'
import { createApp } from '#api/app.ts'
import type { ChatDeps } from '#api/chat/chatDeps.ts'
import { createChatLookups } from '#api/chat/lookups.ts'
import { chatRoutes } from '#api/chat/routes.ts'
import type { Env } from '#api/env.ts'
import { followErasers } from '#api/erasers.ts'
import { fileLookups } from '#api/files/fileAccess.ts'
import { fileRoutes } from '#api/files/routes.ts'
import { itineraryRoutes } from '#api/itinerary/routes.ts'
import { moneyRoutes } from '#api/money/routes.ts'
import { historyRoutes } from '#api/history/routes.ts'
import { createFanOut } from '#api/live/fanOut.ts'
import { attachSocketServer, type SocketServer } from '#api/live/socketServer.ts'
import { createPresenceFanOut } from '#api/live/presenceFanOut.ts'
import { createPeople, type People } from '#api/people/people.ts'
import type { SessionStoreDeps } from '#api/people/sessions.ts'
import { keepPresenceTimes } from '#api/people/presenceTimes.ts'
import { sharePresence } from '#api/people/presenceNodes.ts'
import { trustedProxies } from '#api/platform/http/clientAddress.ts'
import { observeCommands } from '#api/platform/observeCommands.ts'
import { type FileStore, memoryFileStore } from '#api/platform/fileStore.ts'
import type { Metrics } from '#api/platform/metrics.ts'
import { oneNode, type Nodes } from '#api/platform/nodes.ts'
import { createReadModels, type ReadModels } from '#api/platform/readModels.ts'
import { sha256 } from '#api/platform/sha256.ts'
import type { Route } from '#api/platform/http/route.ts'
import { followLog } from '#api/platform/follower.ts'
import { connectionsOf } from '#api/trips/connections.ts'
import { createTripChanges } from '#api/trips/changes.ts'
import { inviteLinkRoutes } from '#api/trips/inviteLinks.ts'
import { replicaRoute } from '#api/trips/replica.ts'
import { tripRoutes } from '#api/trips/routes.ts'
import { createProductCodec } from '#api/platform/productCodec.ts'
import { waitToRetry } from '#api/platform/waitToRetry.ts'
import { projectorDeps } from '#api/projectorDeps.ts'
import { tripParts, tripPrefixes } from '#api/tripStreams.ts'
import type { Middleware } from 'koa'
import { idIn } from '#projections/platform/projection.ts'
import { limits, type LimitName } from '#core/kernel/limits.ts'
import { chatsOfTrip, conversationsOfPerson } from '#projections/chat/conversationsOf.ts'
import { trips } from '#projections/trips/trips.ts'
import { tripsOfPerson } from '#projections/trips/tripsOfPerson.ts'

export interface ServerDeps {
  env: Env
  store: EventStore
  readStore: ReadStore
  /** Default: in memory. */
  files?: FileStore
  signingKey: Uint8Array
  log: Logger
  /** Milliseconds since 1970. */
  clock(): number
  client?: Middleware
  /** Whether this process also runs the projector; default true. */
  runsProjector?: boolean
  projectorOptions?: Pick<ProjectorDeps, 'lease' | 'batch' | 'discardsAhead'>
  nodes?: Nodes
  metrics?: Metrics
  unreadBytes?: number
  /** Whether the disk has room for further events. */
  hasFreeSpace?: () => Promise<boolean>
}

export interface ProductServer {
  listener: RequestListener
  /** Opens the real-time channel on the server that has the listener. */
  attach(http: Server): SocketServer
  routes: readonly Route[]
  people: People
  operationDeps: OperationDeps
  /** Erases the files whose time is over; runs by itself every ten minutes. */
  eraseLater(): Promise<void>
  /** Resolves when the read models include everything that was in the log. */
  ready: Promise<void>
  /** Lets the followers finish; the stores stay open. */
  stop(): Promise<void>
}

export function createServer(deps: ServerDeps): ProductServer {
  const { env, store, readStore, log, clock, client, metrics, unreadBytes, hasFreeSpace } = deps
  let watchSessions: ReturnType<typeof createSessionWatch> | undefined
  const services = createServices(deps, (userId, err) => {
    log.warn({ err, userId }, 'a log-out is not in the log yet')
    void watchSessions?.({ stream: sessionsStreamType.prefix + userId })
  })
  const { codec, reader, readModels, runner, people, nodes, operationDeps, chat } = services
  const { authenticator } = people
  const { waitForPosition } = runner
  const changes = createTripChanges({
    store,
    codec,
    reader,
    authenticator,
    waitForPosition,
    prefixes: tripPrefixes,
    clock,
  })
  const routes = [
    changes.route,
    replicaRoute({ store, reader, readModels, prefixes: tripPrefixes }),
    ...people.routes,
    ...tripRoutes({ ...operationDeps, reader, readModels }),
    ...inviteLinkRoutes({
      ...operationDeps,
      reader,
      authenticator,
      provisional: people.provisional,
      signingKey: deps.signingKey,
      limiters: nodes.limiter,
      areLinksOn: env.inviteLinks,
    }),
    ...itineraryRoutes({ ...operationDeps, reader, readModels }),
    ...moneyRoutes({ ...operationDeps, reader, readModels }),
    ...chatRoutes(chat),
    ...fileRoutes({
      ...services.fileAccess,
      handleCommand: operationDeps.handleCommand,
      buckets: nodes.buckets,
      hasFreeSpace,
    }),
    ...historyRoutes({ ...operationDeps, store, codec, reader, readModels, prefixes: tripPrefixes }),
  ]
  const app = createApp({
    routes,
    authenticator,
    progress: runner,
    trusted: trustedProxies(env.trustProxy),
    allowedOrigins: env.allowedOrigins,
    perMinute: env.rateLimit,
    unreadBytes,
    limiters: nodes.limiter,
    metrics,
    metricsToken: env.metricsToken,
    log,
    hasFreeSpace,
    ...(client ? { client } : {}),
  })

  const followSessions = async (event: StoredEvent): Promise<void> => {
    await people.onEvent(event)
    await watchSessions?.(event)
  }
  const { handleCommand } = operationDeps
  const erasers = followErasers({
    ...{ store, readStore, codec, handleCommand, log, streamTypes: tripParts, progress: runner },
    ...services.fileAccess,
  })
  const followers: { stop(): Promise<void> }[] = [
    followLog(store, 'sessions', followSessions, log, 'now'),
    erasers,
    followLog(store, 'changes', changes.onEvent, log, 'now'),
    ...(metrics ? [followLog(store, 'metrics', metrics.recordEvent, log, 'now')] : []),
  ]

  return {
    listener: app.callback(),
    attach(http) {
      const { live, fanOut, stopSharing, stopKeeping } = attachRealTime(http, deps, services)
      followers.push(followLog(store, 'fanOut', fanOut, log, 'now'))
      watchSessions = createSessionWatch([live, changes])
      // Open event streams would keep the server from closing.
      return { ...live, close: () => (changes.close(), stopSharing(), live.close().then(stopKeeping)) }
    },
    routes,
    people,
    operationDeps,
    eraseLater: erasers.eraseLater,
    ready: runner.ready,
    async stop() {
      await Promise.all([...followers.map((follower) => follower.stop()), runner.stop()])
    },
  }
}

type Services = ReturnType<typeof createServices>

/** What the routes, the followers of the log and the real-time channel share. */
function createServices(
  {
    env,
    store,
    readStore,
    files = memoryFileStore(),
    signingKey,
    log,
    clock,
    runsProjector = true,
    projectorOptions = {},
    nodes = oneNode(clock),
    metrics,
  }: ServerDeps,
  onUnstoredEnd: NonNullable<SessionStoreDeps['onUnstoredEnd']>,
) {
  const codec = createProductCodec()
  const reader = createStreamReader(store, codec)
  const handleCommand = observeCommands(
    createCommandHandler({ store, codec, reader, sha256, waitToRetry }),
    log,
    metrics,
  )
  const runner = runsProjector
    ? startRunner(projectorDeps({ store, readStore, log, ...projectorOptions }))
    : watchProgress(readStore)
  metrics?.watch(runner)
  const readModels = createReadModels(readStore, runner, () => store.head())
  const connections = connectionsOf(readModels)
  const people = createPeople({
    handleCommand,
    reader,
    readModels,
    signingKey,
    passwordCost: env.passwordCost,
    limiters: nodes.limiter,
    registration: env.registrationOpen ? 'open' : 'closed',
    directoryScope: env.directoryScope,
    connectionsOf: connections,
    clock,
    onUnstoredEnd,
  })
  const fileAccess = { reader, readModels, files, clock }
  const lookups: Lookups = {
    users: people.accounts.findActiveByIds,
    currencyInUse: async (tripId) => (await reader.state(moneyStreamType, tripId)).currency,
    hasMoney: async (tripId, personId) => isInMoney(await reader.state(moneyStreamType, tripId), personId),
    counts: createLimitCounts(readModels),
    ...fileLookups(fileAccess),
  }
  const operationDeps: OperationDeps = {
    handleCommand,
    lookups,
    clock,
    sha256,
    findEntity: async (entityId) => tripOfEntity(await readModels.find(entityStreams, entityId)),
    streamOfKey: async (keyId) => (await readModels.getIfReady(entityStreams, keyId))?.stream ?? null,
  }
  const chat: ChatDeps = {
    ...operationDeps,
    reader,
    readModels,
    chatLookups: createChatLookups(readModels, connections),
    waitForPosition: runner.waitForPosition,
    buckets: nodes.buckets,
    head: () => store.head(),
  }
  return { codec, reader, readModels, runner, connections, people, nodes, operationDeps, chat, fileAccess }
}

function attachRealTime(
  http: Server,
  { env, log, clock, metrics }: ServerDeps,
  { codec, runner, connections, people, nodes, chat }: Services,
) {
  const { authenticator, presence } = people
  const { bus } = nodes
  const { allowedOrigins } = env
  const live = attachSocketServer(http, {
    chat,
    authenticator,
    presence,
    bus,
    log,
    clock,
    ready: runner.ready,
    allowedOrigins,
  })
  metrics?.countSockets(() => live.io.engine.clientsCount)
  presence.onChange(
    createPresenceFanOut({
      io: live.io,
      statusOf: presence.ofUser,
      // A disabled account goes offline as well.
      accountOf: people.accounts.accountOf,
      connectionsOf: connections,
      isOpen: env.directoryScope === 'everyone',
      onError: (err) => log.error({ err }, 'publishing presence failed'),
    }),
  )
  const stopSharing = sharePresence(presence, bus, clock)
  const onUnsaved = (err: unknown) => log.warn({ err }, 'when people were last seen is not stored')
  const stopKeeping = keepPresenceTimes(presence, nodes.presenceTimes, onUnsaved)
  const fanOut = createFanOut({ live, chat, codec, onPublished: metrics?.recordPublished })
  return { live, fanOut, stopSharing, stopKeeping }
}

/**
 * Closes the sockets and event streams of a session that has ended, also in another process: takes each event of the log,
 * and the stream of a session that ended without one.
 */
function createSessionWatch(
  channels: readonly { recheckSessions(userId: string): Promise<void> }[],
): (event: Pick<StoredEvent, 'stream'>) => Promise<void> {
  return async ({ stream }) => {
    if (!sessionValidityStreamTypes.some(({ prefix }) => stream.startsWith(prefix))) return
    await Promise.all(channels.map((channel) => channel.recheckSessions(idIn(stream))))
  }
}

/**
 * Counts items that have a limit across streams, in the read models. Completed commands are included; while a read
 * model is being built the count is unknown, and nothing is refused.
 */
function createLimitCounts(readModels: Pick<ReadModels, 'getIfReady' | 'getMany'>): Lookups['counts'] {
  const count: Record<CountedLimit, (id: string) => Promise<number>> = {
    chatsOfTrip: async (tripId) => (await readModels.getIfReady(chatsOfTrip, tripId))?.length ?? 0,
    conversationsOfPerson: async (userId) =>
      (await readModels.getIfReady(conversationsOfPerson, userId))?.length ?? 0,
    tripsOfPerson: async (userId) =>
      countExisting('tripsOfPerson', (await readModels.getIfReady(tripsOfPerson, userId))?.tripIds),
    openInvitationsOfPerson: async (userId) =>
      countExisting(
        'openInvitationsOfPerson',
        (await readModels.getIfReady(tripsOfPerson, userId))?.pendingTripIds,
      ),
  }
  return async (name, ids) =>
    new Map(await Promise.all(ids.map(async (id) => [id, await count[name](id)] as const)))

  /** Deleted trips do not count, but are only looked up near the limit. */
  async function countExisting(name: LimitName, tripIds: readonly string[] = []): Promise<number> {
    if (tripIds.length < limits[name].max) return tripIds.length
    return (await readModels.getMany(trips, tripIds)).filter((trip) => trip !== null).length
  }
}
