// The pending commands as screens show them, over the confirmed state.

import { proxy, ref } from 'valtio'
import { type Endpoint, type Params, endpointPath } from '#core/kernel/endpoint.ts'
import { NO_REASON } from '#web/platform/http/http.ts'
import type { CommandPart, CommandState, QueuedCommand } from '#web/platform/outbox/outboxCommand.ts'

export interface PendingCommand {
  /** The id of what it creates. */
  id: string
  key: string
  endpoint: Endpoint
  path: string
  params: Params
  body: unknown
  ifMatch?: number | undefined
  lane: string
  /** The id of the person who sent it. */
  by: string
  state: CommandState
  /** This device could not store it: it lasts as long as the page. */
  isMemoryOnly: boolean
  /** The reason of the refusal, or of the last failed attempt; null if the server gave none. */
  error: string | null
  /** The code of the refusal; null if it is not refused. */
  code?: string | null
  /** The status of the refusal; null if it is not refused. */
  status?: number | null
  at: string
  part?: CommandPart | undefined
  retry(): void
  discard(): void
}

type Actions = Record<'retry' | 'discard', (key: string) => void>

/** Of the person who is signed in, in the order they are sent. `isRead`: the stored ones are among them. */
export const outbox = proxy<{ commands: PendingCommand[]; isRead: boolean }>({ commands: [], isRead: false })

/** Shows these commands. Those whose position and state are the same are left as they are. */
export function showCommands(shown: readonly QueuedCommand[], actions: Actions): void {
  const { commands } = outbox
  const pendingByKey = new Map(commands.map((command) => [command.key, command]))
  const next = shown.map((command) => {
    const pending = pendingByKey.get(command.key)
    if (!pending) return pendingOf(command, actions)
    const error = reasonOf(command)
    if (pending.state !== command.state) pending.state = command.state
    if (pending.error !== error) pending.error = error
    if (pending.isMemoryOnly !== command.isMemoryOnly) pending.isMemoryOnly = command.isMemoryOnly
    pending.code = command.refusal?.code ?? null
    pending.status = command.refusal?.status ?? null
    return pending
  })
  const isSame =
    next.length === commands.length && next.every(({ key }, index) => key === commands[index]!.key)
  if (!isSame) commands.splice(0, commands.length, ...next)
}

function pendingOf(
  { params, body, refusal, failure, ...command }: QueuedCommand,
  actions: Actions,
): PendingCommand {
  const { id, key, endpoint, ifMatch, lane, by, state, isMemoryOnly, at, part } = command
  return {
    id,
    key,
    endpoint: ref(endpoint),
    path: endpointPath(endpoint, params),
    params: { ...params },
    body: typeof body === 'object' && body !== null ? ref(body) : (body ?? null),
    ifMatch,
    lane,
    by,
    state,
    isMemoryOnly,
    error: reasonOf({ refusal, failure }),
    code: refusal?.code ?? null,
    status: refusal?.status ?? null,
    at,
    part: part && ref(part),
    retry: () => actions.retry(key),
    discard: () => actions.discard(key),
  }
}

function reasonOf({ refusal, failure }: Pick<QueuedCommand, 'refusal' | 'failure'>): string | null {
  if (refusal === null) return failure
  return refusal.code === NO_REASON ? null : refusal.message
}
