// The pending commands as screens show them, over the confirmed state.

import { proxy, ref } from 'valtio'
import { type Endpoint, type Params, endpointPath } from '#core/kernel/endpoint.ts'
import { NO_REASON } from '#web/platform/http.ts'
import type { ItemState, QueueItem } from '#web/platform/outbox/outboxItem.ts'

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
  state: ItemState
  /** This device could not store it: it lasts as long as the page. */
  isMemoryOnly: boolean
  /** The reason of the refusal, or of the last failed attempt; null if the server gave none. */
  error: string | null
  /** The code of the refusal; null if it is not refused. */
  code?: string | null
  /** The status of the refusal; null if it is not refused. */
  status?: number | null
  at: string
  retry(): void
  discard(): void
}

type Actions = Record<'retry' | 'discard', (key: string) => void>

/** Of the person who is signed in, in the order they are sent. `isRead`: the stored ones are among them. */
export const outbox = proxy<{ items: PendingCommand[]; isRead: boolean }>({ items: [], isRead: false })

/** Shows these items. Those whose position and state are the same are left as they are. */
export function showItems(shown: readonly QueueItem[], actions: Actions): void {
  const { items } = outbox
  const pendingByKey = new Map(items.map((item) => [item.key, item]))
  const next = shown.map((item) => {
    const pending = pendingByKey.get(item.key)
    if (!pending) return pendingOf(item, actions)
    const error = reasonOf(item)
    if (pending.state !== item.state) pending.state = item.state
    if (pending.error !== error) pending.error = error
    if (pending.isMemoryOnly !== item.isMemoryOnly) pending.isMemoryOnly = item.isMemoryOnly
    pending.code = item.refusal?.code ?? null
    pending.status = item.refusal?.status ?? null
    return pending
  })
  const isSame = next.length === items.length && next.every(({ key }, at) => key === items[at]!.key)
  if (!isSame) items.splice(0, items.length, ...next)
}

function pendingOf({ params, body, refusal, failure, ...item }: QueueItem, actions: Actions): PendingCommand {
  const { id, key, endpoint, ifMatch, lane, by, state, isMemoryOnly, at } = item
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
    retry: () => actions.retry(key),
    discard: () => actions.discard(key),
  }
}

function reasonOf({ refusal, failure }: Pick<QueueItem, 'refusal' | 'failure'>): string | null {
  if (refusal === null) return failure
  return refusal.code === NO_REASON ? null : refusal.message
}
