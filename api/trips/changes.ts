// Publishes the changes of a trip as server-sent events (docs/decisions.md §7). A client receives each change after its
// Last-Event-ID once, in the order of the log, and not before the read models include it. The response ends when the user
// leaves the trip or the session ends.

import { PassThrough } from 'node:stream'
import type { DomainEvent, RecordedEvent } from '#core/kernel/decider.ts'
import type { Codec } from '#core/store/codec.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import { authorizeOnTrip } from '#core/trips/access.ts'
import { audienceOf, changesVisibility, participantRoles } from '#core/trips/visibility.ts'
import { tripChanges, type TripChange, type TripEvents } from '#core/trips/contract.ts'
import { tripRefusals } from '#core/trips/refusals.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { TripRole } from '#core/trips/events.ts'
import { idIn } from '#projections/platform/projection.ts'
import { HttpError } from '#api/platform/http/httpError.ts'
import { toHttpError } from '#api/platform/operationRoute.ts'
import { READ_MODELS_TIMEOUT_MS } from '#api/platform/readModels.ts'
import {
  type Authenticator,
  type Route,
  TOKEN_EXPIRY_CHECK_MS,
  authenticatedRoute,
} from '#api/platform/http/route.ts'

interface Deps {
  store: EventStore
  codec: Codec
  reader: StreamReader
  authenticator: Authenticator
  /** Resolves to whether the read models include this position within `timeoutMs`. */
  waitForPosition(position: string, timeoutMs: number): Promise<boolean>
  /** The prefixes of all streams of a trip: `trip-`, `itinerary-`, `money-`. */
  prefixes: readonly string[]
  /** Milliseconds since 1970. */
  clock(): number
}

export interface TripChanges {
  route: Route
  /** Receives each event of the log, in order. */
  onEvent(event: StoredEvent): Promise<void>
  /** Ends the responses to this user whose session has ended. */
  recheckSessions(userId: string): Promise<void>
  close(): void
}

interface Subscriber {
  tripId: string
  userId: string
  /** The Authorization header of its request; `recheckSessions` authenticates it again. */
  authorization: string | undefined
  /** When its token expires, in milliseconds since 1970. */
  expiresAt: number
  /** The body of the response. */
  body: PassThrough
  /** Of the last event sent; at first the Last-Event-ID of the request, '' without one. */
  sentPosition: string
  /** Events that arrive while the missed ones are sent; null after that. */
  queue: StoredEvent[] | null
}

const HEARTBEAT_MS = 20_000
/** A client that missed more events of one stream gets `resync` instead. */
const MAX_RESUMED_EVENTS = 500
/** A client with more unread bytes is disconnected; it reconnects and resumes. */
const MAX_BUFFER_BYTES = 256 * 1024
/** Open responses to one user; beyond it the oldest is ended. */
const MAX_RESPONSES_PER_USER = 20

