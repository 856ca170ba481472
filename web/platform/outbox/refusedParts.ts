// What the server refused of a command that it accepted otherwise, as a refused command of its own. The features say it,
// because the outbox does not know their responses.

import type { OutboxCommand, OrderedCommand } from '#web/platform/outbox/outboxCommand.ts'

/** Set at the start. Called for a response that names failures; null if they are not a part of the command. */
export const refusedParts: {
  find(command: OrderedCommand, response: unknown): Promise<OutboxCommand | null>
} = { find: async () => null }
