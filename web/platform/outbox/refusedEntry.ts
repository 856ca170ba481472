// What was entered in a form whose command was refused after it had closed, to be corrected in the form.

import type { Endpoint } from '#core/kernel/endpoint.ts'
import { isEndpoint } from '#web/platform/outbox/outboxCommand.ts'
import type { PendingCommand } from '#web/platform/outbox/pendingCommands.ts'

export interface RefusedEntry<Body> {
  /** The addition was refused, so the form adds again. */
  isNew: boolean
  /** The fields that were entered. */
  body: Partial<Body>
  /** The reason; null if the server gave none. */
  reason: string | null
  /** Somebody else had changed the same. */
  isConflict: boolean
  /** Drops the refused commands, once the corrected values are submitted. */
  discard(): void
}

/**
 * Null if no command of these endpoints was refused.
 * @param pending the commands about one thing, oldest first
 */
export function refusedEntry<Body>(
  pending: readonly PendingCommand[],
  { add = [], change = [] }: { add?: readonly Endpoint[]; change?: readonly Endpoint[] },
): RefusedEntry<Body> | null {
  const isOf = (endpoints: readonly Endpoint[]) => (command: PendingCommand) =>
    endpoints.some((endpoint) => isEndpoint(command, endpoint))
  const refused = pending.filter(
    (command) => command.state === 'refused' && isOf([...add, ...change])(command),
  )
  const last = refused.at(-1)
  if (!last) return null
  return {
    isNew: refused.some(isOf(add)),
    body: Object.assign({}, ...refused.map(({ body }) => body)) as Partial<Body>,
    reason: last.error,
    isConflict: last.code === 'CONFLICT',
    discard: () => refused.forEach((command) => command.discard()),
  }
}
