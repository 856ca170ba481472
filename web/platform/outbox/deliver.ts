// One attempt to send a pending command, with the token of the person whose command it is.

import { SESSION_EXPIRED } from '#core/people/contract.ts'
import { Refused, request, Unreachable } from '#web/platform/http.ts'
import type { OrderedCommand, DeliveryResult } from '#web/platform/outbox/outboxCommand.ts'
import { tokenOf } from '#web/platform/session.ts'

/** Never rejects; ends within the time limit of a request. */
export async function deliver({
  endpoint,
  params,
  body,
  key,
  ifMatch,
  by,
}: OrderedCommand): Promise<DeliveryResult> {
  const token = tokenOf(by)
  if (token === null) return { state: 'unauthorized', failure: SESSION_EXPIRED }
  try {
    const options = { ...(body !== undefined && { body }), ...(ifMatch !== undefined && { ifMatch }) }
    const { body: response, position } = await request(endpoint, { params, key, token, ...options })
    return { state: 'done', response, position }
  } catch (error) {
    if (error instanceof Unreachable) {
      const failure = error.response ? error.message : null
      return { state: 'unreachable', failure, retryAfterMs: error.retryAfterMs }
    }
    if (!(error instanceof Refused)) throw error
    const { status, code, message, fields } = error
    if (status === 401) return { state: 'unauthorized', failure: SESSION_EXPIRED }
    return { state: 'refused', refusal: { status, code, message, fields } }
  }
}
