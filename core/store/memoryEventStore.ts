// The event store in memory, for the demo in the browser and for tests: keeps the contract except that it ends with the
// process. Places are dense, so the log is an array, and a truncated event leaves its place empty.

import {
  NO_STREAM,
  START,
  StoreUnavailable,
  WrongRevision,
  type EventStore,
  type StoredEvent,
} from '#core/store/eventStore.ts'
import { fromText, toText, type StoredText } from '#core/store/eventText.ts'
import { createNotifier, catchUpSubscription } from '#core/store/catchUpSubscription.ts'
import { parsePosition, formatPosition } from '#core/store/position.ts'

interface Stream {
  /** Revision of the last event ever written. */
  revision: number
  /** The events that are not truncated, oldest first. */
  kept: StoredText[]
  keep: number
}

export function createMemoryEventStore(): EventStore {
  const log: (StoredText | undefined)[] = []
  const streams = new Map<string, Stream>()
  const notifier = createNotifier()
  const closing = new AbortController()

  function forget(stream: Stream, before: number) {
    const kept = stream.kept.filter((event) => event.revision >= before)
    for (const event of stream.kept) if (event.revision < before) log[event.place - 1] = undefined
    stream.kept = kept
  }

  function readAfter(position: string, limit: number): StoredEvent[] {
    const found: StoredEvent[] = []
    for (let place = parsePosition(position); place < log.length && found.length < limit; place++) {
      const event = log[place]
      if (event) found.push(fromText(event))
    }
    return found
  }

  function open() {
    if (closing.signal.aborted) throw new StoreUnavailable('the event store is closed')
  }

  return {
    async append(name, expected, events, { keep } = {}) {
      open()
      const texts = toText(events, keep)
      const stream = streams.get(name) ?? { revision: NO_STREAM, kept: [], keep: Infinity }
      if (stream.revision !== expected) throw new WrongRevision(name, expected, stream.revision)
      for (const text of texts) {
        const event = { ...text, stream: name, revision: ++stream.revision, place: log.length + 1 }
        log.push(event)
        stream.kept.push(event)
      }
      stream.keep = keep ?? stream.keep
      if (stream.kept.length > stream.keep) forget(stream, stream.revision + 1 - stream.keep)
      streams.set(name, stream)
      notifier.notify()
      return { revision: stream.revision, position: formatPosition(log.length) }
    },

    async read(name, { from, backward = false, limit = Infinity } = {}) {
      open()
      const kept = streams.get(name)?.kept ?? []
      const wanted = backward
        ? kept.filter((event) => event.revision <= (from ?? Infinity)).reverse()
        : kept.filter((event) => event.revision >= (from ?? 0))
      return wanted.slice(0, limit).map(fromText)
    },

    async head() {
      open()
      const newest = log.findLast((event) => event !== undefined)
      return newest ? formatPosition(newest.place) : START
    },

    async *subscribe({ signal, ...options }) {
      open()
      yield* catchUpSubscription(
        { readAfter, notifier },
        { ...options, signal: AbortSignal.any([signal, closing.signal]) },
      )
    },

    async truncate(name, before) {
      open()
      const stream = streams.get(name)
      if (stream) forget(stream, before)
    },

    async close() {
      closing.abort()
    },
  }
}
