// Publishes the changes of a trip as server-sent events (docs/decisions.md §7): each change once, in the order of the
// log, once the read models include it, and after the last event the client received. It ends with the membership.

import { PassThrough } from 'node:stream'
import type { DomainEvent, RecordedEvent } from '#core/kernel/decider.ts'
import type { Codec } from '#core/store/codec.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import { audienceOf, authorizeOnTrip, participants } from '#core/trips/access.ts'
import { tripChanges, tripRefusals, type TripChange, type TripEvents } from '#core/trips/contract.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { TripRole } from '#core/trips/events.ts'
import { idIn } from '#projections/platform/projection.ts'
import { changesVisibility } from '#projections/replica/tripReplica.ts'
import { toHttpError } from '#api/platform/operationRoute.ts'
import {
  type Authenticator,
  type Route,
  TOKEN_EXPIRY_CHECK_MS,
  authenticatedRoute,
} from '#api/platform/route.ts'

interface Deps {
  store: EventStore
  codec: Codec
  reader: StreamReader
  authenticator: Authenticator
  reached(position: string, timeoutMs: number): Promise<boolean>
  /** Prefixes of the streams of other features that belong to a trip: `money-`, `itinerary-`. */
  prefixes: readonly string[]
  /** Milliseconds since 1970. */
  clock(): number
}

export interface TripChanges {
  route: Route
  /** Receives each event of the log, in order. */
  onEvent(event: StoredEvent): Promise<void>
  /** Ends the streams of this person whose session has ended. */
  recheck(userId: string): Promise<void>
  close(): void
}

interface Subscriber {
  tripId: string
  userId: string
  /** The header of its request, to check again whether the session is live. */
  authorization: string | undefined
  /** When the session's token expires, in milliseconds since 1970. */
  expiresAt: number
  stream: PassThrough
  /** The position of the last event sent; at first the position it resumes from. */
  sent: string
  /** Events that arrive while the missed ones are sent; null afterwards. */
  waiting: StoredEvent[] | null
}

const READ_MODELS_TIMEOUT_MS = 10_000
const COMMENT_EVERY_MS = 20_000
/** A client that missed more events of one stream reads everything again. */
const MAX_RESUMED_EVENTS = 500
/** Beyond so many unread bytes a slow client is disconnected; it reconnects and resumes. */
const MAX_BUFFER_BYTES = 256 * 1024
/** Open streams of one person; beyond it the oldest is ended. */
const MAX_STREAMS = 20