export function createTripChanges(deps: Deps): TripChanges {
  const { reader, authenticator, prefixes, clock } = deps
  const { resume, publish } = createPublisher(deps)
  const subscribers = new Set<Subscriber>()
  // An event costs as much as its trip or person has subscribers, whatever the number of others.
  const byTrip = new GroupedSet<Subscriber>(({ tripId }) => tripId)
  const byUser = new GroupedSet<Subscriber>(({ userId }) => userId)
  const expiryCheck = setInterval(endExpired, TOKEN_EXPIRY_CHECK_MS).unref()

  const route = authenticatedRoute(
    tripChanges,
    async ({ params, by, session: { expiresAt }, lastEventId, authorization }) => {
      const tripId = params['tripId']!
      const refusal = authorizeOnTrip(await reader.state(tripStreamType, tripId), by.id)
      if (refusal) throw toHttpError(refusal, tripRefusals)
      const body = new PassThrough()
      const sentPosition = lastEventId ?? ''
      const subscriber = { tripId, userId: by.id, authorization, expiresAt, body, sentPosition, queue: [] }
      add(subscriber)
      // A timer for each, because heartbeats to ten thousand at once take 0.2 s, in which nobody else gets a response.
      const heartbeat = setInterval(write, HEARTBEAT_MS, subscriber, ':\n\n').unref()
      body.once('close', () => {
        clearInterval(heartbeat)
        remove(subscriber)
      })
      endOldest(by.id)
      // Node sends the headers only together with the first bytes of the body.
      body.write(':\n\n')
      // A session that ended before the subscriber was added was not found by `recheckSessions`.
      void closingOnFailure(
        subscriber,
        checkSession(subscriber).then(() => resume(subscriber)),
      )
      return { body, headers: { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' } }
    },
  )

  function add(subscriber: Subscriber): void {
    for (const set of [subscribers, byTrip, byUser]) set.add(subscriber)
  }

  function remove(subscriber: Subscriber): void {
    for (const set of [subscribers, byTrip, byUser]) set.delete(subscriber)
  }

  /** @throws StoreUnavailable when nobody knows whether the session is live */
  async function checkSession(subscriber: Subscriber): Promise<void> {
    try {
      await authenticator.authenticate(subscriber.authorization)
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 401) throw error
      revoke(subscriber)
    }
  }

  /** Its client reconnects with the token of its session by then. */
  function endExpired(): void {
    for (const { expiresAt, body } of subscribers) if (clock() >= expiresAt) body.end()
  }

  function endOldest(userId: string): void {
    for (const { body } of [...byUser.of(userId)].slice(0, -MAX_RESPONSES_PER_USER)) body.end()
  }

  return {
    route,
    async onEvent(event) {
      if (!prefixes.some((prefix) => event.stream.startsWith(prefix))) return
      for (const subscriber of byTrip.of(idIn(event.stream)))
        if (subscriber.queue) subscriber.queue.push(event)
        else await closingOnFailure(subscriber, publish(subscriber, event))
    },
    async recheckSessions(userId) {
      await Promise.all(
        [...byUser.of(userId)].map((subscriber) => closingOnFailure(subscriber, checkSession(subscriber))),
      )
    },
    close() {
      clearInterval(expiryCheck)
      for (const { body } of subscribers) body.end()
    },
  }
}

/** Sends events to one subscriber at a time. */
function createPublisher({ store, codec, reader, waitForPosition, prefixes, clock }: Deps) {
  /** @throws Error if the read models stay behind: the response ends, and the client resumes at its last event */
  async function readable(position: string): Promise<void> {
    if (!(await waitForPosition(position, READ_MODELS_TIMEOUT_MS)))
      throw new Error('The read models are behind: the change cannot be sent yet')
  }

  /** Sends the events since the last connection, then those that have arrived meanwhile. */
  async function resume(subscriber: Subscriber): Promise<void> {
    const head = await store.head()
    const { sentPosition } = subscriber
    if (sentPosition === '') subscriber.sentPosition = head
    else {
      // A longer, shorter or later position is not of this log.
      const isOfLog = sentPosition.length === head.length && sentPosition <= head
      const missed = isOfLog ? await readMissed(subscriber) : null
      if (missed === null) {
        await readable(head)
        subscriber.sentPosition = head
        sendResync(subscriber, head)
      } else for (const event of missed) await publish(subscriber, event)
    }
    // Events that arrive while a queued one is sent join the queue.
    for (let next = subscriber.queue?.shift(); next; next = subscriber.queue?.shift())
      await publish(subscriber, next)
    subscriber.queue = null
  }

  /** The events of the trip after the last one sent, oldest first; null for more than `MAX_RESUMED_EVENTS`. */
  async function readMissed({ tripId, sentPosition }: Subscriber): Promise<StoredEvent[] | null> {
    const streams = await Promise.all(prefixes.map((prefix) => eventsAfter(prefix + tripId, sentPosition)))
    if (streams.some((events) => events === null)) return null
    return streams.flatMap((events) => events ?? []).sort((a, b) => (a.position < b.position ? -1 : 1))
  }

  /** Reads back from the newest event to the position: most clients have missed nothing, or little. */
  async function eventsAfter(stream: string, position: string): Promise<StoredEvent[] | null> {
    const most = MAX_RESUMED_EVENTS + 1
    for (let limit = 1; ; limit = Math.min(limit * 8, most)) {
      const events = await store.read(stream, { backward: true, limit })
      const missed = events.filter((event) => event.position > position)
      if (missed.length < limit) return missed
      if (limit === most) return null
    }
  }

  async function publish(subscriber: Subscriber, event: StoredEvent): Promise<void> {
    if (event.position <= subscriber.sentPosition || subscriber.body.writableEnded) return
    subscriber.sentPosition = event.position
    if (clock() >= subscriber.expiresAt) return void subscriber.body.end()
    if (!(await hasRole(subscriber, participantRoles))) return revoke(subscriber)
    await readable(event.position)
    const { stream, position, revision, ...decoded } = codec.decode<DomainEvent>(event)
    if (changesVisibility(decoded, subscriber.userId)) return sendResync(subscriber, position)
    const audience = audienceOf(event.type)
    const isVisible = audience === participantRoles || (await hasRole(subscriber, audience))
    const events = isVisible ? [toTripChange(decoded, revision, subscriber.userId)] : []
    const payload: TripEvents['change'] = { position, stream, revision, events }
    write(subscriber, `id: ${position}\nevent: change\ndata: ${JSON.stringify(payload)}\n\n`)
  }

  /** Contains the idempotency key only for the user who sent the command: it confirms their pending command. */
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

/**
 * Closes the response when the work for it failed, for example because the log could not be read: a later event would move
 * the client's Last-Event-ID past one that was not sent. The client reconnects, is authenticated again, and resumes after
 * the last event that it received.
 */
function closingOnFailure({ body }: Subscriber, work: Promise<void>): Promise<void> {
  return work.catch(() => void body.destroy())
}

/** Makes the client read the whole trip again; later changes begin after this position. */
function sendResync(subscriber: Subscriber, position: string): void {
  write(subscriber, `id: ${position}\nevent: resync\ndata: {}\n\n`)
}

/** Ends the response, and the client does not reconnect: its session or its access has ended. */
function revoke({ body }: Subscriber): void {
  if (!body.writableEnded) body.end('event: revoked\ndata: {}\n\n')
}

function write({ body }: Subscriber, text: string): void {
  if (body.writableEnded) return
  body.write(text)
  if (body.writableLength > MAX_BUFFER_BYTES) body.destroy()
}

/** A set that finds its items by a group that never changes, however many items other groups have. */
class GroupedSet<Item> {
  readonly #groupOf: (item: Item) => string
  readonly #groups = new Map<string, Set<Item>>()

  constructor(groupOf: (item: Item) => string) {
    this.#groupOf = groupOf
  }

  add(item: Item): void {
    const name = this.#groupOf(item)
    const group = this.#groups.get(name)
    if (group) group.add(item)
    else this.#groups.set(name, new Set([item]))
  }

  delete(item: Item): void {
    const name = this.#groupOf(item)
    const group = this.#groups.get(name)
    group?.delete(item)
    if (group?.size === 0) this.#groups.delete(name)
  }

  /** The group's items in the order they were added. */
  of(name: string): Iterable<Item> {
    return this.#groups.get(name) ?? []
  }
}
