// A stream type: a decider with the prefix of its streams and their limits.

import type { Decider, DomainEvent, RecordedEventOf } from '#core/kernel/decider.ts'

export interface StreamType<State, Command, E extends DomainEvent> extends Decider<State, Command, E> {
  /** `money-` of `money-{tripId}`. */
  prefix: string
  /** The log keeps only the newest `maxEvents`. */
  maxEvents?: number
  /**
   * Folds only the first event and the newest `foldWindow`, for streams that grow for ever. The response to a retry is
   * built from the first event and the command's own.
   */
  foldWindow?: number
  /** How many usual events of 500 characters one event counts in a cache; default 1. Takes no time. */
  weight?(event: RecordedEventOf<E>): number
  /**
   * The state just after a command, as far as its response needs it, from the newest state and the command's own events:
   * the response to a retry then takes no fold of all events before it.
   */
  stateAfter?(newest: State, own: readonly RecordedEventOf<E>[]): State
}

// Any stream type, whatever its state and events are.
// oxlint-disable-next-line no-explicit-any
export type AnyStreamType = StreamType<any, any, any>
