// What was entered in a form whose command was refused after it had closed, to be corrected in the form.

import type { PendingCommand } from '#web/platform/outbox/outbox.ts'
import { subjectOf } from '#web/records/subjectOf.ts'

export interface Correction<Body> {
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
 * Null if neither the addition nor a change was refused.
 * @param commands about one thing, oldest first
 */
export function correctionOf<Body>(commands: readonly PendingCommand[]): Correction<Body> | null {
  const isOf = (change: string) => (command: PendingCommand) => subjectOf(command)?.change === change
  const refused = commands.filter(
    (command) => command.state === 'refused' && (isOf('add')(command) || isOf('change')(command)),
  )
  const last = refused.at(-1)
  if (!last) return null
  return {
    isNew: refused.some(isOf('add')),
    body: Object.assign({}, ...refused.map(({ body }) => body)) as Partial<Body>,
    reason: last.error,
    isConflict: last.code === 'CONFLICT',
    discard: () => refused.forEach((command) => command.discard()),
  }
}
