// Commands about people do not come with a trip's roles, and some must keep their bodies out of the log, so they are
// run here and not through an operation: a command, its stream, and what makes a repeat of it recognisable.

import type { Endpoint } from '#core/kernel/endpoint.ts'
import type { Decider, DomainEvent, RecordedEvent } from '#core/kernel/decider.ts'
import { digestOf } from '#core/kernel/ids.ts'
import type { HandleCommand, CommandOutcome } from '#core/store/commandHandler.ts'

/** Who asks for what. */
export interface PeopleRequest {
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
 *   the password (docs/decisions/0002)
 */
export function digestFor(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  named: Readonly<Record<string, string | boolean | null>> = {},
): string {
  return digestOf(method, path, named)
}

export type RunPeopleCommand = <
  State,
  Command extends { type: string },
  E extends DomainEvent,
  ResponseBody = undefined,
>(
  streamType: Decider<State, Command, E> & { prefix: string },
  id: string,
  command: Command,
  asked: PeopleRequest,
  answer?: (state: State) => ResponseBody,
) => Promise<CommandOutcome<ResponseBody>>

/** @param clock milliseconds since 1970 */
export function createPeopleCommandRunner(handle: HandleCommand, clock: () => number): RunPeopleCommand {
  return <State, Command extends { type: string }, E extends DomainEvent, ResponseBody>(
    streamType: Decider<State, Command, E> & { prefix: string },
    id: string,
    command: Command,
    asked: PeopleRequest,
    answer?: (state: State) => ResponseBody,
  ) =>
    handle<State, E, ResponseBody>(streamType, id, {
      ...asked,
      command: command.type,
      at: new Date(clock()).toISOString(),
      decide: async (state) => streamType.decide(command, state),
      toResponse: (state: State, _facts: readonly RecordedEvent<E>[]) => answer?.(state) as ResponseBody,
    })
}
