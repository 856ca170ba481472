// Observes every command of the product, sent by a person or caused by another command: metrics and log name it and its
// outcome.

import type { Logger } from 'pino'
import type { HandleCommand, CommandOutcome } from '#core/store/command.ts'
import type { Metrics } from '#api/platform/metrics.ts'

/** The lines of a request and of its commands have the same `requestId`. */
export function observeCommands(
  handle: HandleCommand,
  log: Logger,
  metrics: Metrics | undefined,
): HandleCommand {
  return async (streamType, id, attempt) => {
    const { command, requestId } = attempt
    const begun = performance.now()
    const observe = (outcome: string, refused?: string): void => {
      const ms = performance.now() - begun
      metrics?.recordCommand(command, outcome, ms / 1000)
      log.info({ requestId, command, outcome, refused, ms: Math.round(ms) }, 'command')
    }
    try {
      const outcome = await handle(streamType, id, attempt)
      observe(endOf(outcome), outcome.refusal?.refused)
      return outcome
    } catch (error) {
      observe('failed')
      throw error
    }
  }
}

function endOf(outcome: CommandOutcome<unknown>): string {
  if (outcome.refusal) return 'refused'
  if (outcome.replayed) return 'repeated'
  return outcome.changed ? 'done' : 'unchanged'
}