export function createTripChanges(deps: Deps): TripChanges {
  const { reader, authenticator, clock } = deps
  const prefixes = [tripStreamType.prefix, ...deps.prefixes]
  const { resume, publish } = createPublisher({ ...deps, prefixes })
  const subscribers = new Set<Subscriber>()
  const timers = [setInterval(sendComments, COMMENT_EVERY_MS), setInterval(endExpired, TOKEN_EXPIRY_CHECK_MS)]
  for (const timer of timers) timer.unref()

  const route = authenticatedRoute(
    tripChanges,
    async ({ params, by, session: { expiresAt }, lastEventId, authorization }) => {
      const tripId = params['tripId']!
      const refusal = authorizeOnTrip(await reader.state(tripStreamType, tripId), by.id)
      if (refusal) throw toHttpError(refusal, tripRefusals)
      const stream = new PassThrough()
      const sent = lastEventId ?? ''
      const subscriber = { tripId, userId: by.id, authorization, expiresAt, stream, sent, waiting: [] }
      subscribers.add(subscriber)
      stream.once('close', () => subscribers.delete(subscriber))
      endOldest(by.id)
      // Node sends the headers with the first bytes.
      stream.write(':\n\n')
      void resume(subscriber).catch(() => stream.destroy())
      return { body: stream, headers: { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' } }
    },
  )

  function endExpired(): void {
    for (const subscriber of subscribers) if (clock() >= subscriber.expiresAt) revoke(subscriber)
  }

  function sendComments(): void {
    for (const subscriber of subscribers) write(subscriber, ':\n\n')
  }

  function endOldest(userId: string): void {
    const own = [...subscribers].filter((subscriber) => subscriber.userId === userId)
    for (const { stream } of own.slice(0, -MAX_STREAMS)) stream.end()
  }

  return {
    route,
    async onEvent(event) {
      const prefix = prefixes.find((candidate) => event.stream.startsWith(candidate))
      if (prefix === undefined) return
      const tripId = idIn(event.stream)
      for (const subscriber of subscribers)
        if (subscriber.tripId !== tripId) continue
        else if (subscriber.waiting) subscriber.waiting.push(event)
        else await publish(subscriber, event)
    },
    async recheck(userId) {
      const own = [...subscribers].filter((subscriber) => subscriber.userId === userId)
      await Promise.all(
        own.map((subscriber) =>
          authenticator.authenticate(subscriber.authorization).catch(() => revoke(subscriber)),
        ),
      )
    },
    close() {
      for (const timer of timers) clearInterval(timer)
      for (const { stream } of subscribers) stream.end()
    },
  }
}

/** Sends events to one subscriber at a time. @param prefixes of all streams of a trip */
function createPublisher({ store, codec, reader, reached, prefixes, clock }: Deps) {
  /** Sends the missed events, then the events that have arrived meanwhile. */
  async function resume(subscriber: Subscriber): Promise<void> {
    const head = await store.head()
    const { sent } = subscriber
    if (sent === '') subscriber.sent = head
    else {
      const missed = sent.length === head.length && sent <= head ? await missedBy(subscriber) : null
      if (missed === null) {
        await reached(head, READ_MODELS_TIMEOUT_MS)
        subscriber.sent = head
        resync(subscriber, head)
      } else for (const event of missed) await publish(subscriber, event)
    }
    // One after another, until none arrives while the last one is sent.
    for (let next = subscriber.waiting?.shift(); next; next = subscriber.waiting?.shift())
      await publish(subscriber, next)
    subscriber.waiting = null
  }

  /** Oldest first; null when there are too many. */
  async function missedBy({ tripId, sent }: Subscriber): Promise<StoredEvent[] | null> {
    const limit = MAX_RESUMED_EVENTS + 1
    const streams = await Promise.all(
      prefixes.map((prefix) => store.read(prefix + tripId, { backward: true, limit })),
    )
    const missed = streams.map((events) => events.filter(({ position }) => position > sent))
    if (missed.some((events) => events.length > MAX_RESUMED_EVENTS)) return null
    return missed.flat().sort((a, b) => (a.position < b.position ? -1 : 1))
  }

  async function publish(subscriber: Subscriber, event: StoredEvent): Promise<void> {
    if (event.position <= subscriber.sent || subscriber.stream.writableEnded) return
    subscriber.sent = event.position
    if (clock() >= subscriber.expiresAt || !(await hasRole(subscriber, participants)))
      return revoke(subscriber)
    await reached(event.position, READ_MODELS_TIMEOUT_MS)
    const { stream, position, revision, ...decoded } = codec.decode<DomainEvent>(event)
    if (changesVisibility(decoded, subscriber.userId)) return resync(subscriber, position)
    const audience = audienceOf(event.type)
    const isVisible = audience === participants || (await hasRole(subscriber, audience))
    const events = isVisible ? [toTripChange(decoded, revision, subscriber.userId)] : []
    const payload: TripEvents['change'] = { position, stream, revision, events }
    write(subscriber, `id: ${position}\nevent: change\ndata: ${JSON.stringify(payload)}\n\n`)
  }

  /** The client's own key confirms its pending command; other metadata stays on the server. */
  function toTripChange(
    { type, data, meta: { at, actor, key } }: Pick<RecordedEvent, 'type' | 'data' | 'meta'>,
    revision: number,
    userId: string,
  ): TripChange {
    return { type, data, revision, at, actor, version: codec.version(type), ...(actor === userId && { key }) }
  }

  async function hasRole({ tripId, userId }: Subscriber, roles: readonly TripRole[]): Promise<boolean> {
    return authorizeOnTrip(await reader.state(tripStreamType, tripId), userId, roles) === null
  }

  return { resume, publish }
}

/** The client must read everything again, at this position. */
function resync(subscriber: Subscriber, position: string): void {
  write(subscriber, `id: ${position}\nevent: resync\ndata: {}\n\n`)
}

function revoke({ stream }: Subscriber): void {
  stream.end('event: revoked\ndata: {}\n\n')
}

function write({ stream }: Subscriber, text: string): void {
  if (stream.writableEnded) return
  stream.write(text)
  if (stream.writableLength > MAX_BUFFER_BYTES) stream.destroy()
}
