// What became of commands, for screens that do without the table of subjects.

import type { PendingCommand } from '#web/platform/outbox/outbox.ts'

export const isRefused = ({ state }: PendingCommand): boolean => state === 'refused'

/** The same of all parts of an import, which are one change to a person. */
export const changeKeyOf = ({ part, key }: PendingCommand): string => part?.importId ?? key

/** Whether one of them was refused. */
export const hasFailed = (commands: readonly PendingCommand[]): boolean => commands.some(isRefused)

/** Whether one of them waits for the network or was refused. */
export const isHeldUp = (commands: readonly PendingCommand[]): boolean =>
  commands.some(({ state }) => state !== 'sending')
