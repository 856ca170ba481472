// The event store in memory, for the demo in the browser and for tests. It fulfils the contract, except that the events
// are lost with the process.

import {
  type EventStore,
  type StoredEvent,
  NO_STREAM,
  START,
  StoreUnavailable,
  WrongRevision,
} from '#core/store/eventStore.ts'
import { fromText, toText, type StoredText } from '#core/store/eventText.ts'
import { createNotifier, catchUpSubscription } from '#core/store/catchUpSubscription.ts'
import { parsePosition, formatPosition } from '#core/store/position.ts'

interface Stream {
  /** Revision of the last event ever written. */
  revision: number
  /** The events that are not truncated, oldest first. */
  events: StoredText[]
  maxEvents: number
}

export function createMemoryEventStore(): EventStore {
  /** By `eventNumber - 1`; undefined where the event is truncated. */
  const log: (StoredText | undefined)[] = []
  const streams = new Map<string, Stream>()
  const notifier = createNotifier()
  const closing = new AbortController()

  function truncateBefore(stream: Stream, before: number) {
    const events = stream.events.filter((event) => event.revision >= before)
    for (const event of stream.events) if (event.revision < before) log[event.eventNumber - 1] = undefined
    stream.events = events
  }

  function readAfter(position: string, limit: number): StoredEvent[] {
    const events: StoredEvent[] = []
    for (let i = parsePosition(position); i < log.length && events.length < limit; i++) {
      const event = log[i]
      if (event) events.push(fromText(event))
    }
    return events
  }

  function assertOpen() {
    if (closing.signal.aborted) throw new StoreUnavailable('the event store is closed')
  }

  return {
    async append(name, expected, events, { keep } = {}) {
      assertOpen()
      const texts = toText(name, events, keep)
      const stream = streams.get(name) ?? { revision: NO_STREAM, events: [], maxEvents: Infinity }
      if (stream.revision !== expected)
        throw new WrongRevision(
          name,
          expected,
          stream.revision,
          stream.revision > NO_STREAM && stream.events.length === 0,
        )
      for (const text of texts) {
        const event = { ...text, stream: name, revision: ++stream.revision, eventNumber: log.length + 1 }
        log.push(event)
        stream.events.push(event)
      }
      stream.maxEvents = keep ?? stream.maxEvents
      if (stream.events.length > stream.maxEvents)
        truncateBefore(stream, stream.revision + 1 - stream.maxEvents)
      streams.set(name, stream)
      notifier.notify()
      return { revision: stream.revision, position: formatPosition(log.length) }
    },

    async read(name, { from, backward = false, limit = Infinity } = {}) {
      assertOpen()
      const events = streams.get(name)?.events ?? []
      const wanted = backward
        ? events.filter((event) => event.revision <= (from ?? Infinity)).reverse()
        : events.filter((event) => event.revision >= (from ?? 0))
      return wanted.slice(0, limit).map(fromText)
    },

    async head() {
      assertOpen()
      const newest = log.findLast((event) => event !== undefined)
      return newest ? formatPosition(newest.eventNumber) : START
    },

    async *subscribe({ signal, ...options }) {
      assertOpen()
      yield* catchUpSubscription(
        { readAfter, notifier },
        { ...options, signal: AbortSignal.any([signal, closing.signal]) },
      )
    },

    async truncate(name, before) {
      assertOpen()
      const stream = streams.get(name)
      if (stream) truncateBefore(stream, before)
    },

    async close() {
      closing.abort()
    },
  }
}
