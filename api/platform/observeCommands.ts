// Where every command of the product passes, whether a person sent it or another command brought it about: metrics and
// log name it, and say how it ended.

import type { Logger } from 'pino'
import type { HandleCommand, CommandOutcome } from '#core/store/commandHandler.ts'
import type { Metrics } from '#api/platform/metrics.ts'

/** The same handler, observed. A request's line and its commands' have the same `requestId`. */
export function observeCommands(
  handle: HandleCommand,
  log: Logger,
  metrics: Metrics | undefined,
): HandleCommand {
  return async (kind, id, attempt) => {
    const { command, requestId } = attempt
    const begun = performance.now()
    const ended = (outcome: string, refused?: string): void => {
      const ms = performance.now() - begun
      metrics?.command(command, outcome, ms / 1000)
      log.info({ requestId, command, outcome, refused, ms: Math.round(ms) }, 'command')
    }
    try {
      const outcome = await handle(kind, id, attempt)
      ended(endOf(outcome), outcome.refusal?.refused)
      return outcome
    } catch (error) {
      ended('failed')
      throw error
    }
  }
}

function endOf(outcome: CommandOutcome<unknown>): string {
  if (outcome.refusal) return 'refused'
  if (outcome.replayed) return 'repeated'
  return outcome.changed ? 'done' : 'unchanged'
}
