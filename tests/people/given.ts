// Given these events, when this command is decided, then these events follow, or a refusal by its name.

import { expect } from 'vitest'
import {
  type Decider,
  type DomainEvent,
  type RecordedEvent,
  type RecordedEventOf,
  isRefusal,
} from '#core/kernel/decider.ts'

/** @param at time of the first event; each further one is a second later */
export function given<State, Command, F extends DomainEvent>(
  decider: Decider<State, Command, F>,
  events: readonly F[],
  at = '2026-05-02T10:00:00.000Z',
) {
  const state = decider.initialState()
  events.forEach((event, revision) =>
    decider.evolve(state, recorded(event, revision, at) as unknown as RecordedEventOf<F>),
  )
  return {
    state,
    when(command: Command) {
      const decision = decider.decide(command, state)
      return {
        then: (...expected: F[]) => expect(decision).toEqual(expected),
        thenRefused: (name: string) => expect(isRefusal(decision) && decision.refused).toBe(name),
      }
    },
  }
}

export function recorded<F extends DomainEvent>(
  event: F,
  revision = 0,
  at = '2026-05-02T10:00:00.000Z',
  stream = 's-1',
) {
  const time = new Date(Date.parse(at) + revision * 1000).toISOString()
  const meta = { actor: 'a', at: time, key: 'k', digest: 'd', requestId: 'r', v: 1, prev: null }
  return { ...event, stream, revision, position: String(revision), meta } satisfies RecordedEvent
}
