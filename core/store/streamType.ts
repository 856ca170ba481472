// A stream type: a decider with the prefix of its streams and their limits.

import type { Decider, DomainEvent } from '#core/kernel/decider.ts'

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
}

// Any stream type, whatever its state and events are.
// oxlint-disable-next-line no-explicit-any
export type AnyStreamType = StreamType<any, any, any>
