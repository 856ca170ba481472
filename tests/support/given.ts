// Given these events, when this command is decided, then these events follow, or a refusal. Events are an hour apart,
// from noon on 1 May 2026; their author matters only to projections.

import { expect } from 'vitest'
import {
  type Decider,
  type DomainEvent,
  type RecordedEvent,
  type RecordedEventOf,
  type Refusal,
  isRefusal,
} from '#core/kernel/decider.ts'

/** An event, or an event with its actor. */
export type Given<F extends DomainEvent> = F | { by: string; event: F }

export function given<State, Command, F extends DomainEvent>(
  decider: Decider<State, Command, F>,
  ...events: Given<F>[]
) {
  const state = stateAfter(decider, ...events)
  return {
    /** Adds further events. */
    and: (...more: Given<F>[]) => given(decider, ...events, ...more),
    when(command: Command) {
      const decision = decider.decide(command, state)
      return {
        then: (...expected: F[]) => expect(decision).toEqual(expected),
        /** Also checks the refusal's other fields, if given. */
        thenRefused: (refused: string, more: Omit<Refusal, 'refused'> = {}) =>
          expect(decision).toMatchObject({ refused, ...more }),
        /** The events. @throws Error when the command was refused */
        events(): readonly F[] {
          if (isRefusal(decision)) throw new Error(`Refused: ${JSON.stringify(decision)}`)
          return decision
        },
      }
    },
  }
}

export function stateAfter<State, Command, F extends DomainEvent>(
  { initialState, evolve }: Decider<State, Command, F>,
  ...events: Given<F>[]
): State {
  const state = initialState()
  events.forEach((one, revision) => evolve(state, recorded(one, revision)))
  return state
}

export function recorded<F extends DomainEvent>(one: Given<F>, revision: number): RecordedEventOf<F> {
  const { by, event } = 'event' in one ? one : { by: 'somebody', event: one }
  const at = new Date(Date.parse('2026-05-01T12:00:00.000Z') + revision * 3_600_000).toISOString()
  const meta = { actor: by, at, key: `key-${revision}`, digest: 'd', requestId: 'r', v: 1, prev: null }
  const recordedEvent: RecordedEvent = {
    ...event,
    stream: 's-1',
    revision,
    position: String(revision).padStart(4, '0'),
    meta,
  }
  return recordedEvent as unknown as RecordedEventOf<F>
}
