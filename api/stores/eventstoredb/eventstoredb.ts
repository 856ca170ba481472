// The event store over EventStoreDB (22.10 or later) or KurrentDB, for any number of processes. Every append is at an
// exact revision, which makes a repeated one harmless; truncated events are hidden at once and freed by the server's
// next scavenge. One closure, because all calls share the connection and its shutdown.

import { type AppendResult, type EventData, NO_STREAM as ESDB_NO_STREAM } from '@eventstore/db-client'
import {
  type Appended,
  type EventStore,
  NO_STREAM,
  START,
  StoreUnavailable,
  WrongRevision,
} from '#core/store/eventStore.ts'
import { toText } from '#core/store/eventText.ts'
import { actualRevision, meaningOf, nameMissingRight } from '#api/stores/eventstoredb/esdbErrors.ts'
import {
  isOurs,
  positionOf,
  toEsdbPosition,
  toProposal,
  toStored,
} from '#api/stores/eventstoredb/esdbEvents.ts'
import { createTruncationFilter } from '#api/stores/eventstoredb/esdbTruncationFilter.ts'
import { openLink } from '#api/stores/eventstoredb/esdbLink.ts'
import { createEsdbMetadata } from '#api/stores/eventstoredb/esdbMetadata.ts'
import { createEsdbReader } from '#api/stores/eventstoredb/esdbReader.ts'
import { subscribe } from '#api/stores/eventstoredb/esdbSubscription.ts'

export interface EventStoreDbOptions {
  /** esdb://user:password@host:2113?tls=true */
  connectionString: string
  /** Receives errors that no caller gets: the server is unavailable, a subscription broke. */
  onError?: (error: Error) => void
  onBack?: () => void
  /** Prefix of this product's streams in a shared database. */
  prefix?: string
  /**
   * A server without a reply within this time counts as unavailable; default 1,500 ms: a command gets a response within
   * 2 s.
   */
  replyTimeoutMs?: number
  /**
   * In a long catch-up, a server that sends nothing about all streams within this time is asked for single ones; default
   * 15,000 ms.
   */
  silenceMs?: number
}

/**
 * Connects with the first call, so the server may start later.
 * @throws Error in one line, without secrets, for an invalid connection string
 */
export async function openEventStoreDb(options: EventStoreDbOptions): Promise<EventStore> {
  const { connectionString, prefix = '', replyTimeoutMs = 1500, silenceMs } = options
  const { onError = (error) => process.emitWarning(error), onBack = () => undefined } = options
  const link = openLink({ connectionString, onOutage: onError, onBack })
  const reader = createEsdbReader(link, replyTimeoutMs)
  const metadata = createEsdbMetadata(link, reader, replyTimeoutMs)
  const closing = new AbortController()
  const pendingCalls = new Set<Promise<unknown>>()
  let closed: Promise<void> | undefined

  function assertOpen() {
    if (closing.signal.aborted) throw new StoreUnavailable('the event store is closed')
  }

  /** `close` waits for the work, and a refusal of the server becomes StoreUnavailable. */
  async function track<T>(call: () => Promise<T>): Promise<T> {
    const result = call()
    pendingCalls.add(result)
    try {
      return await result
    } catch (error) {
      if (meaningOf(error) !== 'refused') throw error
      const unavailable = new StoreUnavailable(`the event store refuses: ${(error as Error).message}`, {
        cause: error,
      })
      onError(unavailable)
      throw unavailable
    } finally {
      pendingCalls.delete(result)
    }
  }

  async function write(stream: string, expected: number, events: EventData[]): Promise<Appended> {
    let result: AppendResult
    const begin = performance.now()
    try {
      const appended = link.run(
        (client) =>
          client.appendToStream(prefix + stream, events, {
            expectedRevision: expected === NO_STREAM ? ESDB_NO_STREAM : BigInt(expected),
            requiresLeader: true,
            deadline: replyTimeoutMs,
          }),
        replyTimeoutMs,
      )
      result = await nameMissingRight(`write the stream ${prefix + stream}`, appended)
    } catch (error) {
      const actual = actualRevision(error)
      if (actual === null) throw error
      const name = prefix + stream
      // One time for the append and this, so that a command gets a response within 2 s.
      const left = replyTimeoutMs - (performance.now() - begin)
      const isTruncated = async (ms: number) => (await metadata.truncatedBefore(name, ms)) > actual
      const isShown = actual === NO_STREAM || (await reader.untilShown(name, actual, left, isTruncated))
      throw new WrongRevision(stream, expected, actual, !isShown)
    }
    const revision = Number(result.nextExpectedRevision)
    // The position is that of the last event; the reply to a repeated append may have none.
    const position = result.position
      ? toEsdbPosition(result.position.commit)
      : await positionAt(prefix + stream, revision)
    return { revision, position }
  }

  /** For an event that may be truncated already, any later position will do. */
  async function positionAt(name: string, revision: number): Promise<string> {
    const [event] = await reader.stream(name, { from: revision, limit: 1 })
    if (event) return positionOf(event)
    const [newest] = await reader.newest(1)
    return newest ? positionOf(newest) : START
  }

  async function head(): Promise<string> {
    const truncation = createTruncationFilter(reader)
    let page = await reader.newest(16)
    for (let size = 64; page.length > 0; size = Math.min(size * 4, 1000)) {
      for (const event of page.filter((candidate) => isOurs(candidate, prefix)))
        if ((await truncation.withoutTruncated([event])).length > 0) return positionOf(event)
      page = await reader.newest(size, page.at(-1)!.position)
    }
    return START
  }

  async function truncate(stream: string, before: number): Promise<void> {
    const [last] = await reader.stream(prefix + stream, { backward: true, limit: 1 })
    // Later events must not be hidden.
    if (last) await metadata.truncate(prefix + stream, Math.min(before, Number(last.revision) + 1))
  }

  async function closeLink() {
    closing.abort()
    await Promise.allSettled(pendingCalls)
    await link.close()
  }

  return {
    async append(stream, expected, events, { keep } = {}) {
      assertOpen()
      const proposals = toText(stream, events, keep).map((text, index) =>
        toProposal(prefix + stream, expected + 1 + index, text, events[index]!.meta),
      )
      return track(async () => {
        // The limit of a new stream is set before its first append, so that no crash leaves it without. The limit of an
        // existing stream is set after the append, which may be refused, and again with the next append if that fails.
        const isNew = expected === NO_STREAM
        if (keep !== undefined && isNew) await metadata.keep(prefix + stream, keep, true)
        const appended = await write(stream, expected, proposals)
        if (keep !== undefined && !isNew) await metadata.keep(prefix + stream, keep, false)
        return appended
      })
    },

    async read(stream, read = {}) {
      assertOpen()
      const events = await track(() => reader.stream(prefix + stream, read))
      return events.map((event) => toStored(event, prefix))
    },

    async head() {
      assertOpen()
      return track(head)
    },

    async *subscribe({ signal, after, batch = 500 }) {
      assertOpen()
      const anySignal = AbortSignal.any([signal, closing.signal])
      yield* subscribe({ link, reader, prefix, after, batch, signal: anySignal, silenceMs, onError })
    },

    async truncate(stream, before) {
      assertOpen()
      await track(() => truncate(stream, before))
    },

    close() {
      return (closed ??= closeLink())
    },
  }
}
