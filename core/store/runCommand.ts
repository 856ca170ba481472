// Runs a command that has no endpoint of its own: of an account, of an eraser, or as part of another command. It needs
// neither roles nor a body, and goes through the same command handler as every operation.

import type { Decider, DomainEvent } from '#core/kernel/decider.ts'
import type { CommandMetadata, CommandOutcome, HandleCommand } from '#core/store/command.ts'

export function runCommand<
  State,
  Command extends { type: string },
  E extends DomainEvent,
  ResponseBody = undefined,
>(
  handleCommand: HandleCommand,
  streamType: Decider<State, Command, E> & { prefix: string },
  id: string,
  command: Command,
  { actor, at, key, digest, requestId }: CommandMetadata,
  toResponse?: (state: State) => ResponseBody,
): Promise<CommandOutcome<ResponseBody>> {
  return handleCommand<State, E, ResponseBody>(streamType, id, {
    command: command.type,
    actor,
    at,
    key,
    digest,
    requestId,
    decide: async (state) => streamType.decide(command, state),
    toResponse: (state) => toResponse?.(state) as ResponseBody,
  })
}
