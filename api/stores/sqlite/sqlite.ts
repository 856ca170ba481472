// The event store in one SQLite file: a worker thread writes it, this thread reads it over its own connection and never
// waits for the disk. Another process (the command-line tool) may write to the same file. Nothing in this process may
// open the file with node:fs meanwhile: closing it there drops SQLite's locks. One closure, because reads and
// subscriptions share the connection and its shutdown.

import { setImmediate as otherWork } from 'node:timers/promises'
import {
  LogDamaged,
  StoreUnavailable,
  WrongRevision,
  type EventStore,
  type StoredEvent,
} from '#core/store/eventStore.ts'
import { fromText, toText } from '#core/store/eventText.ts'
import { createNotifier, catchUpSubscription, shareReads } from '#core/store/catchUpSubscription.ts'
import { formatPosition } from '#core/store/position.ts'
import { errorText } from '#api/platform/diskError.ts'
import { checkHighWaterMark } from '#api/stores/highWaterMark.ts'
import { createPrivateFile } from '#api/stores/privateFile.ts'
import { createLastTransaction, type LastTransaction } from '#api/stores/sqlite/lastTransaction.ts'
import { openSqliteReader, type SqliteReader } from '#api/stores/sqlite/sqliteReader.ts'
import { startWriterThread, type WriterThread } from '#api/stores/sqlite/sqliteWriterThread.ts'

/** How often to check for other processes' writes; a check takes some microseconds. */
const POLL_MS = 200

export interface SqliteOptions {
  /** Created with its folder, for its owner only, when it does not exist. */
  file: string
  /**
   * Receives errors that no caller gets: a subscription that cannot read for now, a writer that has died. Also each
   * LogDamaged: the process should end, because it cannot decide correctly any more.
   */
  onError?: (error: Error) => void
  /** How long an append waits for another writing process; default 5,000 ms. */
  busyMs?: number
  /** How long truncated and new data stays in the write-ahead log only; default 2,000 ms. */
  wipeMs?: number
}

/**
 * @throws LogDamaged when acknowledged events are missing or the file is damaged; StoreUnavailable when it cannot be
 *   opened or created, is not a log, or is one of a newer version
 */
export async function openSqliteEventStore(options: SqliteOptions): Promise<EventStore> {
  const { file, onError = (error) => process.emitWarning(error), busyMs = 5000, wipeMs = 2000 } = options
  const notifier = createNotifier()
  checkHighWaterMark(file)
  create(file)
  const lastTransaction = createLastTransaction()
  const onCommitted: LastTransaction['committed'] = (jobs, outcomes) => {
    lastTransaction.committed(jobs, outcomes)
    notifier.notify()
  }
  const writer = await startWriterThread({ file, busyMs, wipeMs }, { onCommitted, onError })
  const reader = await openReader(file, writer)
  const closing = new AbortController()
  let closed: Promise<void> | undefined
  let readFailed = false
  let polledVersion: unknown

  const polling = setInterval(() => {
    lastTransaction.forget()
    if (notifier.waiting() > 0 && (readFailed || hasChanged())) notifier.notify()
  }, POLL_MS).unref()

  /** When the file cannot be read, the subscriptions are woken and fail themselves. */
  function hasChanged(): boolean {
    const before = polledVersion
    try {
      polledVersion = reader.version()
      return polledVersion !== before
    } catch {
      return true
    }
  }

  /** A damaged file is reported, whatever the caller does with the error. */
  function reportingDamage<T>(read: () => T): T {
    try {
      return read()
    } catch (error) {
      if (error instanceof LogDamaged) onError(error)
      throw error
    }
  }

  /** While the file cannot be read, a subscription reports it and retries. */
  const readAfter = shareReads((position, limit) => {
    const written = lastTransaction.after(position, limit)
    if (written.length > 0) return written.map(fromText)
    try {
      const events = reportingDamage(() => reader.readAfter(position, limit))
      readFailed = false
      return events
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      readFailed = true
      onError(error)
      return []
    }
  }, notifier)

  /** The writer closes last: only it can fold the write-ahead log into the file. */
  async function closeAll() {
    closing.abort()
    clearInterval(polling)
    reader.close()
    await writer.close()
  }

  function assertOpen() {
    if (closing.signal.aborted) throw new StoreUnavailable('the event store is closed')
  }

  return {
    async append(stream, expected, events, { keep } = {}) {
      assertOpen()
      const outcome = await writer.append({ stream, expected, events: toText(stream, events, keep), keep })
      if ('wrong' in outcome) throw new WrongRevision(stream, expected, outcome.wrong, outcome.isTruncated)
      return { revision: outcome.revision, position: formatPosition(outcome.eventNumber) }
    },

    async read(stream, options) {
      assertOpen()
      return reportingDamage(() => reader.read(stream, options))
    },

    async *readPages(stream, from) {
      assertOpen()
      const pages = reader.readPages(stream, from)[Symbol.iterator]()
      let page = reportingDamage(() => pages.next())
      while (!page.done) {
        yield page.value
        page = reportingDamage(() => pages.next())
        if (!page.done) await otherWork()
      }
    },

    async head() {
      assertOpen()
      return reportingDamage(reader.head)
    },

    async *subscribe({ signal, ...options }) {
      assertOpen()
      yield* catchUpSubscription(
        { readAfter, notifier },
        { ...options, signal: AbortSignal.any([signal, closing.signal]) },
      )
    },

    async truncate(stream, before) {
      assertOpen()
      await writer.truncate({ stream, before })
    },

    trackAppends() {
      assertOpen()
      const appended = trackAppends({
        version: reader.version,
        head: () => reportingDamage(reader.head),
        appendedAfter: (position, limit) => reportingDamage(() => reader.appendedAfter(position, limit)),
      })
      return () => (assertOpen(), appended())
    },

    close() {
      return (closed ??= closeAll())
    },
  }
}

function create(file: string) {
  try {
    createPrivateFile(file)
  } catch (cause) {
    throw new StoreUnavailable(`the event store's file cannot be made: ${errorText(cause)}`, { cause })
  }
}

async function openReader(file: string, writer: WriterThread): Promise<SqliteReader> {
  try {
    return openSqliteReader(file)
  } catch (error) {
    await writer.close()
    throw error
  }
}

/** More appended events than this are not looked through. */
const MAX_TRACKED = 500
const NONE: ReadonlySet<string> = new Set()

/**
 * Implements `trackAppends` of the port, for stores that notice every commit at little cost.
 * @param version changes with every commit, and costs less than a read
 */
export function trackAppends({
  version,
  head,
  appendedAfter,
}: {
  version(): unknown
  head(): string
  appendedAfter(position: string, limit: number): Pick<StoredEvent, 'stream' | 'position'>[]
}): () => ReadonlySet<string> | null {
  let lastVersion = version()
  let position = head()
  return () => {
    // Before the events: a commit in between is found again by the next call.
    const now = version()
    if (now === lastVersion) return NONE
    const events = appendedAfter(position, MAX_TRACKED)
    const lost = events.length === MAX_TRACKED
    position = lost ? head() : (events.at(-1)?.position ?? position)
    lastVersion = now
    return lost ? null : new Set(events.map(({ stream }) => stream))
  }
}
