// The unsent commands as screens see them: the overlay. What is shown is what is confirmed plus these.

import { proxy, ref } from 'valtio'
import type { Endpoint, Params } from '#core/kernel/endpoint.ts'
import { endpointPath } from '#core/kernel/endpoint.ts'
import { NO_REASON_GIVEN } from '#web/platform/http.ts'
import type { ItemState, QueueItem } from '#web/platform/outbox/queue.ts'

/** A command that is not confirmed yet. */
export interface PendingCommand {
  /** The id of what it creates. */
  id: string
  key: string
  call: Endpoint
  path: string
  params: Params
  body: unknown
  lane: string
  /** Whose it is. */
  by: string
  /** `waiting`: the network is away. */
  state: ItemState
  /** This device could not keep it: it lasts as long as the page. */
  memoryOnly: boolean
  /** The text of the refusal; null also for one without a reason. Of one that waits: what the server said, as with a 5xx. */
  error: string | null
  /** The name of the refusal; null while there is none. */
  code?: string | null
  /** What it was refused with; null while it is not. */
  status?: number | null
  at: string
  retry(): void
  discard(): void
}

type Acts = Record<'retry' | 'discard', (key: string) => void>

/** Of the person who is signed in, in the order they go out. */
export const outbox = proxy<{ items: PendingCommand[] }>({ items: [] })

/** Brings the overlay to these items, and leaves those as they are whose place and state are the same. */
export function showItems(shown: readonly QueueItem[], acts: Acts): void {
  const { items } = outbox
  const known = new Map(items.map((item) => [item.key, item]))
  const next = shown.map((item) => {
    const pending = known.get(item.key)
    if (!pending) return pendingOf(item, acts)
    const error = reasonOf(item)
    if (pending.state !== item.state) pending.state = item.state
    if (pending.error !== error) pending.error = error
    if (pending.memoryOnly !== item.memoryOnly) pending.memoryOnly = item.memoryOnly
    pending.code = item.refusal?.code ?? null
    pending.status = item.refusal?.status ?? null
    return pending
  })
  const isSame = next.length === items.length && next.every(({ key }, at) => key === items[at]!.key)
  if (!isSame) items.splice(0, items.length, ...next)
}

function pendingOf({ params, body, refusal, failure, ...item }: QueueItem, acts: Acts): PendingCommand {
  const { id, key, call, lane, by, state, memoryOnly, at } = item
  return {
    id,
    key,
    call: ref(call),
    path: endpointPath(call, params),
    params: { ...params },
    body: typeof body === 'object' && body !== null ? ref(body) : (body ?? null),
    lane,
    by,
    state,
    memoryOnly,
    error: reasonOf({ refusal, failure }),
    code: refusal?.code ?? null,
    status: refusal?.status ?? null,
    at,
    retry: () => acts.retry(key),
    discard: () => acts.discard(key),
  }
}

function reasonOf({ refusal, failure }: Pick<QueueItem, 'refusal' | 'failure'>): string | null {
  if (refusal === null) return failure
  return refusal.code === NO_REASON_GIVEN ? null : refusal.message
}
