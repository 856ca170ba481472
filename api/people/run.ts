// Commands about people do not come with a trip's roles, and some must keep their bodies out of the log, so they are
// run here and not through an operation: a command, its stream, and what makes a repeat of it recognisable.

import type { Call } from '#core/kernel/call.ts'
import type { Decider, Fact, Recorded } from '#core/kernel/decider.ts'
import { digestOf } from '#core/kernel/ids.ts'
import type { Handle, Outcome } from '#core/store/handle.ts'

/** Who asks for what. */
export interface Asked {
  /** User id, or 'system'. */
  actor: string
  /** A UUID. */
  key: string
  /** Never of a password: `digestFor` makes it. */
  digest: string
  requestId: string
}

/**
 * What makes a repeat the same request.
 * @param named the part of the body that is no secret: an unsalted hash of a password in the log would be as good as
 *   the password (docs/decisions/0002-secrets-and-digests.md)
 */
export function digestFor(
  { method, path }: Pick<Call, 'method' | 'path'>,
  named: Readonly<Record<string, string | boolean | null>> = {},
): string {
  return digestOf(method, path, named)
}

export type Run = <State, Command extends { type: string }, F extends Fact, Answer = undefined>(
  kind: Decider<State, Command, F> & { prefix: string },
  id: string,
  command: Command,
  asked: Asked,
  answer?: (state: State) => Answer,
) => Promise<Outcome<Answer>>

/** @param clock milliseconds since 1970 */
export function createRun(handle: Handle, clock: () => number): Run {
  return <State, Command extends { type: string }, F extends Fact, Answer>(
    kind: Decider<State, Command, F> & { prefix: string },
    id: string,
    command: Command,
    asked: Asked,
    answer?: (state: State) => Answer,
  ) =>
    handle<State, F, Answer>(kind, id, {
      ...asked,
      command: command.type,
      at: new Date(clock()).toISOString(),
      decide: async (state) => kind.decide(command, state),
      answer: (state: State, _facts: readonly Recorded<F>[]) => answer?.(state) as Answer,
    })
}
