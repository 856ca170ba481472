// A small server with EventStoreDB's protocol, built from the client's own generated definitions, so that the real
// client, its error mapping and its subscriptions run where no EventStoreDB is installed. README.md says what it cannot
// prove.

import { type handleClientStreamingCall, Metadata, Server, ServerCredentials, status } from '@grpc/grpc-js'
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { createNotifier } from '#core/store/catchUpSubscription.ts'
import { createLog, type Log, type Proposed } from '#tests/support/eventStoreServer/log.ts'
import {
  appendResponse,
  clusterInfo,
  expectedOf,
  type Member,
  nameOf,
  proposedOf,
} from '#tests/support/eventStoreServer/protocol.ts'
import { respondToRead, type ReadCall } from '#tests/support/eventStoreServer/reading.ts'
import {
  createVisibility,
  type ReadDelay,
  type Visibility,
} from '#tests/support/eventStoreServer/visibility.ts'
import { createWriter } from '#tests/support/eventStoreServer/writer.ts'

export interface EventStoreServer {
  port: number
  /** The connection string for the client. */
  url: string
  log: Log
  /** Set by a test: the error with which a call is refused; undefined lets it through. */
  refuse: ((call: 'append' | 'read', stream: string) => Refusal | undefined) | undefined
  /** Set by a test: whether a filtered subscription to streams with these prefixes gets no response at all. */
  isSilent: ((prefixes: readonly string[]) => boolean) | undefined
  /** Set by a test: the members of its cluster, as it tells clients that look for the leader. */
  members: readonly Member[]
  /** The number of calls so far, which shows a client that polls. */
  calls: { append: number; read: number }
  /** Frees the hidden events, as an operator does. */
  scavenge(): void
  /** Closes at once: connected clients see their connections end. */
  close(): void
}

export interface Refusal {
  code: status
  /** The name in the server's trailers: `access-denied`, `not-leader` … */
  exception?: string
  /** Default: the exception. */
  details?: string
  metadata?: Record<string, string>
}

/** EventStoreDB's default for the bytes of one append. */
const MAX_APPEND_BYTES = 1_048_576

/**
 * @param options.file of the log; without it the log ends with the server
 * @param options.readDelayMs how much later than its writer a reader learns of an event; at once without it
 */
export async function startEventStoreServer(
  options: { port?: number; file?: string; readDelayMs?: ReadDelay } = {},
): Promise<EventStoreServer> {
  const log = createLog(Date.now)
  const bell = createNotifier()
  let visibility: Visibility | undefined
  const writer = createWriter(log, async (position) => visibility?.written(position), options.file)
  if (log.all.length === 0)
    await writer.append('$projections-$all', 'any', [
      {
        id: '6f0a6c4e-2c0f-4b2e-9d0e-0c7f6f1b6a10',
        type: '$ProjectionsInitialized',
        contentType: 'application/json',
        data: Buffer.from('{}'),
        metadata: Buffer.alloc(0),
      },
    ])
  const shown = (visibility = createVisibility(log.all.at(-1)!.position, options.readDelayMs, bell.notify))
  const server = new Server()

  const append: handleClientStreamingCall<AppendReq, AppendResp> = (call, respond) => {
    own.calls.append++
    let stream = ''
    let expected: ReturnType<typeof expectedOf> = 'any'
    const events: ReturnType<typeof proposedOf>[] = []
    call.on('data', (part: AppendReq) => {
      const options = part.getOptions()
      const proposed = part.getProposedMessage()
      if (options) {
        stream = nameOf(options.getStreamIdentifier())
        expected = expectedOf(options)
      } else if (proposed) events.push(proposedOf(proposed))
    })
    call.on('end', () => {
      const refusal = own.refuse?.('append', stream) ?? tooLarge(events)
      if (refusal) return respond(toStatus(refusal))
      void writer
        .append(stream, expected, events)
        .then((appended) => respond(null, appendResponse(expected, appended)))
    })
  }

  const read = (call: ReadCall) => {
    own.calls.read++
    const stream = nameOf(call.request.getOptions()?.getStream()?.getStreamIdentifier())
    const refusal = own.refuse?.('read', stream)
    const prefixes = call.request.getOptions()?.getFilter()?.getStreamIdentifier()?.getPrefixList() ?? []
    if (refusal) call.emit('error', toStatus(refusal))
    else if (own.isSilent?.(prefixes)) call.on('cancelled', () => call.end())
    else void respondToRead(call, { log, bell, visibility: shown })
  }

  server.addService(streamsService.StreamsService, { append, read })
  server.addService(featuresService.ServerFeaturesService, { getSupportedMethods })
  server.addService(gossipService.GossipService, {
    read: (_: unknown, respond: (error: null, info: object) => void) =>
      respond(null, clusterInfo(own.members)),
  })
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`127.0.0.1:${options.port ?? 0}`, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  )

  const own: EventStoreServer = {
    port,
    url: `esdb://127.0.0.1:${port}?tls=false`,
    log,
    refuse: undefined,
    isSilent: undefined,
    members: [],
    calls: { append: 0, read: 0 },
    scavenge: writer.scavenge,
    close() {
      server.forceShutdown()
      writer.close()
    },
  }
  return own
}

/** EventStoreDB counts the data, the metadata, and the type at two bytes a character. */
function tooLarge(events: readonly Proposed[]): Refusal | undefined {
  const bytes = events.map(({ type, data, metadata }) => data.length + metadata.length + 2 * type.length)
  if (bytes.reduce((sum, each) => sum + each, 0) <= MAX_APPEND_BYTES) return undefined
  return {
    code: status.INVALID_ARGUMENT,
    exception: 'maximum-append-size-exceeded',
    details: `Maximum Append Size of ${MAX_APPEND_BYTES} Exceeded.`,
    metadata: { 'maximum-append-size': String(MAX_APPEND_BYTES) },
  }
}

function toStatus({ code, exception, details, metadata = {} }: Refusal) {
  const trailers = new Metadata()
  if (exception !== undefined) trailers.set('exception', exception)
  for (const [name, value] of Object.entries(metadata)) trailers.set(name, value)
  return {
    code,
    details: details ?? exception ?? 'refused',
    metadata: trailers,
    name: 'Error',
    message: 'refused',
  }
}

/** Reports no BatchAppend, which a client must support: each append is then a call of its own. */
function getSupportedMethods(_: unknown, respond: (error: null, methods: object) => void): void {
  const methods = new features.SupportedMethods()
  methods.setEventStoreServerVersion('24.2.0')
  for (const name of ['read', 'append']) {
    const method = new features.SupportedMethod()
    method.setServiceName('event_store.client.streams.streams')
    method.setMethodName(name)
    methods.addMethods(method)
  }
  respond(null, methods)
}
