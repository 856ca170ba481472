// The part of a request that a command about people needs: who sends it, and what makes a retry recognisable.

import type { CommandMetadata } from '#core/store/command.ts'

/**
 * `digest` must never cover a password: an unsalted hash of a password in the log would be as good as the password
 * (docs/decisions/0002).
 */
export type PeopleRequest = Omit<CommandMetadata, 'at'>

/** @param clock milliseconds since 1970 */
export const withTime = (request: PeopleRequest, clock: () => number): CommandMetadata => ({
  ...request,
  at: new Date(clock()).toISOString(),
})
