// What happens on a trip, told to whoever has it open as server-sent events (decisions §7): each change once, in the
// order of the log, only after it can be read, from where the client left off; and an end to it with the membership.

import { PassThrough } from 'node:stream'
import type { DomainEvent } from '#core/kernel/decider.ts'
import type { Codec } from '#core/store/codec.ts'
import type { EventStore, StoredEvent } from '#core/store/eventStore.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import { audienceOf, authorizeOnTrip, participants } from '#core/trips/access.ts'
import { tripChanges, tripRefusals } from '#core/trips/contract.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import type { TripRole } from '#core/trips/events.ts'
import { idIn } from '#projections/platform/projection.ts'
import { toHttpError } from '#api/platform/operationRoute.ts'
import type { Authenticator, Route } from '#api/platform/route.ts'
import { TOKEN_EXPIRY_CHECK_MS, authenticatedRoute } from '#api/platform/route.ts'

interface Deps {
  store: EventStore
  codec: Codec
  reader: StreamReader
  gate: Authenticator
  reached(position: string, timeoutMs: number): Promise<boolean>
  /** Streams of other features that tell of a trip: `money-`, `itinerary-`. */
  prefixes: readonly string[]
  /** Milliseconds since 1970. */
  clock(): number
}

export interface TripChanges {
  route: Route
  /** Takes each event of the log, in order. */
  follow(event: StoredEvent): Promise<void>
  /** Their session may have ended. */
  recheck(userId: string): Promise<void>
  close(): void
}

interface Listener {
  tripId: string
  userId: string
  /** Of the request: whether its session still lives is asked with it. */
  authorization: string | undefined
  /** When its token ends, in milliseconds since 1970. */
  endsAt: number
  stream: PassThrough
  /** The last position it was told; before its first, where it left off. */
  told: string
  /** What comes while it is being told what it missed; null once it was. */
  waiting: StoredEvent[] | null
}

const READABLE_WITHIN_MS = 10_000
const COMMENT_EVERY_MS = 20_000
/** Whoever missed more of a stream than this reads all again. */
const RESUMED_AT_MOST = 500
/** Unread bytes of a slow reader: it comes back and resumes. */
const BUFFER_AT_MOST = 256 * 1024
/** Open trips of one person; the oldest goes. */
const LISTENERS_AT_MOST = 20

export function createTripChanges({
  store,
  codec,
  reader,
  gate,
  reached,
  clock,
  ...given
}: Deps): TripChanges {
  const prefixes = [tripStreamType.prefix, ...given.prefixes]
  const listeners = new Set<Listener>()
  const timers = [setInterval(comment, COMMENT_EVERY_MS), setInterval(endOver, TOKEN_EXPIRY_CHECK_MS)]
  for (const timer of timers) timer.unref()

  const route = authenticatedRoute(
    tripChanges,
    async ({ params, by, session, lastEventId, authorization }) => {
      const tripId = params['tripId']!
      const refusal = authorizeOnTrip(await reader.state(tripStreamType, tripId), by.id)
      if (refusal) throw toHttpError(refusal, tripRefusals)
      const stream = new PassThrough()
      const told = lastEventId ?? ''
      const { endsAt } = session
      const listener: Listener = {
        tripId,
        userId: by.id,
        authorization,
        endsAt,
        stream,
        told,
        waiting: [],
      }
      listeners.add(listener)
      stream.once('close', () => listeners.delete(listener))
      endOldest(by.id)
      // The head goes out with the first bytes.
      stream.write(':\n\n')
      void resume(listener).catch(() => stream.destroy())
      return { body: stream, headers: { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' } }
    },
  )

  /** What it missed since it left off, then what has come meanwhile. */
  async function resume(listener: Listener): Promise<void> {
    const head = await store.head()
    if (listener.told === '') listener.told = head
    else {
      const missed =
        listener.told.length === head.length && listener.told <= head ? await since(listener) : null
      if (missed === null) {
        await reached(head, READABLE_WITHIN_MS)
        listener.told = head
        write(listener, `id: ${head}\nevent: resync\ndata: {}\n\n`)
      } else for (const event of missed) await tell(listener, event)
    }
    // One after another, until nothing came while the last one was told.
    for (let next = listener.waiting?.shift(); next; next = listener.waiting?.shift())
      await tell(listener, next)
    listener.waiting = null
  }

  /** Oldest first; null where it is too much. */
  async function since({ tripId, told }: Listener): Promise<StoredEvent[] | null> {
    const limit = RESUMED_AT_MOST + 1
    const streams = await Promise.all(
      prefixes.map((prefix) => store.read(prefix + tripId, { backward: true, limit })),
    )
    const missed = streams.map((events) => events.filter(({ position }) => position > told))
    if (missed.some((events) => events.length > RESUMED_AT_MOST)) return null
    return missed.flat().sort((a, b) => (a.position < b.position ? -1 : 1))
  }

  async function tell(listener: Listener, event: StoredEvent): Promise<void> {
    if (event.position <= listener.told || listener.stream.writableEnded) return
    listener.told = event.position
    if (isOver(listener)) return revoke(listener)
    if (!(await mayHear(listener, participants))) return revoke(listener)
    const hearers = audienceOf(event.type)
    if (hearers !== participants && !(await mayHear(listener, hearers))) return
    await reached(event.position, READABLE_WITHIN_MS)
    const { type, data, meta, revision } = codec.decode<DomainEvent>(event)
    const change = { type, data, revision, at: meta.at, actor: meta.actor }
    const told = { position: event.position, stream: event.stream, events: [change] }
    write(listener, `id: ${event.position}\nevent: change\ndata: ${JSON.stringify(told)}\n\n`)
  }

  async function mayHear({ tripId, userId }: Listener, roles: readonly TripRole[]): Promise<boolean> {
    return authorizeOnTrip(await reader.state(tripStreamType, tripId), userId, roles) === null
  }

  const isOver = ({ endsAt }: Listener) => clock() >= endsAt

  function endOver(): void {
    for (const listener of listeners) if (isOver(listener)) revoke(listener)
  }

  function revoke({ stream }: Listener): void {
    stream.end('event: revoked\ndata: {}\n\n')
  }

  function write({ stream }: Listener, text: string): void {
    if (stream.writableEnded) return
    stream.write(text)
    if (stream.writableLength > BUFFER_AT_MOST) stream.destroy()
  }

  function comment(): void {
    for (const listener of listeners) write(listener, ':\n\n')
  }

  function endOldest(userId: string): void {
    const own = [...listeners].filter((listener) => listener.userId === userId)
    for (const { stream } of own.slice(0, -LISTENERS_AT_MOST)) stream.end()
  }

  return {
    route,
    async follow(event) {
      const prefix = prefixes.find((one) => event.stream.startsWith(one))
      if (prefix === undefined) return
      const tripId = idIn(event.stream)
      for (const listener of listeners)
        if (listener.tripId !== tripId) continue
        else if (listener.waiting) listener.waiting.push(event)
        else await tell(listener, event)
    },
    async recheck(userId) {
      const own = [...listeners].filter((listener) => listener.userId === userId)
      await Promise.all(
        own.map((listener) => gate.authenticate(listener.authorization).catch(() => revoke(listener))),
      )
    },
    close() {
      for (const timer of timers) clearInterval(timer)
      for (const { stream } of listeners) stream.end()
    },
  }
}
