// The port to the event log. Every adapter passes tests/contracts/eventStore.ts.

import { MAX_APPEND_BYTES } from '#core/kernel/appendSize.ts'
import type { EventMetadata } from '#core/kernel/decider.ts'

/** An event in the log: JSON data of the schema version it was written with. */
export interface StoredEvent {
  stream: string
  /** From 0, contiguous in its stream, also across a truncation. */
  revision: number
  /** Position in the whole log: fixed width, so that positions compare bytewise. Assigned at commit. */
  position: string
  type: string
  data: unknown
  meta: EventMetadata
}

export interface NewEvent {
  type: string
  data: unknown
  meta: EventMetadata
  /** The same as text, from a writer that has it already; the store then writes this text. */
  text?: EventText
}

/** An event with its data and metadata as JSON. */
export interface EventText {
  type: string
  data: string
  meta: string
}

/** The revision the writer expects; `NO_STREAM` (-1) when the stream was never written. */
export type ExpectedRevision = number
export const NO_STREAM = -1

export interface Appended {
  /** Revision of the last event written. */
  revision: number
  /** Position of the last event written. */
  position: string
}

export interface EventStore {
  /**
   * Writes all events (at least one) or none, at exactly this revision; resolves only when they are durable. The same
   * events (key, time and all) at the same revision again either get the first response or WrongRevision, and are never
   * written twice.
   * @param keep from now on the stream keeps only its newest `keep` events (at least 1), also in later appends without
   *   it
   * @throws WrongRevision when the stream is at another revision, once a read shows its events up to that one;
   *   StoreUnavailable when it cannot be reached, and then it is unknown whether the events were written; AppendTooLarge
   *   beyond `MAX_APPEND_BYTES`; TypeError for data that is not JSON
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    options?: { keep?: number },
  ): Promise<Appended>

  /**
   * Events of one stream, oldest first (newest first when backward). The caller may change them.
   * @param from first revision (inclusive); default the first, or the last when backward
   */
  read(
    stream: string,
    options?: { from?: number; backward?: boolean; limit?: number },
  ): Promise<StoredEvent[]>

  /**
   * Optional: only for stores that know the length of an event before they parse it. All events of a stream from this
   * revision on, oldest first, in pages that take a few milliseconds to read, however long the events are. Between pages
   * other work runs.
   */
  readPages?(stream: string, from: number): AsyncIterable<StoredEvent[]>

  /** Position of the newest event in the log that is not truncated; `START` when there is none. */
  head(): Promise<string>

  /**
   * All events after a position in log order: the existing ones, then new ones without a gap, in batches of at most
   * `batch` (default 500). Ends when `signal` aborts or the store is closed, and survives outages of the store. A
   * `break` leaves it; while it waits for the next batch only the signal ends it. Several subscribers may share the
   * events, so none may change them.
   * @throws LogDamaged at the event that cannot be read
   */
  subscribe(options: { after: string; signal: AbortSignal; batch?: number }): AsyncIterable<StoredEvent[]>

  /**
   * Removes the events of a stream below this revision for good, and no later ones. The next revision stays the same,
   * and no position is assigned again. EventStoreDB keeps the last event of a stream on its disk: `eraseStream`.
   */
  truncate(stream: string, before: number): Promise<void>

  /**
   * Optional: only for stores where it costs less than a read. Returns a function that gives the streams appended to by
   * any process since its last call, at least all whose appends a read would find; null when it cannot tell, and then any
   * stream may have changed.
   * @throws StoreUnavailable; the returned function, too
   */
  trackAppends?(): () => ReadonlySet<string> | null

  /** Finishes the appends under way and ends the subscriptions; every later call throws StoreUnavailable. */
  close(): Promise<void>
}

/** Sorts before every position. */
export const START = ''

export class WrongRevision extends Error {
  readonly stream: string
  readonly expected: ExpectedRevision
  readonly actual: ExpectedRevision
  /** All events up to `actual` are truncated, so that no read shows them. */
  readonly isTruncated: boolean
  constructor(stream: string, expected: ExpectedRevision, actual: ExpectedRevision, isTruncated = false) {
    super(`${stream} is at revision ${actual}, not ${expected}`)
    this.name = 'WrongRevision'
    this.stream = stream
    this.expected = expected
    this.actual = actual
    this.isTruncated = isTruncated
  }
}

/** Nothing was written; a retry does not help. */
export class AppendTooLarge extends Error {
  constructor(stream: string, bytes: number) {
    super(`An append to ${stream} has ${bytes} bytes, and at most ${MAX_APPEND_BYTES} are possible`)
    this.name = 'AppendTooLarge'
  }
}

/** Acknowledged events are missing or unreadable. A retry does not help; an operator must restore a backup. */
export class LogDamaged extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(
      `The log is damaged: ${message}. Restore a backup (npm run restore -- <file> --force), ` +
        'or see "When the log is damaged" in docs/operations.md.',
      options,
    )
    this.name = 'LogDamaged'
  }
}

export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}
