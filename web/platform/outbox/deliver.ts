// One try of an unsent command over the network, with the token of the person whose it is and nobody else's.

import { Refused, request, Unreachable } from '#web/platform/http.ts'
import type { OutboxItem } from '#web/platform/outbox/item.ts'
import type { Delivered } from '#web/platform/outbox/queue.ts'
import { tokenOf } from '#web/platform/session.ts'

/** Never rejects; ends within the time one request may take. */
export async function deliver({ call, params, body, key, ifMatch, by }: OutboxItem): Promise<Delivered> {
  const token = tokenOf(by)
  if (token === null) return { state: 'unauthorized' }
  try {
    const given = { ...(body !== undefined && { body }), ...(ifMatch !== undefined && { ifMatch }) }
    const { answer } = await request(call, { params, key, token, ...given })
    return { state: 'done', answer }
  } catch (error) {
    if (error instanceof Unreachable) return { state: 'unreachable', waitMs: error.retryAfterMs }
    if (!(error instanceof Refused)) throw error
    const { status, code, message, fields } = error
    if (status === 401) return { state: 'unauthorized' }
    return { state: 'refused', refusal: { status, code, message, fields } }
  }
}
