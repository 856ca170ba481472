// The port to the log. Every adapter passes tests/contracts/eventStore.ts.

import type { EventMetadata } from '#core/kernel/decider.ts'

/** An event as the log keeps it: JSON data of whatever schema version it was written with. */
export interface StoredEvent {
  stream: string
  /** From 0, contiguous in its stream, also across a truncation. */
  revision: number
  /** Place in the whole log: fixed width, so that comparing bytes compares places. Assigned at commit. */
  position: string
  type: string
  data: unknown
  meta: EventMetadata
}

export interface NewEvent {
  type: string
  data: unknown
  meta: EventMetadata
}

/** The revision a writer saw last; `NO_STREAM` (-1) where nothing was ever written. */
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
   * Writes all events (at least one) or none, at exactly this revision; resolves only when they are durable. The very
   * same events (key, time and all) at the same revision again are either answered as the first time or refused as at
   * a wrong revision, and never written twice.
   * @param keep the stream keeps only its newest `keep` events from now on (at least 1), also in later appends
   *   that do not say so.
   * @throws WrongRevision when the stream is at another revision; StoreUnavailable when it cannot be reached,
   *   and then nobody can say whether the events were written; TypeError for what is not JSON.
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    options?: { keep?: number },
  ): Promise<Appended>

  /**
   * Events of one stream, oldest first (newest first when backward). They are the caller's own.
   * @param from first revision wanted (inclusive); default the first, or the last when backward.
   */
  read(
    stream: string,
    options?: { from?: number; backward?: boolean; limit?: number },
  ): Promise<StoredEvent[]>

  /** Position of the newest event of the whole log that is not forgotten; `START` when there is none. */
  head(): Promise<string>

  /**
   * All events after a position in log order, first those that exist, then, without a hole, those that come,
   * in batches of at most `batch` (default 500); ends when `signal` aborts or the store is closed. It survives
   * the store going away. A `break` leaves it; who waits for the next batch is only woken by the signal. Several
   * subscribers may be given the same events, so nobody may change them.
   * @throws LogDamaged at the event that cannot be read
   */
  subscribe(options: { after: string; signal: AbortSignal; batch?: number }): AsyncIterable<StoredEvent[]>

  /**
   * Forgets the events of a stream below this revision, for good, and none that is written later. The stream's
   * next revision stays as it was, and no position is given out again.
   */
  truncate(stream: string, before: number): Promise<void>

  /** Answers the appends under way and ends the subscriptions; every later call is StoreUnavailable. */
  close(): Promise<void>
}

/** Compares before every position. */
export const START = ''

export class WrongRevision extends Error {
  readonly stream: string
  readonly expected: ExpectedRevision
  readonly actual: ExpectedRevision
  constructor(stream: string, expected: ExpectedRevision, actual: ExpectedRevision) {
    super(`${stream} is at revision ${actual}, not ${expected}`)
    this.name = 'WrongRevision'
    this.stream = stream
    this.expected = expected
    this.actual = actual
  }
}

/** What was acknowledged is missing or cannot be read. Trying again does not help; somebody must restore a backup. */
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
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreUnavailable'
  }
}
