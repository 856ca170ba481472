// What became of commands, for screens that do without the table of subjects.

import type { PendingCommand } from '#web/platform/outbox/outbox.ts'

/** Whether one of them was refused. */
export const hasFailed = (commands: readonly PendingCommand[]): boolean =>
  commands.some(({ state }) => state === 'refused')

/** Whether one of them waits for the network or was refused. */
export const isHeldUp = (commands: readonly PendingCommand[]): boolean =>
  commands.some(({ state }) => state !== 'sending')
