// One try of an unsent command over the network, with the token of the person whose it is and nobody else's.

import { Refused, request, Unreachable } from '#web/platform/http.ts'
import type { OutboxItem } from '#web/platform/outbox/item.ts'
import type { DeliveryResult } from '#web/platform/outbox/queue.ts'
import { SESSION_EXPIRED, tokenOf } from '#web/platform/session.ts'

/** Never rejects; ends within the time one request may take. */
export async function deliver({ call, params, body, key, ifMatch, by }: OutboxItem): Promise<DeliveryResult> {
  const token = tokenOf(by)
  if (token === null) return { state: 'unauthorized', failure: SESSION_EXPIRED }
  try {
    const given = { ...(body !== undefined && { body }), ...(ifMatch !== undefined && { ifMatch }) }
    const { body: response } = await request(call, { params, key, token, ...given })
    return { state: 'done', answer: response }
  } catch (error) {
    if (error instanceof Unreachable) {
      const failure = error.answered ? error.message : null
      return { state: 'unreachable', failure, waitMs: error.retryAfterMs }
    }
    if (!(error instanceof Refused)) throw error
    const { status, code, message, fields } = error
    if (status === 401) return { state: 'unauthorized', failure: SESSION_EXPIRED }
    return { state: 'refused', refusal: { status, code, message, fields } }
  }
}
