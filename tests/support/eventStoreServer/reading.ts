// Answers reads and subscriptions of the test server, no faster than the client takes them.

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { ServerWritableStream } from '@grpc/grpc-js'
import streams, { type ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Notifier } from '#core/store/catchUpSubscription.ts'
import type { Log, Recorded, StreamRead } from '#tests/support/eventStoreServer/log.ts'
import type { Visibility } from '#tests/support/eventStoreServer/visibility.ts'
import {
  caughtUpResponse,
  checkpointResponse,
  confirmationResponse,
  eventResponse,
  filterOf,
  nameOf,
  notFoundResponse,
} from '#tests/support/eventStoreServer/protocol.ts'

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>

/** The number of events that are filtered between two checkpoints, to be multiplied by the client's setting. */
const WINDOW = 32

export async function respondToRead(
  call: ReadCall,
  { log, bell, visibility }: { log: Log; bell: Notifier; visibility: Visibility },
): Promise<void> {
  const upTo = () => visibility.of(call.getPeer())
  const options = call.request.getOptions()!
  const gone = new AbortController()
  call.on('cancelled', () => gone.abort())
  call.on('error', () => gone.abort())
  const send = async (response: ReadResp) => {
    if (!call.write(response) && !gone.signal.aborted)
      await once(call, 'drain', { signal: gone.signal }).catch(() => undefined)
  }

  if (options.hasSubscription()) await subscribe(options, { send, log, bell, upTo, signal: gone.signal })
  else for (const response of responsesTo(options, log, upTo())) await send(response)
  call.end()
}

function responsesTo(options: ReadReq.Options, log: Log, upTo: number): ReadResp[] {
  const backwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS
  const limit = Number(options.getCount())
  if (options.hasStream()) {
    const stream = options.getStream()!
    const name = nameOf(stream.getStreamIdentifier())
    const from: StreamRead['from'] = stream.hasStart()
      ? 'start'
      : stream.hasEnd()
        ? 'end'
        : Number(stream.getRevision())
    const events = log.readStream(name, { from, backwards, limit }, upTo)
    return events ? events.map(eventResponse) : [notFoundResponse(name)]
  }
  const all = options.getAll()!
  const end = log.after(upTo)
  const place = all.hasStart()
    ? 0
    : all.hasEnd()
      ? end
      : Math.min(log.after(Number(all.getPosition()!.getCommitPosition()) - 1), end)
  const events = backwards
    ? log.all.slice(Math.max(place - limit, 0), place).reverse()
    : log.all.slice(place, Math.min(place + limit, end))
  return events.map(eventResponse)
}

async function subscribe(
  options: ReadReq.Options,
  {
    send,
    log,
    bell,
    upTo,
    signal,
  }: {
    send(response: ReadResp): Promise<void>
    log: Log
    bell: Notifier
    upTo(): number
    signal: AbortSignal
  },
): Promise<void> {
  const all = options.getAll()!
  const matches = filterOf(options)
  const interval = WINDOW * (options.getFilter()?.getCheckpointintervalmultiplier() ?? 1)
  // A position and no index: a scavenge moves the events behind it.
  let position = all.hasStart()
    ? -1
    : all.hasEnd()
      ? (log.all[log.after(upTo()) - 1]?.position ?? -1)
      : Number(all.getPosition()!.getCommitPosition())
  let looked = 0
  let isLive = false
  await send(confirmationResponse(randomUUID()))
  while (!signal.aborted) {
    const event: Recorded | undefined = log.all[log.after(position)]
    if (event && event.position <= upTo()) {
      position = event.position
      if (matches(event)) await send(eventResponse(event))
      if (++looked % interval === 0) await send(checkpointResponse(event.position))
    } else if (isLive) {
      await bell.wait(signal)
    } else {
      isLive = true
      await send(caughtUpResponse())
    }
  }
}
